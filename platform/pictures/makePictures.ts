import { errorMessage } from '@site/shared/node/errorMessage';
import { readUpTo } from '@site/shared/node/readUpTo';
import { RECIPE } from '@site/shared/api/pictureCopy';
import type { Store, StoredFile } from '../store/Store';
import { copyPicture } from './copyPicture';
import {
  COPIES,
  copyKeys,
  isRefusal,
  markerKey,
  MARKERS,
  parseHashes,
  pictureFromKey,
  refusalKey,
} from './pictureKeys';
import { storePicture } from './storePicture';

/** The time limit for downloading a picture, in milliseconds. */
const DOWNLOAD_LIMIT = 30_000;

/** The maximum size of an original picture, in bytes. */
const MAX_PICTURE = 64 * 1024 * 1024;

/**
 * The time limit for a process that makes the copies of one picture, in milliseconds. A large picture may need all this
 * time on a busy machine.
 */
const MAKING_LIMIT = 120_000;

/**
 * How long a picture stays refused, in milliseconds. Refusals expire, because the machine may have been at fault rather
 * than the picture.
 */
const REFUSED = 86_400_000;

export interface MakePicturesOptions {
  store: Store;
  backendUrl: string;
  log: (line: string) => void;
  signal: AbortSignal;
  /** Called before each picture. If it returns false, `makePictures` stops. */
  isCurrent?: () => boolean;
  /**
   * Whether to make lost copies again. To find them, `makePictures` lists all stored copies, which takes about a second for
   * 30,000 copies.
   */
  looksAtCopies?: boolean;
  /** The time limit for each process that makes copies, in milliseconds; `MAKING_LIMIT` by default. */
  limit?: number;
}

/**
 * Makes the copies that the store lacks, one picture after another. Each call makes one pass over the given pictures, and
 * keeps no state: the store says which copies exist, and which pictures were refused within the last day.
 *
 * - If no copies can be made of a picture, it is refused, and tried again after a day.
 * - If the backend no longer has a picture, it is skipped.
 * - If the backend cannot send a picture now, it is left for a later pass.
 * - Any other failure is the fault of the backend, the store or the machine, so it ends the pass.
 *
 * Failures are logged, not thrown.
 *
 * @param names the pictures, in the order in which to make their copies. Pictures with a recipe other than `RECIPE` are
 *   skipped, because another version of this code makes their copies
 */
export async function makePictures(options: MakePicturesOptions, names: Iterable<string>): Promise<void> {
  const { log, signal, isCurrent = () => true } = options;
  const unsent: { name: string; problem: string }[] = [];
  let next = 'pictures';
  try {
    for (const name of await listMissing(options, names)) {
      if (signal.aborted || !isCurrent()) break;
      next = `the picture ${fileName(name)}`;
      const problem = await makePicture(name, options);
      if (problem) unsent.push({ name, problem });
    }
  } catch (error) {
    if (!signal.aborted) log(notNow(next, errorMessage(error)));
  }
  const [first, ...others] = unsent;
  if (!first) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  log(notNow(`the picture ${fileName(first.name)}${more}`, first.problem));
}

/**
 * Lists the pictures that lack copies, except those that were refused within the last day. With `looksAtCopies`, the list
 * includes pictures that have lost a copy. For each of these, the loss is logged and the marker is removed, because the
 * marker says that all copies exist.
 */
async function listMissing(
  { store, looksAtCopies, log }: MakePicturesOptions,
  names: Iterable<string>,
): Promise<string[]> {
  const markers = await store.list(MARKERS, { deep: true });
  const stored = looksAtCopies
    ? new Set((await store.list(COPIES, { deep: true })).map(({ key }) => key))
    : undefined;
  // A refusal that was written while the clock was wrong may be dated in the future. Without `Math.abs`, it would stay young
  // until a day after that date.
  const isYoung = ({ modified }: StoredFile) => Math.abs(Date.now() - modified.getTime()) < REFUSED;
  const known = markers.filter((marker) => !isRefusal(marker.key) || isYoung(marker));
  const made = new Set(known.filter(({ key }) => !isRefusal(key)).map(({ key }) => pictureFromKey(key)));
  const refused = new Set(known.filter(({ key }) => isRefusal(key)).map(({ key }) => pictureFromKey(key)));

  const missing: string[] = [];
  for (const name of names) {
    if (!name.startsWith(`${RECIPE}/`) || refused.has(name)) continue;
    const lost = made.has(name) && stored && (await findLost(store, name, stored));
    if (made.has(name) && !lost) continue;
    if (lost) {
      log(`${lost} is missing. It is made again.`);
      await store.remove(markerKey(name));
    }
    missing.push(name);
  }
  return missing;
}

/**
 * Returns the key of a copy that was made but is no longer stored; undefined if there is none. Copies that would have
 * been too large were never made, so they are not lost.
 */
async function findLost(
  store: Store,
  name: string,
  stored: ReadonlySet<string>,
): Promise<string | undefined> {
  const absent = copyKeys(name).filter(([, key]) => !stored.has(key));
  if (absent.length === 0) return undefined;
  const marker = await store.read(markerKey(name));
  const hashes = marker && parseHashes(marker);
  const [, lost] = absent.find(([copy]) => hashes?.[copy] !== undefined) ?? [];
  return lost;
}

/** @returns why the backend cannot send the picture now; undefined if nothing is left to do for the picture */
async function makePicture(
  name: string,
  { store, backendUrl, log, signal, limit = MAKING_LIMIT }: MakePicturesOptions,
): Promise<string | undefined> {
  // Another watcher may have made the copies in the meantime.
  if (await store.read(markerKey(name))) return undefined;
  const downloaded = await downloadPicture(backendUrl, name, signal);
  if (!Buffer.isBuffer(downloaded)) return downloaded;
  const made = await copyPicture(downloaded, limit, signal);
  if ('copies' in made) {
    await storePicture(store, name, made.copies);
    return undefined;
  }
  await store.write(refusalKey(name), made.refused);
  log(
    `No smaller copies can be made of the picture ${fileName(name)}: ${made.refused}. Visitors get the original file, or a drawing of a folder if it cannot be shown; then upload another picture. This one is tried again after a day.`,
  );
  return undefined;
}

function fileName(name: string): string {
  const [, collection, record, file] = name.split('/');
  return `${file} of ${collection}/${record}`;
}

function notNow(what: string, why: string): string {
  return `Smaller copies of ${what} cannot be made now (trying again within an hour): ${why}`;
}

/**
 * @returns the picture as a buffer; if it cannot be downloaded now, a string that says why; undefined if the backend no
 *   longer has the picture or hides it from visitors
 * @throws Error if the backend cannot be reached
 */
async function downloadPicture(
  backendUrl: string,
  name: string,
  signal: AbortSignal,
): Promise<Buffer | string | undefined> {
  const path = name.split('/').slice(1).join('/');
  const limit = AbortSignal.timeout(DOWNLOAD_LIMIT);
  const response = await fetch(`${backendUrl}/api/files/${path}`, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  });
  if (response.ok) {
    return readUpTo(response, { bytes: MAX_PICTURE }).catch((error: unknown) => {
      if (error instanceof RangeError) return error.message;
      throw error;
    });
  }
  await response.body?.cancel();
  return response.status === 404 ? undefined : `it was answered with status ${response.status}`;
}
