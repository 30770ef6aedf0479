import { messageOf } from '@site/backend/messageOf';
import { isPictureName } from '@site/shared/api/pictureCopy';
import { isMarker, pictureOf } from '../../release/pictures/pictureKeys';
import { IntegrityError } from '../../release/readRelease';
import { partOf, partsOf, removeFiles } from '../../release/walkParts';
import { isBuildName } from '../../store/parseArtifact';
import type { Store, StoredFile } from '../../store/Store';
import { copyBuild } from './copyBuild';
import { wholeIn } from './copyLive';
import { copyPicture } from './copyPicture';
import type { Copying } from './fetchFile';

/** How long another process may take to write one file. Milliseconds. */
const DRAFT_LIMIT = 3_600_000;

/**
 * Removes from the copy what the bucket no longer has, and brings what else it has for visitors: the builds that open
 * tabs load, and the pictures.
 *
 * @param tell told of each build and picture that is damaged in the bucket; all others come
 * @throws Error if the bucket cannot be read, or the copy not written
 */
export async function copyRest(copying: Copying, tell: (line: string) => void): Promise<void> {
  // First the copy, since another process may be fetching what comes into the bucket meanwhile.
  const here = await walk(copying.copy, ['releases/', 'pages/', 'artifacts/', 'assets/', 'pictures/']);
  const there = await walk(copying.bucket, ['pages/', 'artifacts/', 'pictures/']);
  await removeGone(copying.copy, here, new Set(there.map(({ key }) => partOf(key))));
  const copied = new Map(here.map(({ key, bytes }) => [key, bytes]));
  // A picture that was refused may have been made since: its marker is longer then.
  const wanted = there
    .filter(({ key, bytes }) => saysComplete(key) && copied.get(key) !== bytes)
    .sort(byWant);
  for (const { key } of wanted) {
    try {
      if (isMarker(key)) await copyPicture(copying, pictureOf(key));
      else await copyBuild(copying, partOf(key));
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      tell(messageOf(error));
    }
  }
}

async function walk(store: Store, folders: string[]): Promise<StoredFile[]> {
  return (await Promise.all(folders.map((folder) => store.walk(folder)))).flat();
}

async function removeGone(copy: Store, here: StoredFile[], parts: ReadonlySet<string>): Promise<void> {
  // Last, so that it is the newest: another process may have brought it meanwhile.
  const shown = await wholeIn(copy);
  const needed = shown ? partsOf(shown.release) : new Set<string>();
  const isKept = (part: string) => parts.has(part) || needed.has(part);
  const gone = here.filter((file) => (isDraft(file) ? isLeft(file) : !isKept(partOf(file.key))));
  await removeFiles(copy, gone);
}

/** Whether a file says that a build or the copies of a picture are complete. */
function saysComplete(key: string): boolean {
  if (isMarker(key)) return isPictureName(pictureOf(key));
  return key.endsWith('/artifact.json') && isBuildName(partOf(key));
}

/** Builds before pictures, and of each kind the newest first, since most tabs have that one. */
function byWant(one: StoredFile, other: StoredFile): number {
  const order = Number(isMarker(one.key)) - Number(isMarker(other.key));
  return order || other.modified.getTime() - one.modified.getTime();
}

/** Whether a file is one that is being written, or that a killed process has left. */
function isDraft({ key }: StoredFile): boolean {
  return key.endsWith('.tmp');
}

function isLeft({ modified }: StoredFile): boolean {
  return modified.getTime() < Date.now() - DRAFT_LIMIT;
}
