import { liveEntry } from '../../release/readHistory';
import { releaseKey } from '../../release/readRelease';
import { buildsOf, type Release } from '../../release/Release';
import { pageFiles } from '../../release/releaseFiles';
import { removeFiles } from '../../release/walkParts';
import { missingIn } from '../../store/findDamage';
import type { Store } from '../../store/Store';
import { copyBuild } from './copyBuild';
import { fetchFiles, type Copying } from './fetchFile';

/** The first entry of a site's history. It identifies the site, and is never removed. */
export const FIRST = 'history/1.json';

/** The live history entry of a copy; undefined if there is none, or if it is damaged. */
export function intactLive(copy: Store): ReturnType<typeof liveEntry> {
  return liveEntry(copy).catch(() => undefined);
}

/**
 * Copies the bucket's live release. The history entry is written last, once the copy is complete, so visitors never see a
 * partial release.
 *
 * @throws IntegrityError if a file is missing or damaged in the bucket
 */
export async function copyLive(copying: Copying): Promise<void> {
  const { bucket, copy } = copying;
  const live = await liveEntry(bucket);
  if (!live) return;
  await copyRelease(copying, live.release);
  const copied = await intactLive(copy);
  // The id is compared, too: if a deployment removes the history entry that it wrote, the next deployment reuses the
  // entry's number.
  if (live.number === copied?.number && live.release.id === copied.release.id) return;
  await copy.write(releaseKey(live.release.id), JSON.stringify(live.release));
  const kept = [FIRST, `history/${live.number}.json`];
  for (const key of kept) {
    const entry = await bucket.read(key);
    // The deployment has removed its history entry since the entry was read above.
    if (!entry) return;
    await copy.write(key, entry);
  }
  const others = (await copy.walk('history/')).filter(({ key }) => !kept.includes(key));
  await removeFiles(copy, others);
}

/** Copies the missing files of a release, except its manifest. */
async function copyRelease(copying: Copying, release: Release): Promise<void> {
  const files = pageFiles(release);
  await fetchFiles(copying, await missingIn(copying.copy, files));
  for (const build of buildsOf(release)) files.push(...(await copyBuild(copying, build)));
  const [lost] = await missingIn(copying.copy, files);
  if (lost) throw new Error(`${lost.key} was removed from the copy while the release was being copied.`);
}
