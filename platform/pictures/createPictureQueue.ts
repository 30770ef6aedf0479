import { messageOf } from '@site/shared/node/messageOf';
import { RECIPE } from '@site/shared/api/pictureCopy';
import { sha256 } from '../build/sha256';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { logOnce } from '@site/shared/node/logOnce';
import { readUpTo } from '@site/shared/node/readUpTo';
import { openCopier, type Copier } from './openCopier';
import { forgetDamagedPictures } from './findDamagedPictures';
import {
  ANIMATED,
  copyKeys,
  isRefusal,
  listPictures,
  markerKey,
  MARKERS,
  type Copies,
  type PictureMarker,
} from './pictureKeys';

/** How long a download may take, in milliseconds. */
const DOWNLOAD_LIMIT = 30_000;

/** The maximum size of a picture, in bytes. */
const MAX_PICTURE = 64 * 1024 * 1024;

/**
 * How long making the copies of one picture may take, in milliseconds. Large pictures take this long on a busy machine.
 */
const MAKING_LIMIT = 120_000;

/**
 * How long a refusal lasts, in milliseconds. Refusals expire, since the cause may be the machine and not the picture.
 */
const REFUSED = 86_400_000;

/**
 * The queue stops after this many failures in a row, since the backend or the store must be unavailable. The next call
 * of the queue starts it again.
 */
const FAILURES = 3;

interface PictureQueueOptions {
  store: Store;
  /** Where PocketBase listens. */
  backendUrl: string;
  log: (line: string) => void;
  /** Stops the queue. */
  signal: AbortSignal;
  /** How long making the copies of one picture may take, in milliseconds. */
  limit?: number;
}

/** Makes the copies of pictures in the background, one picture at a time. */
interface PictureQueue {
  /**
   * Makes missing copies of the pictures that the live pages offer. Newly wanted pictures come first. A picture that
   * cannot be read is retried after a day; any other failure is retried at the next call.
   */
  want(names: Iterable<string>): void;
  /** Retries pictures that failed, and pictures that were refused a day ago. */
  retry(): void;
  /** Restores copies that are missing from the store. */
  restore(): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
}

/** Creates an empty queue. */
export function createPictureQueue(options: PictureQueueOptions): PictureQueue {
  const { store, log, signal, limit = MAKING_LIMIT } = options;
  let wanted: string[] = [];
  let running: Promise<void> | undefined;
  const once = logOnce((line) => signal.aborted || log(line));
  /** The pictures whose last attempt failed. All others come first. */
  const failed = new Set<string>();
  let hasFailed = false;
  /** Whether the next run begins with a search for missing copies. */
  let isCheckDue = false;
  /** Pictures that have all their copies, or can never have any. */
  const made = new Set<string>();
  /** When the next refusal ends, as a time of `performance.now`. */
  let dueAt = Infinity;
  const copy = openCopier(limit, signal);

  return {
    want(names) {
      const before = new Set(wanted);
      const rank = (name: string) => {
        if (failed.has(name)) return 2;
        return before.has(name) ? 1 : 0;
      };
      // Pictures of another recipe are skipped: only the version of this code that uses that recipe makes their copies.
      wanted = [...names]
        .filter((name) => name.startsWith(`${RECIPE}/`))
        .sort((one, other) => rank(one) - rank(other));
      running ??= makeWanted();
    },
    retry() {
      if (hasFailed || performance.now() >= dueAt) running ??= makeWanted();
    },
    restore() {
      isCheckDue = true;
      running ??= makeWanted();
    },
    settled: () => running ?? Promise.resolve(),
  };

  async function makeWanted(): Promise<void> {
    let failures = 0;
    try {
      if (isCheckDue) await forgetDamagedPictures(store, wanted, log);
      isCheckDue = false;
      const done = await listPictures(store);
      await forgetRefusals(done);
      while (failures < FAILURES && !signal.aborted) {
        // `wanted` may change while a picture's copies are made.
        const name = wanted.find((one) => !done.has(one));
        if (name === undefined) break;
        done.add(name);
        try {
          await makePicture(name, copy, options);
          // If the picture was refused, it is due again after a day.
          dueAt = Math.min(dueAt, performance.now() + REFUSED);
          failed.delete(name);
          failures = 0;
        } catch (error) {
          failed.add(name);
          failures += 1;
          once.log(notNow(`the picture ${fileOf(name)}`, error));
        }
      }
      hasFailed = wanted.some((name) => failed.has(name));
      if (!hasFailed) once.reset();
    } catch (error) {
      hasFailed = true;
      once.log(notNow('pictures', error));
    }
    // `restore` may have been called meanwhile.
    running = isCheckDue && !hasFailed && !signal.aborted ? makeWanted() : undefined;
  }

  /** Removes pictures that were refused a day ago from `done`, so that they are retried. */
  async function forgetRefusals(done: Set<string>): Promise<void> {
    dueAt = Infinity;
    const unknown = wanted.filter((name) => done.has(name) && !made.has(name));
    if (unknown.length === 0) return;
    const refusedAt = new Map(
      (await store.list(MARKERS, { deep: true })).map(({ key, modified }) => [key, modified]),
    );
    await forEachParallel(unknown, async (name) => {
      const key = markerKey(name);
      const marker = await store.read(key);
      if (!marker || !isRefusal(marker)) return void made.add(name);
      // If the marker's time is in the future, the clock was wrong when it was written.
      const age = Math.abs(Date.now() - (refusedAt.get(key)?.getTime() ?? 0));
      if (age < REFUSED) {
        dueAt = Math.min(dueAt, performance.now() + REFUSED - age);
        return;
      }
      await store.remove(key);
      done.delete(name);
    });
  }
}

async function makePicture(
  name: string,
  copy: Copier,
  { store, backendUrl, log, signal }: PictureQueueOptions,
): Promise<void> {
  // Another watcher may have made the copies.
  if (await store.read(markerKey(name))) return;
  const picture = await downloadPicture(backendUrl, name, signal);
  if (!picture) return;
  const made = await copy(name, picture);
  if ('copies' in made) return storePicture(store, name, made.copies);
  const marker: PictureMarker = made;
  await store.write(markerKey(name), JSON.stringify(marker));
  const advice =
    made.refused === ANIMATED
      ? 'Visitors get the original file.'
      : 'Visitors get the original file, or a drawing of a folder if it cannot be shown. Upload another picture; this one is tried again after a day.';
  log(`No smaller copies can be made of the picture ${fileOf(name)}: ${made.refused}. ${advice}`);
}

/** A picture's file and record, for messages to editors. */
function fileOf(name: string): string {
  const [, collection, record, file] = name.split('/');
  return `${file} of ${collection}/${record}`;
}

function notNow(what: string, error: unknown): string {
  return `Smaller copies of ${what} cannot be made now (trying again later): ${messageOf(error)}`;
}

/** @returns undefined if the backend no longer has the picture, or hides it from visitors */
async function downloadPicture(
  backendUrl: string,
  name: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const path = name.split('/').slice(1).join('/');
  const limit = AbortSignal.timeout(DOWNLOAD_LIMIT);
  const response = await fetch(`${backendUrl}/api/files/${path}`, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  });
  if (response.ok) return readUpTo(response, { bytes: MAX_PICTURE });
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new Error(`it was answered with status ${response.status}`);
}

/**
 * Stores the copies of a picture, overwriting older ones. Then stores the marker, which declares the copies complete.
 */
export async function storePicture(store: Store, name: string, copies: Copies<Buffer>): Promise<void> {
  const hashes: Copies<string> = {};
  for (const [copy, key] of copyKeys(name)) {
    const content = copies[copy];
    if (!content) continue;
    await store.write(key, content);
    hashes[copy] = sha256(content);
  }
  const made: PictureMarker = { hashes };
  await store.write(markerKey(name), JSON.stringify(made));
}
