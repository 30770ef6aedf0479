import { sha256 } from '../../../build/sha256';
import { IntegrityError } from '../store/IntegrityError';
import type { Store } from '../store/Store';
import { copyKeys, outcomeKey } from './madePictures';
import type { Copies } from './madePictures';

/**
 * Copies a picture from one store into another: its copies and, last, what says that all of them are there.
 *
 * @throws IntegrityError if any of it is missing or altered
 */
export async function fetchPicture(from: Store, to: Store, name: string): Promise<void> {
  const done = outcomeKey(name, 'made');
  const content = await readPresent(from, done);
  const hashes = JSON.parse(content.toString()) as Copies<string>;
  for (const [width, key] of copyKeys(name)) {
    const bytes = await readPresent(from, key);
    if (sha256(bytes) !== hashes[width]) throw new IntegrityError(`${key} has been altered`);
    await to.write(key, bytes);
  }
  await to.write(done, content);
}

async function readPresent(store: Store, key: string): Promise<Buffer> {
  const bytes = await store.read(key);
  if (!bytes) throw new IntegrityError(`${key} is missing`);
  return bytes;
}
