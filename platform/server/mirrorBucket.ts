import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@site/shared/node/messageOf';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '@site/shared/node/logOnce';
import { COPIES, pictureOf } from '../pictures/pictureKeys';
import { listNumbers, liveEntry, readEntry } from '../release/readHistory';
import { IntegrityError } from '../release/readRelease';
import { buildsOf, picturesOf, type Release } from '../release/Release';
import { answerFiles, pageFiles } from '../release/releaseFiles';
import { partOf, partsOf } from '../release/walkParts';
import { directoryStore } from '../store/directoryStore';
import { forEachParallel } from '../store/forEachParallel';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { builtFiles, type CheckedFile } from '../store/storeArtifact';
import type { SiteSource } from './SiteSource';

/** The intervals, in milliseconds, at which the bucket is asked for the next release (`look`), and is listed (`list`). */
const INTERVAL = { look: 1000, list: 60_000 };

const DAY = 86_400_000;

/** How long a file that the live release does not need is kept after a visitor has last asked for it, in milliseconds. */
const KEPT = 7 * DAY;

/** How long a visitor waits for a file from the bucket, in milliseconds. */
const FETCH_LIMIT = 5000;

/** How long the mirror remembers that the bucket lacks a file, in milliseconds. */
const MISS = 5000;

/** How long `close` waits for copies that are still running, in milliseconds. */
const CLOSE_LIMIT = 5000;

/** The release that is completely in the mirror. */
const LIVE = 'live.json';

interface MirrorOptions {
  /** The address of the bucket. */
  address: string;
  /** Called once for each problem, and again if it recurs after a listing without problems. */
  log: (line: string) => void;
  interval?: { look: number; list: number };
  /** Opens a folder of the directory. */
  open?: (folder: string) => Store;
}

/** A complete release in a mirror. */
interface Mirrored {
  number: number;
  release: Release;
}

/** The mirror of one site: a bucket that was emptied and used again contains another one. */
interface Mirror {
  folder: string;
  store: Store;
  live: Mirrored | undefined;
  /** The parts of the live release. See `partsOf`. */
  liveParts: ReadonlySet<string>;
  pictures: ReadonlySet<string>;
}

/**
 * Serves a bucket from a directory. A new release is copied completely before visitors see it. Everything else that the
 * live release or the history names (the builds of open tabs, and pictures) is copied when it is first asked for. It is
 * removed when nobody has asked for it for a week. While the bucket is unavailable, the site is served from the copy, even
 * after a restart. Several processes may share a directory.
 *
 * @param directory may contain the mirrors of several buckets, each in a folder of its own
 */
export async function mirrorBucket(
  bucket: Store,
  directory: string,
  { address, log, interval = INTERVAL, open = directoryStore }: MirrorOptions,
): Promise<SiteSource> {
  const parent = join(directory, sha256(address).slice(0, 16));
  const stop = new AbortController();
  const once = logOnce((line) => stop.signal.aborted || log(line));
  let mirror: Mirror | undefined;
  /** The builds in the history, `<app>/<version>`. */
  const builds = new Map<number, readonly string[]>();
  let listedAt = -Infinity;
  let sweptAt = -Infinity;

  const report = (error: unknown): void => {
    const { live } = mirror ?? {};
    const served = live
      ? `Meanwhile, release ${live.release.id} is served from the copy.`
      : 'Meanwhile, there is nothing to serve.';
    once.log(`${messageOf(error)} ${served}`);
  };

  async function look(): Promise<void> {
    // A monotonic clock measures how long ago the bucket was listed.
    const isListingDue = performance.now() - listedAt >= interval.list;
    const next = mirror?.live && (await bucket.read(`history/${mirror.live.number + 1}.json`));
    if (!isListingDue && mirror?.live && !next) return;
    const current = isListingDue || !mirror ? await findMirror() : mirror;
    if (isListingDue) await readBuilds();
    await follow(current);
    mirror = current;
    if (!isListingDue) return;
    await copyHeartbeat();
    listedAt = performance.now();
    await sweep();
    once.reset();
  }

  /** The mirror of the site that the bucket contains now. It is served only once it has a complete release. */
  async function findMirror(): Promise<Mirror> {
    const first = await bucket.read('history/1.json');
    if (!first) throw new Error(`Nothing has been deployed to ${address}.`);
    const folder = join(parent, sha256(first).slice(0, 16));
    return mirror?.folder === folder ? mirror : openMirror(folder, open);
  }

  async function copyHeartbeat(): Promise<void> {
    const heartbeat = await bucket.read(HEARTBEAT);
    await (heartbeat ? mirror?.store.write(HEARTBEAT, heartbeat) : mirror?.store.remove(HEARTBEAT));
  }

  async function readBuilds(): Promise<void> {
    const numbers = await listNumbers(bucket);
    for (const known of builds.keys()) if (!numbers.includes(known)) builds.delete(known);
    const unknown = numbers.filter((number) => !builds.has(number));
    await forEachParallel(unknown, async (number) => {
      builds.set(number, (await readEntry(bucket, number))?.uses ?? []);
    });
  }

  /** Copies the bucket's live release, and then makes it live here. */
  async function follow(current: Mirror): Promise<void> {
    const live = await liveEntry(bucket);
    if (!live) throw new Error(`Nothing has been deployed to ${address}.`);
    const { number, release } = live;
    const { store } = current;
    const isCopied = number === current.live?.number && release.id === current.live.release.id;
    // Somebody may have emptied the directory.
    const isComplete = (await store.read(LIVE)) !== undefined;
    if (isCopied && isComplete) return;
    const copiedParts = isComplete ? current.liveParts : new Set();
    const copied = new Set((await store.walk('')).map(({ key }) => key));
    const fetchMissing = (files: CheckedFile[]) =>
      forEachParallel(
        files.filter(({ key }) => !copied.has(key)),
        async (file) => store.write(file.key, await fetchFile(file)),
      );
    await fetchMissing([...pageFiles(release), ...answerFiles(release)]);
    for (const build of buildsOf(release)) {
      if (!copiedParts.has(build)) await fetchMissing(await filesOf(build));
    }
    await store.write(LIVE, JSON.stringify({ number, release }));
    Object.assign(current, stateOf({ number, release }));
  }

  async function filesOf(build: string): Promise<CheckedFile[]> {
    const key = artifactKey(build);
    const isUnaltered = (content: Buffer) => parseBuild(build, content) !== undefined;
    const artifact = parseBuild(build, await fetchFile({ key, isUnaltered }));
    return artifact ? builtFiles(artifact) : [];
  }

  async function fetchFile({ key, isUnaltered }: CheckedFile): Promise<Buffer> {
    stop.signal.throwIfAborted();
    const content = await bucket.read(key);
    if (content && isUnaltered(content)) return content;
    const problem = content ? 'has been altered in' : 'is missing from';
    throw new IntegrityError(`${key} ${problem} the bucket: put it back, or deploy again.`);
  }

  /** Removes files that the live release does not need and that nobody has asked for lately. */
  async function sweep(): Promise<void> {
    if (!mirror?.live || performance.now() - sweptAt < DAY) return;
    sweptAt = performance.now();
    const { store, liveParts } = mirror;
    const files = (await store.walk('')).filter(({ key }) => key !== LIVE && key !== HEARTBEAT);
    const old = files.filter(({ modified }) => modified.getTime() < Date.now() - KEPT);
    await forEachParallel(
      old.filter(({ key }) => !liveParts.has(partOf(key))),
      ({ key }) => store.remove(key),
    );
  }

  /** Files that were asked for and not found in the directory, as they come from the bucket. */
  const fetching = new LRUCache<string, Promise<Buffer | undefined>>({ max: 10_000, ttl: MISS });
  const touched = new LRUCache<string, true>({ max: 10_000, ttl: DAY / 2 });

  async function read(key: string): Promise<Buffer | undefined> {
    if (!mirror) return undefined;
    const { store, folder } = mirror;
    const content = await store.read(key);
    if (content) {
      // The time of the last change says when a file was last asked for.
      if (key !== HEARTBEAT && !touched.has(key)) {
        touched.set(key, true);
        await utimes(join(folder, key), new Date(), new Date()).catch(() => undefined);
      }
      return content;
    }
    return isNamed(mirror, key) ? fetchThrough(store, key) : undefined;
  }

  /** Whether the live release or the history names a file, so that visitors cannot query the bucket for made-up names. */
  function isNamed({ liveParts, pictures }: Mirror, key: string): boolean {
    if (key.startsWith(COPIES)) return pictures.has(pictureOf(key));
    const part = partOf(key);
    if (liveParts.has(part)) return true;
    return key.startsWith('assets/') && [...builds.values()].some((names) => names.includes(part));
  }

  async function fetchThrough(store: Store, key: string): Promise<Buffer | undefined> {
    const known = fetching.get(key);
    const attempt = known ?? bucket.read(key);
    if (!known) fetching.set(key, attempt);
    const timeout = pause(FETCH_LIMIT, undefined, { ref: false }).then(() => {
      throw new Error(`${key} is not in the copy, and the bucket does not answer.`);
    });
    const content = await Promise.race([attempt, timeout]);
    if (!content) return undefined;
    fetching.delete(key);
    // The file is served even if the disk is full.
    await store.write(key, content).catch(report);
    return content;
  }

  const tryLook = () => look().catch(report);
  const newest = await newestFolder(parent);
  if (newest !== undefined) mirror = await openMirror(newest, open);
  if (!mirror?.live) await tryLook();
  const stopLooking = repeat(tryLook, interval.look);
  return {
    live: () =>
      mirror?.live
        ? Promise.resolve(mirror.live.release)
        : Promise.reject(new Error(`No release of ${address} has been copied yet.`)),
    read,
    isIntact: () => Promise.resolve(mirror?.live !== undefined),
    async close() {
      stop.abort();
      await Promise.race([stopLooking(), pause(CLOSE_LIMIT, undefined, { ref: false })]);
    },
  };
}

/** The folder of the site that was served last, for a start without the bucket. */
async function newestFolder(parent: string): Promise<string | undefined> {
  const store = directoryStore(parent);
  const names = await store.list('');
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: await store.modified(`${name}/${LIVE}`) })),
  );
  const [newest] = files
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => Number(other.at) - Number(one.at));
  return newest && join(parent, newest.name);
}

async function openMirror(folder: string, open: (folder: string) => Store): Promise<Mirror> {
  const store = open(folder);
  const stored = await store.read(LIVE);
  return { folder, store, ...stateOf(stored && parseLive(stored)) };
}

function parseLive(stored: Buffer): Mirrored | undefined {
  try {
    return JSON.parse(stored.toString()) as Mirrored;
  } catch {
    // Whatever is missing is copied again.
    return undefined;
  }
}

function stateOf(live: Mirrored | undefined): Pick<Mirror, 'live' | 'liveParts' | 'pictures'> {
  return {
    live,
    liveParts: live ? partsOf(live.release) : new Set(),
    pictures: live ? picturesOf(live.release) : new Set(),
  };
}

/**
 * Runs a task again and again, with a pause between two runs.
 *
 * @returns a function that stops the repetition, and resolves when the current run has ended
 */
function repeat(work: () => Promise<void>, every: number): () => Promise<void> {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = (): void => {
    running = work().then(() => {
      if (!hasEnded) timer = setTimeout(next, every);
    });
  };
  next();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    return running;
  };
}
