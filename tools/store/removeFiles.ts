import { forEachParallel } from './forEachParallel';
import type { Store, StoredFile } from './Store';

/**
 * Removes the files of a build or of a picture. What says that it is complete goes first, so that a removal that is
 * killed leaves nothing that looks whole and is not.
 */
export async function removeFiles(store: Store, files: StoredFile[]): Promise<void> {
  for (const { key } of files.filter(saysComplete)) await store.remove(key);
  await forEachParallel(
    files.filter((file) => !saysComplete(file)),
    ({ key }) => store.remove(key),
  );
}

/**
 * Removes files unless somebody uses them. Who begins to use them between the look and the removal has either not
 * looked yet whether all of them are there, and will miss them, or gets them back.
 *
 * @returns false if they are there afterwards
 */
export async function removeUnused(
  store: Store,
  files: StoredFile[],
  isUsed: () => Promise<boolean>,
): Promise<boolean> {
  if (await isUsed()) return false;
  const contents: { key: string; content: Buffer }[] = [];
  await forEachParallel(files, async ({ key }) => {
    const content = await store.read(key);
    if (content) contents.push({ key, content });
  });
  await removeFiles(store, files);
  if (!(await isUsed())) return true;
  await forEachParallel(
    contents.filter((file) => !saysComplete(file)),
    ({ key, content }) => store.write(key, content),
  );
  for (const { key, content } of contents.filter(saysComplete)) await store.write(key, content);
  return false;
}

/** Whether a file says that all of its build or of its picture is there. */
export function saysComplete({ key }: Pick<StoredFile, 'key'>): boolean {
  return key.endsWith('/artifact.json') || key.startsWith('pictures/');
}
