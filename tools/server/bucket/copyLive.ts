import { liveEntry } from '../../release/readHistory';
import { releaseKey } from '../../release/readRelease';
import { buildsOf, type Release } from '../../release/Release';
import { pageFiles } from '../../release/releaseFiles';
import { removeFiles } from '../../release/walkParts';
import { missingIn } from '../../store/findDamage';
import type { Store } from '../../store/Store';
import { copyBuild } from './copyBuild';
import { fetchFiles, type Copying } from './fetchFile';

/** The first entry of a site's history, which always stays and is like no other site's. */
export const FIRST = 'history/1.json';

/** What a copy holds whole, with its number of the history; undefined if that is nothing, or damaged. */
export function wholeIn(copy: Store): ReturnType<typeof liveEntry> {
  return liveEntry(copy).catch(() => undefined);
}

/**
 * Brings the copy to the release that is live in the bucket. Its entry in the history comes last, after a look whether
 * all of it is there, so that visitors never see a part of it.
 *
 * @throws IntegrityError if the bucket lacks any of it, or has it altered
 */
export async function copyLive(copying: Copying): Promise<void> {
  const { bucket, copy } = copying;
  const live = await liveEntry(bucket);
  if (!live) return;
  await copyRelease(copying, live.release);
  const here = await wholeIn(copy);
  // A number that was taken back is another release's next.
  if (live.number === here?.number && live.release.id === here.release.id) return;
  await copy.write(releaseKey(live.release.id), JSON.stringify(live.release));
  const kept = [FIRST, `history/${live.number}.json`];
  for (const key of kept) {
    const entry = await bucket.read(key);
    // Its deployment has taken the number back.
    if (!entry) return;
    await copy.write(key, entry);
  }
  const others = (await copy.walk('history/')).filter(({ key }) => !kept.includes(key));
  await removeFiles(copy, others);
}

/** Copies what the copy lacks of a release, but for its manifest. */
async function copyRelease(copying: Copying, release: Release): Promise<void> {
  const files = pageFiles(release);
  await fetchFiles(copying, await missingIn(copying.copy, files));
  for (const build of buildsOf(release)) files.push(...(await copyBuild(copying, build)));
  const [lost] = await missingIn(copying.copy, files);
  if (lost) throw new Error(`${lost.key} was removed from the copy while it was made.`);
}
