import { DamagedError } from '../store/DamagedError';
import { eachInParallel } from '../store/eachInParallel';
import { fetchArtifact } from '../build/fetchArtifact';
import type { Release } from './Release';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';

/**
 * Copies a release from one store into another: first the builds that it names, then its pages, `release.json`
 * last, so that its presence means that all of it is there.
 *
 * @returns false if it is not complete where it comes from: it is being written, or removed
 * @throws DamagedError if any part of it is missing or altered
 */
export async function fetchRelease(
  from: Store,
  to: Store,
  id: string,
  log: (line: string) => void,
): Promise<boolean> {
  const folder = `releases/${id}/`;
  const done = `${folder}release.json`;
  if (await to.read(done)) return true;
  const content = await from.read(done);
  if (!content) return false;
  const release = JSON.parse(content.toString()) as Release;
  for (const [app, version] of Object.entries(release.apps))
    await fetchArtifact(from, to, `${app}/${version}`, log);

  const here = new Set((await to.walk(folder)).map(({ key }) => key));
  const wanted = Object.entries(release.hashes ?? {}).filter(([name]) => !here.has(folder + name));
  log(`Fetching release ${id}: ${wanted.length} files`);
  await eachInParallel(
    wanted,
    async ([name, hash]) => {
      const bytes = await from.read(folder + name);
      if (!bytes) throw new DamagedError(`${folder}${name} is missing`);
      if (sha256(bytes) !== hash) throw new DamagedError(`${folder}${name} has been altered`);
      await to.write(folder + name, bytes);
    },
    (count) => log(`  ${count} of ${wanted.length}`),
  );
  await to.write(done, content);
  return true;
}
