import { IntegrityError, releaseKey } from '../release/parseRelease';
import { buildsOf, type Release } from '../release/Release';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { buildDescription, buildFiles, bringFile, pageFiles, type CheckedFile } from './checkedFile';

/**
 * Brings what a cache lacks of a release: its pages, what browsers load of its builds, and last its manifest. Each
 * file is checked when it arrives.
 *
 * @param signal ends it between two files
 * @throws IntegrityError, without a full stop, if any of it is missing or altered
 */
export async function fetchWhole(
  from: Store,
  to: Store,
  release: Release,
  signal: AbortSignal,
): Promise<void> {
  const folders = await Promise.all(['pages/', 'artifacts/', 'assets/'].map((folder) => to.walk(folder)));
  // All files of the cache were checked when they came.
  const here = new Set(folders.flat().map(({ key }) => key));
  const fetch = async (file: CheckedFile): Promise<Buffer> => {
    signal.throwIfAborted();
    const content = await bringFile(from, to, file);
    if (!content) throw new IntegrityError(`${file.key} is missing`);
    return content;
  };
  const fetchAll = (files: CheckedFile[]) =>
    forEachParallel(
      files.filter(({ key }) => !here.has(key)),
      fetch,
    );
  await fetchAll(pageFiles(release));
  for (const build of buildsOf(release)) {
    const description = buildDescription(build);
    const known = await to.read(description.key);
    const isWhole = known !== undefined && description.isUnaltered(known);
    await fetchAll(buildFiles(isWhole ? known : await fetch(description)));
  }
  await to.write(releaseKey(release.id), JSON.stringify(release));
}
