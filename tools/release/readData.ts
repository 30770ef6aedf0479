import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import { dataKey } from './parseRelease';

/**
 * The data of a page, as JSON, by its hash.
 *
 * @throws Error that says what to do if it is missing in the store, or altered
 */
export async function readData(store: Store, hash: string): Promise<string> {
  const key = dataKey(hash);
  const stored = await store.read(key);
  if (!stored)
    throw new Error(`${key} is missing in the store: deploy with a backend (--backend) to read it again.`);
  if (sha256(stored) !== hash)
    throw new Error(
      `${key} has been altered in the store: remove it, and deploy with a backend (--backend).`,
    );
  return stored.toString();
}
