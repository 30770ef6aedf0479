import { formsOf } from '../build/compress';
import { fetchArtifact } from '../build/fetchArtifact';
import { IntegrityError } from '../store/IntegrityError';
import { eachInParallel } from '../store/eachInParallel';
import type { Store } from '../store/Store';
import { hasContent } from '../build/isUnaltered';
import { manifestKey } from './readRelease';
import { fetchPicture } from '../pictures/fetchPicture';
import { listPictures } from '../pictures/madePictures';
import { buildsOf, contentsOf, picturesOf } from './Release';
import type { Release } from './Release';

/**
 * Copies a release or a preview from one store into another: first the builds and pictures that it names, then its
 * pages, its manifest last, so that its presence means that all of it is there.
 *
 * @returns false if it is not complete where it comes from: it is being written, or removed
 * @throws IntegrityError if any part of it is missing or altered
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

  const made = await listPictures(to, 'made');
  const pictures = [...picturesOf(release)].filter((name) => !made.has(name));
  if (pictures.length > 0) log(`Fetching ${pictures.length} pictures`);
  await eachInParallel(
    pictures,
    (name) => fetchPicture(from, to, name),
    (count) => log(`  ${count} of ${pictures.length}`),
  );

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
      if (!bytes) throw new IntegrityError(`pages/${name} is missing`);
      if (!hasContent(name, bytes, content)) throw new IntegrityError(`pages/${name} has been altered`);
      await to.write(`pages/${name}`, bytes);
    },
    (count) => log(`  ${count} of ${wanted.size}`),
  );
  await to.write(done, manifest);
  return true;
}
