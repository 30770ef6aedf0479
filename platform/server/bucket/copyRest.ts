import { messageOf } from '@site/shared/node/messageOf';
import { isPictureName } from '@site/shared/api/pictureCopy';
import { isMarker, pictureOf } from '../../pictures/pictureKeys';
import { IntegrityError } from '../../release/readRelease';
import { partOf, partsOf, removeFiles } from '../../release/walkParts';
import { isBuildName } from '../../store/parseArtifact';
import type { Store, StoredFile } from '../../store/Store';
import { copyBuild } from './copyBuild';
import { intactLive } from './copyLive';
import { copyPicture } from './copyPicture';
import type { Copying } from './fetchFile';

/** How old an unfinished file must be, in milliseconds, to count as abandoned. */
const DRAFT_LIMIT = 3_600_000;

/**
 * Removes files from the copy that are no longer in the bucket. Then copies the files that the live release does not need but
 * visitors may request: the builds of open tabs, and the pictures.
 *
 * @param report called for each build and picture that is damaged in the bucket. The others are still copied
 * @throws Error if the bucket cannot be read, or the copy cannot be written
 */
export async function copyRest(copying: Copying, report: (line: string) => void): Promise<void> {
  // The copy is listed first, so a file that is deployed and copied between the listings does not seem to be pruned.
  const copyFiles = await walk(copying.copy, ['releases/', 'pages/', 'artifacts/', 'assets/', 'pictures/']);
  const bucketFiles = await walk(copying.bucket, ['pages/', 'artifacts/', 'pictures/']);
  await removeGone(copying.copy, copyFiles, new Set(bucketFiles.map(({ key }) => partOf(key))));
  const copiedBytes = new Map(copyFiles.map(({ key, bytes }) => [key, bytes]));
  // File lengths are compared, because a refused picture's marker gets another length if the picture is made later.
  const outdated = bucketFiles.filter(
    ({ key, bytes }) => marksComplete(key) && copiedBytes.get(key) !== bytes,
  );
  for (const { key } of outdated.sort(byPriority)) {
    try {
      if (isMarker(key)) await copyPicture(copying, pictureOf(key));
      else await copyBuild(copying, partOf(key));
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      report(messageOf(error));
    }
  }
}

async function walk(store: Store, folders: string[]): Promise<StoredFile[]> {
  return (await Promise.all(folders.map((folder) => store.walk(folder)))).flat();
}

async function removeGone(copy: Store, files: StoredFile[], bucketParts: ReadonlySet<string>): Promise<void> {
  // The live release is read after the listings, because another process may have copied a newer release meanwhile.
  const live = await intactLive(copy);
  const liveParts = live ? partsOf(live.release) : new Set<string>();
  const isNeeded = (part: string) => bucketParts.has(part) || liveParts.has(part);
  const gone = files.filter((file) => (isDraft(file) ? isAbandoned(file) : !isNeeded(partOf(file.key))));
  await removeFiles(copy, gone);
}

/** Whether a file marks a build or the copies of a picture as complete. */
function marksComplete(key: string): boolean {
  if (isMarker(key)) return isPictureName(pictureOf(key));
  return key.endsWith('/artifact.json') && isBuildName(partOf(key));
}

/** Orders builds before pictures. The newest of each kind comes first, because most tabs use the newest. */
function byPriority(one: StoredFile, other: StoredFile): number {
  const order = Number(isMarker(one.key)) - Number(isMarker(other.key));
  return order || other.modified.getTime() - one.modified.getTime();
}

/** Whether a file is being written, or was left behind by a killed process. */
function isDraft({ key }: StoredFile): boolean {
  return key.endsWith('.tmp');
}

function isAbandoned({ modified }: StoredFile): boolean {
  return modified.getTime() < Date.now() - DRAFT_LIMIT;
}
