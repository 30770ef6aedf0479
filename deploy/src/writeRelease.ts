import { createHash } from 'node:crypto';
import { compress } from './compress';
import type { Release } from './Release';
import type { Store } from './store/Store';

/**
 * Writes a release, its pages and the files beside them, `release.json` last, with the hash of each. Visitors see
 * none of it until it is made live.
 */
export async function writeRelease(
  store: Store,
  release: Release,
  files: Record<string, string | Buffer>,
): Promise<void> {
  const hashes: Record<string, string> = {};
  for (const [name, content] of Object.entries(files)) {
    for (const [file, bytes] of await compress(name, Buffer.from(content))) {
      hashes[file] = createHash('sha256').update(bytes).digest('hex');
      await store.write(`releases/${release.id}/${file}`, bytes);
    }
  }
  release.hashes = hashes;
  await store.write(`releases/${release.id}/release.json`, JSON.stringify(release, null, 2));
}
