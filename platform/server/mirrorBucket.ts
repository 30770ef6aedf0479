import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '@site/shared/node/errorMessage';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '@site/shared/node/logOnce';
import { COPIES, pictureFromKey } from '../pictures/pictureKeys';
import {
  findLive,
  formatRelease,
  IntegrityError,
  numberIn,
  releaseKey,
  type NumberedRelease,
} from '../release/readReleases';
import { listBuildNames, listPictures, type Release } from '../release/Release';
import { dataFiles, pageFiles } from '../release/releaseFiles';
import { buildName } from '../store/buildName';
import { directoryStore } from '../store/directoryStore';
import { forEachParallel } from '../store/forEachParallel';
import { parseBuild } from '../store/parseDescription';
import { descriptionKey } from '../store/readBuild';
import type { Store } from '../store/Store';
import { builtFiles, type CheckedFile } from '../store/storeBuild';
import type { SiteSource } from './SiteSource';

/** The intervals, in milliseconds: `look` between requests for the next release, `list` between listings of the bucket. */
const INTERVAL = { look: 1000, list: 60_000 };

const DAY = 86_400_000;

/** How long the mirror keeps pictures, and files of earlier releases, after they were last requested, in milliseconds. */
const KEPT = 7 * DAY;

/** The maximum time that a visitor waits for a file from the bucket, in milliseconds. */
const FETCH_LIMIT = 5000;

/** How long the mirror remembers that the bucket lacks a file, in milliseconds. */
const MISS = 5000;

/** The maximum time that `close` waits for the current update of the mirror, in milliseconds. */
const CLOSE_LIMIT = 5000;

interface MirrorOptions {
  /** The address of the bucket. It appears in log lines, and determines the name of the folder for the bucket's mirrors. */
  address: string;
  /** Called once for each problem, and again if the problem recurs after a listing without problems. */
  log: (line: string) => void;
  interval?: { look: number; list: number };
  open?: (folder: string) => Store;
}

/** The mirror of one site. If a bucket is emptied and reused, it contains a new site, which gets its own mirror. */
interface Mirror {
  folder: string;
  store: Store;
  live: NumberedRelease | undefined;
  /**
   * What visitors may request: the live release's files and pictures, and all builds (`<app>/<version>`) in the live
   * release and its log.
   */
  named: { files: ReadonlySet<string>; builds: ReadonlySet<string>; pictures: ReadonlySet<string> };
}

/**
 * Copies a bucket to a directory, and serves the site from there. Before visitors see a new release, everything that they
 * may request from it is copied, except pictures. Pictures, and those builds that only the release's log names (for open
 * tabs), are copied when they are first requested. If nobody has requested them for a week, they are removed. While the
 * bucket is unavailable, the site is still served, even after a restart. Several processes may share a directory.
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
  let listedAt = -Infinity;
  let sweptAt = -Infinity;
  /** False while the bucket's newest release is damaged and an older one is served. */
  let isNewest = true;

  const report = (error: unknown): void => {
    const { live } = mirror ?? {};
    const served = live
      ? `Meanwhile, release ${live.release.id} is served from the copy.`
      : 'Meanwhile, there is nothing to serve.';
    once.log(`${errorMessage(error)} ${served}`);
  };

  async function look(): Promise<void> {
    const isListingDue = performance.now() - listedAt >= interval.list;
    const next = mirror?.live && (await bucket.read(releaseKey(mirror.live.number + 1)));
    if (!isListingDue && mirror?.live && !next) return;
    const live = await findLive(bucket, once.log);
    if (!live) throw new Error(`Nothing has been deployed to ${address}.`);
    const folder = join(parent, live.release.site);
    const current = mirror?.folder === folder ? mirror : await openMirror(folder, open);
    isNewest = live.number === live.newest;
    await follow(current, live);
    mirror = current;
    if (!isListingDue) return;
    await copyHeartbeat();
    listedAt = performance.now();
    await sweep();
    once.reset();
  }

  async function copyHeartbeat(): Promise<void> {
    const heartbeat = await bucket.read(HEARTBEAT);
    await (heartbeat ? mirror?.store.write(HEARTBEAT, heartbeat) : mirror?.store.remove(HEARTBEAT));
  }

  /** Copies the bucket's live release, and then makes it the mirror's live release. */
  async function follow(current: Mirror, { number, release }: NumberedRelease): Promise<void> {
    const { store } = current;
    const isCopied = number === current.live?.number && release.id === current.live.release.id;
    const copied = new Set((await store.list('', { deep: true })).map(({ key }) => key));
    // If somebody has emptied the directory, the release is copied again.
    if (isCopied && copied.has(releaseKey(number))) return;
    const fetchMissing = (files: CheckedFile[]) =>
      forEachParallel(
        files.filter(({ key }) => !copied.has(key)),
        async (file) => store.write(file.key, await fetchFile(file)),
      );
    await fetchMissing(servedFiles(release));
    const { live } = current;
    const before =
      live && copied.has(releaseKey(live.number)) ? listBuildNames(live.release) : new Set<string>();
    for (const build of listBuildNames(release))
      if (!before.has(build)) await fetchMissing(await listFiles(build));
    await store.write(releaseKey(number), formatRelease(release));
    Object.assign(current, describeMirror({ number, release }));
    for (const key of copied) if (key !== releaseKey(number) && numberIn(key)) await store.remove(key);
  }

  async function listFiles(build: string): Promise<CheckedFile[]> {
    const key = descriptionKey(build);
    const isUnaltered = (content: Buffer) => parseBuild(build, content) !== undefined;
    const description = parseBuild(build, await fetchFile({ key, isUnaltered }));
    return description ? builtFiles(description) : [];
  }

  async function fetchFile({ key, isUnaltered }: CheckedFile): Promise<Buffer> {
    stop.signal.throwIfAborted();
    const content = await bucket.read(key);
    if (content && isUnaltered(content)) return content;
    const problem = content ? 'has been altered in' : 'is missing from';
    throw new IntegrityError(`${key} ${problem} the bucket: put it back, or deploy again.`);
  }

  async function sweep(): Promise<void> {
    if (!mirror?.live || performance.now() - sweptAt < DAY) return;
    sweptAt = performance.now();
    const { store, named, live } = mirror;
    const own = listBuildNames(live.release);
    const isKept = (key: string) =>
      key === HEARTBEAT || numberIn(key) !== undefined || named.files.has(key) || own.has(buildName(key));
    const old = (await store.list('', { deep: true })).filter(
      ({ modified }) => modified.getTime() < Date.now() - KEPT,
    );
    await forEachParallel(
      old.filter(({ key }) => !isKept(key)),
      ({ key }) => store.remove(key),
    );
  }

  const fetching = new LRUCache<string, Promise<Buffer | undefined>>({ max: 10_000, ttl: MISS });
  const touched = new LRUCache<string, true>({ max: 10_000, ttl: DAY / 2 });

  async function read(key: string): Promise<Buffer | undefined> {
    if (!mirror) return undefined;
    const { store, folder } = mirror;
    const content = await store.read(key);
    if (content) {
      // The file's modification time records when it was last requested.
      if (key !== HEARTBEAT && !touched.has(key)) {
        touched.set(key, true);
        await utimes(join(folder, key), new Date(), new Date()).catch(() => undefined);
      }
      return content;
    }
    return isNamed(mirror, key) ? fetchThrough(store, key) : undefined;
  }

  /**
   * Whether the live release or its log names a file. No other file is fetched from the bucket, so that visitors cannot make
   * the server query the bucket for made-up names.
   */
  function isNamed({ named }: Mirror, key: string): boolean {
    if (key.startsWith(COPIES)) return named.pictures.has(pictureFromKey(key));
    return named.files.has(key) || (key.startsWith('assets/') && named.builds.has(buildName(key)));
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
    // The content is served even if it cannot be written, e.g. because the disk is full.
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
    isIntact: () => Promise.resolve(mirror?.live !== undefined && isNewest),
    async close() {
      stop.abort();
      await Promise.race([stopLooking(), pause(CLOSE_LIMIT, undefined, { ref: false })]);
    },
  };
}

/** Lists the release's pages, other files and answers. A page's data is left out, because visitors never request it. */
function servedFiles(release: Release): CheckedFile[] {
  return [...pageFiles(release), ...dataFiles({ data: {}, answers: release.answers })];
}

/** Finds the folder with the newest release, so that a server can start while the bucket is unavailable. */
async function newestFolder(parent: string): Promise<string | undefined> {
  const releases = (await directoryStore(parent).list('', { deep: true })).filter(({ key }) =>
    numberIn(key.replace(/^[^/]+\//, '')),
  );
  const [newest] = releases.sort((one, other) => Number(other.modified) - Number(one.modified));
  return newest && join(parent, newest.key.split('/')[0] ?? '');
}

async function openMirror(folder: string, open: (folder: string) => Store): Promise<Mirror> {
  const store = open(folder);
  // If the mirror's release is missing or damaged, `live` is undefined. The release is then copied again.
  const live = await findLive(store).catch(() => undefined);
  return { folder, store, ...describeMirror(live) };
}

function describeMirror(live: NumberedRelease | undefined): Pick<Mirror, 'live' | 'named'> {
  const { release } = live ?? {};
  const files = release ? servedFiles(release) : [];
  const logged = (release?.log ?? []).flatMap(({ apps }) => Object.entries(apps));
  return {
    live: live && { number: live.number, release: live.release },
    named: {
      files: new Set(files.map(({ key }) => key)),
      builds: new Set([
        ...(release ? listBuildNames(release) : []),
        ...logged.map(([app, version]) => `${app}/${version}`),
      ]),
      pictures: release ? listPictures(release) : new Set(),
    },
  };
}

/**
 * Runs a task at once, and then repeatedly, with a pause after each run.
 *
 * @param every the pause, in milliseconds
 * @returns a function that prevents further runs, and resolves when the current run has ended
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
