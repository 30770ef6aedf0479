import { eachInParallel } from './eachInParallel';
import type { Store, StoredFile } from './Store';

/**
 * Removes the files of a build. What says that it is complete goes first, so that a removal that is
 * killed leaves nothing that looks whole and is not.
 */
export async function removeFiles(store: Store, files: StoredFile[]): Promise<void> {
  for (const { key } of files.filter(saysComplete)) await store.remove(key);
  await eachInParallel(
    files.filter((file) => !saysComplete(file)),
    ({ key }) => store.remove(key),
  );
}

/** Whether a file of a build says that all of it is there. */
export function saysComplete({ key }: Pick<StoredFile, 'key'>): boolean {
  return key.endsWith('/artifact.json');
}
