import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import { HEARTBEAT } from '../release/heartbeat';
import { liveEntry } from '../release/readHistory';
import { IntegrityError, findRelease, findWhole } from '../release/readRelease';
import type { Release } from '../release/Release';
import { partOf, partsOf, walkParts, removeFiles } from '../release/walkParts';
import type { Store, StoredFile } from '../store/Store';
import { fetchWhole, readThrough } from './readThrough';
import { keptNames } from './keptNames';
import type { SiteSource } from './SiteSource';

/** How often it looks for the next number of the history, and how often it lists what the bucket has. Milliseconds. */
const INTERVAL = { look: 1000, list: 60_000 };

/** How many previews it keeps in memory. */
const PREVIEWS = 20;

/** How long another process may take to write one file. Milliseconds. */
const DRAFT_LIMIT = 3_600_000;

/** How long closing waits for what is under way. Milliseconds. */
const CLOSE_LIMIT = 5000;

/** Keys in the cache: which bucket it belongs to, and which release it holds whole. */
const SOURCE = 'source.json';
const LIVE = 'live.json';

interface MirrorOptions {
  /** The bucket's address: a cache belongs to one. */
  address: string;
  /** Told once of each problem that keeps the last whole release live. */
  tell: (problem: unknown) => void;
  interval?: { look: number; list: number };
}

interface Live {
  number: number;
  release: Release;
  /** Identifies the site: the hash of the first entry of its history. */
  site: string;
  /** What the release names. */
  parts: Set<string>;
}

/**
 * Shows what is live in a bucket, from a cache on disk. A release is seen within a second, and only once all of it is
 * in the cache; without the bucket the last whole one stays, also after a restart. Several processes may share a cache.
 *
 * @throws Error if the cache belongs to another store
 */
export async function openMirror(store: Store, cache: Store, options: MirrorOptions): Promise<SiteSource> {
  const { address, tell, interval = INTERVAL } = options;
  await claim(cache, address);
  const stop = new AbortController();
  const problems = tellOnce((problem) => stop.signal.aborted || tell(problem));
  let current = await readCached(cache);
  let listedAt = -Infinity;
  let heartbeat: Buffer | undefined;

  const kept = keptNames(store, (line) => problems.add(new IntegrityError(line)));
  const isNamed = (part: string) => kept.names(part) || current?.parts.has(part) === true;
  const read = readThrough(store, cache, (key) => isNamed(partOf(key)));
  const previews = new LRUCache<string, Release>({
    max: PREVIEWS,
    fetchMethod: (id) => findWhole(store, id),
  });

  /** Lists the cache first, since another process may be fetching what comes into the bucket meanwhile. */
  async function list(): Promise<void> {
    const here = await walkParts(cache, ['releases/', 'pages/', 'artifacts/', 'assets/', 'pictures/']);
    heartbeat = await store.read(HEARTBEAT);
    await kept.list();
    const gone = [...here].flatMap(([part, files]) => (isNamed(part) ? [] : files));
    await removeFiles(
      cache,
      gone.filter((file) => !isBeingWritten(file)),
    );
    listedAt = performance.now();
  }

  async function round(): Promise<void> {
    // By a clock that cannot be set.
    const isDue = performance.now() - listedAt >= interval.list;
    if (!isDue && current && !(await store.read(`history/${current.number + 1}.json`))) return;
    // If the bucket is another site's, nothing is removed either.
    const site = await siteIn(store, address, current);
    const before = current;
    try {
      current = await follow({ store, cache, address, site, current, signal: stop.signal });
    } catch (error) {
      problems.add(error);
    }
    if (isDue || current !== before) await list();
    if (isDue) problems.forgetSolved();
  }

  const end = await repeat(() => round().catch(problems.add), { every: interval.look, isUrgent: !current });
  return {
    live: () =>
      current ? Promise.resolve(current.release) : Promise.reject(problems.last() ?? nothingIn(address)),
    preview: async (id) => (kept.has(id) ? previews.fetch(id) : undefined),
    read: (key) => (key === HEARTBEAT ? Promise.resolve(heartbeat) : read(key)),
    close: () => {
      stop.abort();
      return end();
    },
  };
}

/** Tells of each problem once, until it has been solved. */
function tellOnce(tell: (problem: unknown) => void) {
  let told = new Set<string>();
  let recent = new Set<string>();
  let last: Error | undefined;
  return {
    add: (problem: unknown) => {
      last = problem as Error;
      // What a broken connection says differs each time.
      const name = problem instanceof IntegrityError ? problem.message : 'unreadable';
      recent.add(name);
      if (told.has(name)) return;
      told.add(name);
      tell(problem);
    },
    last: () => last,
    /** From now on a problem that has not come up since the last call is told again. */
    forgetSolved(): void {
      told = recent;
      recent = new Set();
    },
  };
}

/**
 * Does something again and again.
 *
 * @param isUrgent whether the first time is waited for
 * @returns ends it
 */
async function repeat(
  work: () => Promise<void>,
  { every, isUrgent }: { every: number; isUrgent: boolean },
): Promise<() => Promise<void>> {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = (): void => {
    running = work().then(() => {
      if (!hasEnded) timer = setTimeout(next, every);
    });
  };
  next();
  if (isUrgent) await running;
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    await Promise.race([running, pause(CLOSE_LIMIT, undefined, { ref: false })]);
  };
}

interface FollowOptions {
  store: Store;
  cache: Store;
  address: string;
  site: string;
  current: Live | undefined;
  signal: AbortSignal;
}

/**
 * Brings what is live in the bucket into the cache.
 *
 * @returns the same object if nothing has changed
 * @throws Error if nothing is live, or if it is not whole
 */
async function follow({ store, cache, address, site, current, signal }: FollowOptions): Promise<Live> {
  const newest = await liveEntry(store);
  if (!newest) throw nothingIn(address);
  const { number, release } = newest;
  const isSame = current?.release.id === release.id;
  if (isSame && current.number === number) return current;
  if (!isSame) await fetchWhole(store, cache, release, signal);
  await cache.write(LIVE, JSON.stringify({ number, id: release.id, site }));
  // The same release stays the same object, since others remember by it what they have made of it.
  return isSame ? { ...current, number } : { number, release, site, parts: partsOf(release) };
}

function nothingIn(address: string): Error {
  return new Error(`Nothing has been deployed to ${address}.`);
}

/**
 * Identifies the site of a store by the first entry of its history, which always stays and is like no other's.
 *
 * @param current what is shown until now
 * @throws Error if the store has no history, or another site's than what is shown
 */
async function siteIn(store: Store, address: string, current: Live | undefined): Promise<string> {
  const first = await store.read('history/1.json');
  if (!first) throw nothingIn(address);
  const site = sha256(first);
  if (current && current.site !== site)
    throw new Error(
      `${address} has another site's history than what is served here: correct the bucket's server, or name another cache, --cache <directory>.`,
    );
  return site;
}

/** Claims the cache for a bucket, since all that this bucket does not name is removed from it. */
async function claim(cache: Store, address: string): Promise<void> {
  const said = await cache.read(SOURCE);
  const from = said && (JSON.parse(said.toString()) as { from: string }).from;
  if (from === address) return;
  if (from !== undefined)
    throw new Error(
      `The cache holds what ${from} has, not ${address}: name another one, --cache <directory>.`,
    );
  if ((await cache.list('')).length > 0)
    throw new Error('The cache holds something else: name an empty directory, --cache <directory>.');
  await cache.write(SOURCE, JSON.stringify({ from: address }));
}

/** The release that a cache holds whole; undefined if it holds none, or its notes are damaged. */
async function readCached(cache: Store): Promise<Live | undefined> {
  try {
    const said = await cache.read(LIVE);
    if (!said) return undefined;
    const { id, ...noted } = JSON.parse(said.toString()) as { number: number; id: string; site: string };
    const release = await findRelease(cache, id);
    return release && { ...noted, release, parts: partsOf(release) };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isBeingWritten({ key, modified }: StoredFile): boolean {
  return key.endsWith('.tmp') && modified.getTime() > Date.now() - DRAFT_LIMIT;
}
