import type { Artifact } from '../build/Artifact';
import { sha256 } from '../build/sha256';
import { liveRelease } from './liveRelease';
import { IntegrityError } from './parseRelease';
import { listPictures } from './pictures/pictureKeys';
import { pagesOf, readBuild, readPicture, type Part } from './readPart';
import { buildsOf, picturesOf } from './Release';
import { forEachParallel } from '../store/forEachParallel';
import { readPullSource } from '../store/pullSource';
import type { Store } from '../store/Store';

/**
 * Checks every file of the live release: its pages in all their forms, and the builds and copies of pictures that they
 * name, as far as these have been made.
 *
 * @throws Error that lists every file that is missing or altered
 */
export async function verify(store: Store, log: (line: string) => void): Promise<void> {
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const isHost = (await readPullSource(store)) !== undefined;
  const problems: string[] = [];
  let checked = 0;

  await check(pagesOf(release).files);
  for (const build of buildsOf(release)) {
    log(`Checking ${build.replace('/', ' ')}`);
    const found = await orProblem(readBuild(store, build));
    if (!found) continue;
    const { serverHash } = JSON.parse(found.manifest.content.toString()) as Artifact;
    const server = {
      key: `artifacts/${build}/server.cjs`,
      isUnaltered: (bytes: Buffer) => sha256(bytes) === serverHash,
    };
    // A web host has no server bundles: it renders nothing.
    await check(isHost ? found.files : [...found.files, server]);
  }
  const made = await listPictures(store);
  await forEachParallel(
    [...picturesOf(release)].filter((name) => made.has(name)),
    async (name) => check((await orProblem(readPicture(store, name)))?.files ?? []),
  );
  if (problems.length > 0) {
    throw new Error(
      `Release ${release.id} is damaged: restore another one, or put the files back.\n  ${problems.sort().join('\n  ')}`,
    );
  }
  log(`Release ${release.id} is whole: ${checked} files.`);

  async function check(files: Part['files']): Promise<void> {
    checked += files.length;
    await forEachParallel(files, async ({ key, isUnaltered }) => {
      const content = await store.read(key);
      if (!content) problems.push(`${key} is missing`);
      else if (!isUnaltered(content)) problems.push(`${key} has been altered`);
    });
  }

  async function orProblem(reading: Promise<Part>): Promise<Part | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  }
}
