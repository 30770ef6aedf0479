import { forEachParallel } from './forEachParallel';
import type { Store, StoredFile } from './Store';

/**
 * Removes files. What says that others are complete goes first, in the order given, so that a removal that is killed
 * leaves nothing that looks whole and is not.
 */
export async function removeFiles(store: Store, files: StoredFile[]): Promise<void> {
  for (const { key } of files.filter(saysComplete)) await store.remove(key);
  await forEachParallel(
    files.filter((file) => !saysComplete(file)),
    ({ key }) => store.remove(key),
  );
}

/** Whether a file says that all of its release, of its build or of its picture is there. */
export function saysComplete({ key }: Pick<StoredFile, 'key'>): boolean {
  return /^(?:releases|previews|pictures)\//.test(key) || key.endsWith('/artifact.json');
}
