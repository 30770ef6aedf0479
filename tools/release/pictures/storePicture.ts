import { sha256 } from '../../build/sha256';
import type { Store } from '../../store/Store';
import { COPIES, copyKeys, markerKey, type Copies, type PictureMarker } from './pictureKeys';

/**
 * Puts the copies of a picture into the store, and then the marker that says that all of them are there. What is
 * already there stays, so that the bytes of an address never change.
 *
 * @throws Error if prune removes any of it meanwhile
 */
export async function storePicture(store: Store, name: string, copies: Copies<Buffer>): Promise<void> {
  const hashes: Partial<Copies<string>> = {};
  for (const [width, key] of copyKeys(name)) {
    const isOurs = await store.create(key, copies[width]);
    const bytes = isOurs ? copies[width] : await store.read(key);
    if (!bytes) throw new Error(`${key} was removed just now.`);
    hashes[width] = sha256(bytes);
  }
  const made: PictureMarker = { hashes: hashes as Copies<string> };
  await store.create(markerKey(name), JSON.stringify(made));
  const there = await store.list(`${COPIES}${name}/`);
  if (copyKeys(name).every(([width]) => there.includes(`${width}.avif`))) return;
  await store.remove(markerKey(name));
  throw new Error(`Copies of ${name} were removed just now.`);
}
