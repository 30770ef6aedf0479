import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import { copyKeys, markerKey, refusalKey, type Copies, type PictureMarker } from './pictureKeys';

/**
 * Stores the copies of a picture, overwriting older ones. Then stores the marker, which declares the copies complete.
 */
export async function storePicture(store: Store, name: string, copies: Copies<Buffer>): Promise<void> {
  const hashes: Partial<Copies<string>> = {};
  for (const [copy, key] of copyKeys(name)) {
    await store.write(key, copies[copy]);
    hashes[copy] = sha256(copies[copy]);
  }
  const made: PictureMarker = { hashes: hashes as Copies<string> };
  await store.write(markerKey(name), JSON.stringify(made));
  await store.remove(refusalKey(name));
}
