import { artifactKey } from '../store/storeArtifact';
import { IntegrityError } from './parseRelease';
import { pagesOf, readBuild, readPicture, type Part } from './readPart';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { findRelease, findWhole } from './readRelease';
import { buildsOf } from './Release';

type Log = (line: string) => void;

/**
 * Copies a release or a preview from one store into another: first the builds that it names, then its
 * pages, its manifest last, so that its presence means that all of it is there. Does nothing if it is not complete
 * where it comes from: it is being written, or removed.
 *
 * @throws IntegrityError if any part of it is missing or altered, its manifest among them
 */
export async function fetchRelease(from: Store, to: Store, id: string, log: Log): Promise<void> {
  if (await findWhole(to, id)) return;
  const release = await findRelease(from, id);
  if (!release) return;
  for (const build of buildsOf(release)) await fetchBuild(from, to, build, log);

  await fetchPart(from, to, pagesOf(release), `release ${id}`, log);
}

/**
 * Copies what a web host needs of a build, which is what browsers load. The server bundle stays where deployments run.
 *
 * @throws IntegrityError if any of it is missing or altered
 */
export async function fetchBuild(from: Store, to: Store, build: string, log: Log): Promise<void> {
  if (await to.read(artifactKey(build))) return;
  await fetchPart(from, to, await readBuild(from, build), build.replace('/', ' '), log);
}

/**
 * Copies what there is of a picture.
 *
 * @throws IntegrityError if any of it is missing or altered
 */
export async function fetchPicture(from: Store, to: Store, name: string): Promise<void> {
  await fetchPart(from, to, await readPicture(from, name), name, () => undefined);
}

/** Its manifest comes last, so that its presence means that all of it is there. */
async function fetchPart(
  from: Store,
  to: Store,
  { folder, files, manifest }: Part,
  name: string,
  log: Log,
): Promise<void> {
  // What is here has been looked at: a key is written whole or not at all.
  const here = new Set((await to.walk(folder)).map(({ key }) => key));
  const wanted = files.filter(({ key }) => !here.has(key));
  log(`Fetching ${name}: ${wanted.length} files`);
  await forEachParallel(
    wanted,
    async ({ key, isUnaltered }) => {
      const bytes = await from.read(key);
      if (!bytes) throw new IntegrityError(`${key} is missing`);
      if (!isUnaltered(bytes)) throw new IntegrityError(`${key} has been altered`);
      await to.write(key, bytes);
    },
    (count) => log(`  ${count} of ${wanted.length}`),
  );
  await to.write(manifest.key, manifest.content);
}
