import { compress } from '../build/compress';
import { eachInParallel } from '../store/eachInParallel';
import type { Release } from './Release';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';

/**
 * Writes a release, its pages and the files beside them, `release.json` last, with the hash of each. Visitors see
 * none of it until it is made live.
 */
export async function writeRelease(
  store: Store,
  release: Release,
  files: Record<string, string | Buffer>,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const names = Object.keys(files);
  log(`Compressing and writing the release: ${names.length} files`);
  const hashes: [file: string, hash: string][] = [];
  await eachInParallel(
    Object.entries(files),
    async ([name, content]) => {
      for (const [file, bytes] of await compress(name, Buffer.from(content))) {
        hashes.push([file, sha256(bytes)]);
        await store.write(`releases/${release.id}/${file}`, bytes);
      }
    },
    (count) => log(`  ${count} of ${names.length}`),
  );
  release.hashes = Object.fromEntries(hashes.sort());
  await store.write(`releases/${release.id}/release.json`, JSON.stringify(release, null, 2));
}
