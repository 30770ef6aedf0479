import { formsOf } from '../build/compress';
import { fetchArtifact } from '../build/fetchArtifact';
import { DamagedError } from '../store/DamagedError';
import { eachInParallel } from '../store/eachInParallel';
import type { Store } from '../store/Store';
import { hasContent } from '../build/isUnaltered';
import { manifestKey } from './readRelease';
import { buildsOf, contentsOf } from './Release';
import type { Release } from './Release';

/**
 * Copies a release or a preview from one store into another: first the builds that it names, then its pages, its
 * manifest last, so that its presence means that all of it is there.
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
  const done = manifestKey(id);
  if (await to.read(done)) return true;
  const manifest = await from.read(done);
  if (!manifest) return false;
  const release = JSON.parse(manifest.toString()) as Release;
  for (const build of buildsOf(release)) await fetchArtifact(from, to, build, log);

  const here = new Set(await to.list('pages/'));
  const wanted = new Map(
    contentsOf(release).flatMap(([file, content]) =>
      formsOf(file)
        .filter((form) => !here.has(content + form))
        .map((form) => [content + form, content]),
    ),
  );
  log(`Fetching release ${id}: ${wanted.size} files`);
  await eachInParallel(
    wanted,
    async ([name, content]) => {
      const bytes = await from.read(`pages/${name}`);
      if (!bytes) throw new DamagedError(`pages/${name} is missing`);
      if (!hasContent(name, bytes, content)) throw new DamagedError(`pages/${name} has been altered`);
      await to.write(`pages/${name}`, bytes);
    },
    (count) => log(`  ${count} of ${wanted.size}`),
  );
  await to.write(done, manifest);
  return true;
}
