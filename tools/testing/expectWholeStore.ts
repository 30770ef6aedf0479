import type { ReleaseManifest } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { liveRelease } from '../release/readHistory';
import { dataKey } from '../release/readRelease';
import { listPictures, markerKey } from '../release/pictures/pictureKeys';
import { buildsOf, dataOf, picturesOf, type Release } from '../release/Release';
import { buildDescription, copyFiles, pageFiles } from '../server/checkedFile';
import { forEachParallel } from '../store/forEachParallel';
import { parseArtifact } from '../store/parseArtifact';
import type { Store } from '../store/Store';
import { storedFiles, type CheckedFile } from '../store/storeArtifact';

/**
 * Expects that every file of the live release is there and is what was deployed: its pages in all
 * their forms, their data, and the builds and copies of pictures that they name, as far as these have been made.
 *
 * @returns the live release
 * @throws Error that lists every file that is missing or altered
 */
export async function expectWholeStore(store: Store): Promise<Release> {
  // Read once: another release may become live meanwhile.
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const problems: string[] = [];
  await forEachParallel(pageFiles(release), check);
  await forEachParallel(dataOf(release), (hash) =>
    check({ key: dataKey(hash), isUnaltered: (content) => sha256(content) === hash }),
  );
  for (const build of buildsOf(release)) {
    const description = await check(buildDescription(build));
    const artifact = description && parseArtifact(description);
    if (artifact) await forEachParallel(storedFiles(artifact), check);
  }
  const made = await listPictures(store);
  for (const name of [...picturesOf(release)].filter((one) => made.has(one))) {
    const marker = (await store.read(markerKey(name))) ?? Buffer.from('');
    if ('refused' in (JSON.parse(marker.toString()) as object)) continue;
    await forEachParallel(copyFiles(name, marker), check);
  }
  const told = await store.read(`pages/${release.files['release.json']}`);
  const { id, shell, remotes } = JSON.parse(String(told)) as ReleaseManifest;
  const versions = [shell, ...remotes.map(({ version }) => version)];
  if (id !== release.id || versions.sort().join() !== Object.values(release.apps).sort().join())
    problems.push('release.json tells of another release');
  if (problems.length === 0) return release;
  throw new Error(`Release ${release.id} is damaged:\n  ${problems.sort().join('\n  ')}`);

  async function check({ key, isUnaltered }: CheckedFile): Promise<Buffer | undefined> {
    const content = await store.read(key);
    if (content && isUnaltered(content)) return content;
    problems.push(`${key} ${content ? 'has been altered' : 'is missing'}`);
    return undefined;
  }
}
