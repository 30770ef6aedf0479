import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { liveEntry } from '../release/liveRelease';
import { IntegrityError } from '../release/parseRelease';
import { findRelease, findWhole, listIds } from '../release/readRelease';
import type { Release } from '../release/Release';
import { partOf, partsOf, walkParts } from '../release/walkParts';
import { removeFiles } from '../store/removeFiles';
import type { Store, StoredFile } from '../store/Store';
import { fetchWhole } from './fetchWhole';
import { readThrough } from './readThrough';
import type { SiteSource } from './SiteSource';

/** How often it looks for the next number of the history, and how often it lists what the bucket has. Milliseconds. */
const INTERVAL = { look: 1000, list: 60_000 };

/** How many previews it keeps in memory. */
const PREVIEWS = 20;

/** How long another process may take to write one file. Milliseconds. */
const DRAFT_LIMIT = 3_600_000;

/** How long closing waits for what is under way. Milliseconds. */
const CLOSE_LIMIT = 5000;

/** In the cache: whose it is, and which release it holds whole. */
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
  /** What the release names. */
  parts: Set<string>;
}

/** What each release and preview that a bucket has names, by id. */
type Names = ReadonlyMap<string, Set<string>>;

/**
 * Shows what is live in a bucket, from a cache on disk. A release is seen within a second, and only once all of it is
 * in the cache; without the bucket the last whole one stays, also after a restart. Several processes may share a cache.
 *
 * @throws Error if the cache belongs to another store
 */
export async function openMirror(
  store: Store,
  cache: Store,
  { address, tell, interval = INTERVAL }: MirrorOptions,
): Promise<SiteSource> {
  await claim(cache, address);
  const stop = new AbortController();
  const problems = tellOnce((problem) => stop.signal.aborted || tell(problem));
  let current = await readCached(cache);
  let kept: Names = new Map();
  let listedAt = -Infinity;

  const parts = () => [...kept.values(), ...(current ? [current.parts] : [])];
  const isNamed = (key: string) => parts().some((names) => names.has(partOf(key)));
  const read = readThrough(store, cache, isNamed);
  const previews = new LRUCache<string, Release>({
    max: PREVIEWS,
    fetchMethod: (id) => findWhole(store, id),
  });

  /** What is in the cache is looked at first: another process may be fetching what comes into the bucket meanwhile. */
  async function list(): Promise<void> {
    const here = await walkParts(cache, ['releases/', 'pages/', 'artifacts/', 'assets/', 'pictures/']);
    kept = await namesOf(store, kept, problems.add);
    const gone = [...here].filter(([part]) => !parts().some((names) => names.has(part)));
    await removeFiles(
      cache,
      gone.flatMap(([, files]) => files).filter((file) => !isBeingWritten(file)),
    );
    listedAt = Date.now();
  }

  async function round(): Promise<void> {
    const isDue = Date.now() - listedAt >= interval.list;
    if (!isDue && current && !(await store.read(`history/${current.number + 1}.json`))) return;
    const before = current;
    try {
      current = await follow({ store, cache, address, current, signal: stop.signal });
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
    read,
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
    /** What has not come up since the last call may be told again. */
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
  current: Live | undefined;
  signal: AbortSignal;
}

/**
 * Brings what is live in the bucket into the cache.
 *
 * @returns the same object if nothing has changed
 * @throws Error if nothing is live, or if it is not whole
 */
async function follow({ store, cache, address, current, signal }: FollowOptions): Promise<Live> {
  const newest = await liveEntry(store);
  if (!newest) throw nothingIn(address);
  const { number, release } = newest;
  const isSame = current?.release.id === release.id;
  if (isSame && current.number === number) return current;
  if (!isSame) await fetchWhole(store, cache, release, signal);
  await cache.write(LIVE, JSON.stringify({ number, id: release.id }));
  // The same release stays the same object: what is made of it is kept by it.
  return isSame ? { ...current, number } : { number, release, parts: partsOf(release) };
}

function nothingIn(address: string): Error {
  return new Error(`Nothing has been deployed to ${address}.`);
}

/** Notes whose the cache is. */
async function claim(cache: Store, address: string): Promise<void> {
  const said = await cache.read(SOURCE);
  const from = said && (JSON.parse(said.toString()) as { from: string }).from;
  if (from === address) return;
  if (from !== undefined)
    throw new Error(
      `The cache holds what ${from} has, not ${address}: name another one, --cache <directory>.`,
    );
  if ((await cache.list('history/')).length > 0)
    throw new Error('The cache is a store of its own: name another directory, --cache <directory>.');
  await cache.write(SOURCE, JSON.stringify({ from: address }));
}

/** The release that a cache holds whole; undefined if it holds none, or its notes are damaged. */
async function readCached(cache: Store): Promise<Live | undefined> {
  try {
    const said = await cache.read(LIVE);
    if (!said) return undefined;
    const { number, id } = JSON.parse(said.toString()) as { number: number; id: string };
    const release = await findRelease(cache, id);
    return release && { number, release, parts: partsOf(release) };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What each release and preview of a store names; of those that are known it reads nothing. */
async function namesOf(store: Store, known: Names, complain: (problem: unknown) => void): Promise<Names> {
  const ids = [...(await listIds(store, 'releases')), ...(await listIds(store, 'previews'))];
  const names = new Map<string, Set<string>>();
  for (const id of ids) {
    const release = known.has(id)
      ? undefined
      : await findWhole(store, id, (line) => complain(new IntegrityError(line)));
    const parts = release ? partsOf(release) : known.get(id);
    if (parts) names.set(id, parts);
  }
  return names;
}

function isBeingWritten({ key, modified }: StoredFile): boolean {
  return key.endsWith('.tmp') && modified.getTime() > Date.now() - DRAFT_LIMIT;
}
