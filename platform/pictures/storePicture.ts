import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import { copyKeys, markerKey, refusalKey, type Copies, type PictureMarker } from './pictureKeys';

/**
 * Stores a picture's copies, and overwrites any older ones. Then stores the marker, which says that all copies exist, and
 * removes any earlier refusal.
 */
export async function storePicture(store: Store, name: string, copies: Copies<Buffer>): Promise<void> {
  const hashes: Copies<string> = {};
  for (const [copy, key] of copyKeys(name)) {
    const content = copies[copy];
    if (!content) continue;
    await store.write(key, content);
    hashes[copy] = sha256(content);
  }
  const made: PictureMarker = { hashes };
  await store.write(markerKey(name), JSON.stringify(made));
  await store.remove(refusalKey(name));
}
