import { listEncodings } from '../store/compress';
import type { Store } from '../store/Store';

/** Lists the keys of all pages and data in a store. */
export async function listStored(store: Store): Promise<ReadonlySet<string>> {
  const keysIn = async (folder: string) => (await store.list(folder)).map((name) => folder + name);
  return new Set((await Promise.all(['pages/', 'data/'].map(keysIn))).flat());
}

/**
 * Whether a store has a page, or another file of a release, in all its encodings.
 *
 * @param stored the keys from `listStored`
 * @param content the hash of the file's content
 */
export function isStored(stored: ReadonlySet<string>, file: string, content: string): boolean {
  return listEncodings(file).every((encoding) => stored.has(`pages/${content}${encoding}`));
}
