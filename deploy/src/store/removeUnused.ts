import { eachInParallel } from './eachInParallel';
import { removeFiles, saysComplete } from './removeFiles';
import type { Store, StoredFile } from './Store';

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
  await eachInParallel(files, async ({ key }) => {
    const content = await store.read(key);
    if (content) contents.push({ key, content });
  });
  await removeFiles(store, files);
  if (!(await isUsed())) return true;
  await eachInParallel(
    contents.filter((file) => !saysComplete(file)),
    ({ key, content }) => store.write(key, content),
  );
  for (const { key, content } of contents.filter(saysComplete)) await store.write(key, content);
  return false;
}
