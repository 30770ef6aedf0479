import { sha256 } from '../build/sha256';
import { liveRelease } from '../release/liveRelease';
import { listPictures, markerKey } from '../release/pictures/pictureKeys';
import { buildsOf, picturesOf } from '../release/Release';
import { buildDescription, buildFiles, copyFiles, pageFiles, type CheckedFile } from '../server/checkedFile';
import { forEachParallel } from '../store/forEachParallel';
import { parseArtifact } from '../store/parseArtifact';
import type { Store } from '../store/Store';

/**
 * Expects that every file of the live release is there and is what was deployed: its pages in all their forms, and the
 * builds and copies of pictures that they name, as far as these have been made.
 *
 * @throws Error that lists every file that is missing or altered
 */
export async function expectWholeStore(store: Store): Promise<void> {
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const problems: string[] = [];
  await forEachParallel(pageFiles(release), check);
  for (const build of buildsOf(release)) {
    const description = await check(buildDescription(build));
    if (!description) continue;
    const isUnaltered = (bytes: Buffer) => sha256(bytes) === parseArtifact(description)?.serverHash;
    await forEachParallel(
      [...buildFiles(description), { key: `artifacts/${build}/server.cjs`, isUnaltered }],
      check,
    );
  }
  const made = await listPictures(store);
  for (const name of [...picturesOf(release)].filter((one) => made.has(one))) {
    const marker = (await store.read(markerKey(name))) ?? Buffer.from('');
    if ('refused' in (JSON.parse(marker.toString()) as object)) continue;
    await forEachParallel(copyFiles(name, marker), check);
  }
  if (problems.length === 0) return;
  throw new Error(`Release ${release.id} is damaged:\n  ${problems.sort().join('\n  ')}`);

  async function check({ key, isUnaltered }: CheckedFile): Promise<Buffer | undefined> {
    const content = await store.read(key);
    if (content && isUnaltered(content)) return content;
    problems.push(`${key} ${content ? 'has been altered' : 'is missing'}`);
    return undefined;
  }
}
