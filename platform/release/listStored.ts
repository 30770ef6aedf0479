import { listEncodings } from '../store/compress';
import type { Store } from '../store/Store';

/** Lists the keys of all pages and data in a store. */
export async function listStored(store: Store): Promise<ReadonlySet<string>> {
  const keysIn = async (folder: string) => (await store.list(folder)).map((name) => folder + name);
  return new Set((await Promise.all(['pages/', 'data/'].map(keysIn))).flat());
}

/**
 * Whether a store has all encodings of a file in a release, e.g. of a page.
 *
 * @param stored the keys from `listStored`
 * @param content the hash of the file's content
 */
export function isStored(stored: ReadonlySet<string>, file: string, content: string): boolean {
  return listEncodings(file).every((encoding) => stored.has(`pages/${content}${encoding}`));
}
