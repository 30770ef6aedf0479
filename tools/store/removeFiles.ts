import { forEachParallel } from './forEachParallel';
import type { Store, StoredFile } from './Store';

/**
 * Removes files. Those that say that others are complete go first, in the order given: a removal that is killed
 * leaves nothing that looks complete and is not.
 */
export async function removeFiles(store: Store, files: StoredFile[]): Promise<void> {
  for (const { key } of files.filter(saysComplete)) await store.remove(key);
  await forEachParallel(
    files.filter((file) => !saysComplete(file)),
    ({ key }) => store.remove(key),
  );
}

/** Whether a file says that a release, a build or the copies of a picture are complete. */
export function saysComplete({ key }: Pick<StoredFile, 'key'>): boolean {
  return /^(?:releases|previews|pictures)\//.test(key) || key.endsWith('/artifact.json');
}
