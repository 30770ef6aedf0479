import { gunzipSync } from 'node:zlib';
import { hasHash } from '../store/compress';
import type { Store } from '../store/Store';

/** Returns the key of the data whose uncompressed text has the given SHA-256. Data is stored only in compressed form. */
export function dataKey(hash: string): string {
  return `data/${hash}.json.gz`;
}

/**
 * Reads a page's data or an answer, as JSON, by its hash.
 *
 * @throws Error that says what to do if the data is missing or altered
 */
export async function readData(store: Store, hash: string): Promise<string> {
  const key = dataKey(hash);
  const stored = await store.read(key);
  const advice = 'Make it again: npm run deploy -- --repair --backend <backend-url>';
  if (!stored) throw new Error(`${key} is missing from the store. ${advice}`);
  if (!hasHash(key, stored, hash)) throw new Error(`${key} has been altered in the store. ${advice}`);
  return gunzipSync(stored).toString();
}
