import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@site/backend/messageOf';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '../release/logOnce';
import { latestNumber, liveEntry } from '../release/readHistory';
import { partOf, partsOf, walkParts, removeFiles } from '../release/walkParts';
import type { Store, StoredFile } from '../store/Store';
import { fetchWhole, readThrough } from './readThrough';
import { keptNames } from './keptNames';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

/** How often it looks for the next number of the history, and how often it lists what the bucket has. Milliseconds. */
const INTERVAL = { look: 1000, list: 60_000 };

/** How long another process may take to write one file. Milliseconds. */
const DRAFT_LIMIT = 3_600_000;

/** How long closing waits for what is under way. Milliseconds. */
const CLOSE_LIMIT = 5000;

/** The key in the cache that says which bucket it belongs to. */
const SOURCE = 'source.json';

/** The first entry of a site's history, which always stays and is like no other site's. */
const FIRST = 'history/1.json';

interface MirrorOptions {
  /** The bucket's address: a cache belongs to one. */
  address: string;
  /** Told once of each problem that keeps the last whole release live, until all is well again. */
  log: (line: string) => void;
  interval?: { look: number; list: number };
}

/**
 * Shows what is live in a bucket, from a cache on disk: a store which follows the bucket, and is served as any other. A
 * release is seen within a second or two, and only once all of it is in the cache; without the bucket the last whole one
 * stays, also after a restart. Several processes may share a cache.
 *
 * @throws Error if the cache belongs to another store
 */
export async function openMirror(
  store: Store,
  cache: Store,
  { address, log, interval = INTERVAL }: MirrorOptions,
): Promise<SiteSource> {
  await claim(cache, address);
  const stop = new AbortController();
  const once = logOnce((line) => stop.signal.aborted || log(line));
  const kept = keptNames(store, logOnce(log).log);
  let listedAt = -Infinity;

  async function round(): Promise<void> {
    // By a clock that cannot be set.
    const isDue = performance.now() - listedAt >= interval.list;
    const here = await latestNumber(cache);
    if (!isDue && here > 0 && !(await store.read(`history/${here + 1}.json`))) return;
    // If the bucket is another site's, nothing is removed either.
    await expectSameSite(store, cache, address);
    let hasMoved = false;
    try {
      hasMoved = await follow(store, cache, stop.signal);
    } finally {
      if (isDue || hasMoved) {
        await tidy(store, cache, kept);
        listedAt = performance.now();
      }
    }
    if (isDue) once.allIsWell();
  }

  const read = readThrough(store, cache, (key) => kept.names(partOf(key)));
  const tryRound = () => round().catch((error: unknown) => once.log(messageOf(error)));
  if (!(await wholeIn(cache))) await tryRound();
  const end = repeat(tryRound, interval.look);
  return {
    ...storeSource(cache, { log }),
    read: (key) => (key === HEARTBEAT ? cache.read(key) : read(key)),
    close: () => {
      stop.abort();
      return end();
    },
  };
}

/** @returns ends it */
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
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    await Promise.race([running, pause(CLOSE_LIMIT, undefined, { ref: false })]);
  };
}

/** What a cache holds whole, with its number of the history; undefined if that is nothing, or damaged. */
function wholeIn(cache: Store): ReturnType<typeof liveEntry> {
  return liveEntry(cache).catch(() => undefined);
}

/** @returns whether another number of the history is live in the cache now */
async function follow(store: Store, cache: Store, signal: AbortSignal): Promise<boolean> {
  const live = await liveEntry(store);
  const here = await wholeIn(cache);
  // A number that was taken back is another release's next.
  if (!live || (live.number === here?.number && live.release.id === here.release.id)) return false;
  await fetchWhole(store, cache, live.release, signal);
  const kept = [FIRST, `history/${live.number}.json`];
  for (const key of kept) {
    const entry = await store.read(key);
    // Its deployment has taken the number back.
    if (!entry) return false;
    await cache.write(key, entry);
  }
  const others = (await cache.walk('history/')).filter(({ key }) => !kept.includes(key));
  await removeFiles(cache, others);
  return true;
}

/** It lists the cache first, since another process may be fetching what comes into the bucket meanwhile. */
async function tidy(store: Store, cache: Store, kept: ReturnType<typeof keptNames>): Promise<void> {
  const here = await walkParts(cache, ['releases/', 'pages/', 'artifacts/', 'assets/', 'pictures/']);
  await kept.list();
  // Its manifest may be damaged in the bucket.
  const shown = await wholeIn(cache);
  const needed = shown ? partsOf(shown.release) : new Set();
  const gone = [...here].flatMap(([part, files]) => (kept.names(part) || needed.has(part) ? [] : files));
  await removeFiles(
    cache,
    gone.filter((file) => !isBeingWritten(file)),
  );
  const heartbeat = await store.read(HEARTBEAT);
  await (heartbeat ? cache.write(HEARTBEAT, heartbeat) : cache.remove(HEARTBEAT));
}

async function expectSameSite(store: Store, cache: Store, address: string): Promise<void> {
  const first = await store.read(FIRST);
  if (!first) throw new Error(`Nothing has been deployed to ${address}.`);
  const here = await cache.read(FIRST);
  if (here && !here.equals(first))
    throw new Error(
      `${address} has another site's history than what is served here: correct the bucket's server, or name another cache, --cache <directory>.`,
    );
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

function isBeingWritten({ key, modified }: StoredFile): boolean {
  return key.endsWith('.tmp') && modified.getTime() > Date.now() - DRAFT_LIMIT;
}
