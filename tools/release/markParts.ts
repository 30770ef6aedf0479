import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { REFRESH } from './plan';
import { liveEntry, readHistory } from './readHistory';
import { findIntact, releaseKey } from './readRelease';
import { partsOf } from './walkParts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface PruneOptions {
  store: Store;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
  /** How many days a release is kept after it was last live. At least 1. Builds are kept a day longer. */
  keepDays: number;
  /** Keeps pages, data and pictures of the live release alone; builds are kept as long as otherwise. */
  atOnce?: boolean | undefined;
  now: Date;
  /** Ends it, between two files. */
  signal?: AbortSignal | undefined;
}

/** What a prune keeps. */
export interface Marks {
  /** All parts that the kept manifests name, these among them. */
  named: Set<string>;
  /** The ids of all manifests that there were. */
  ids: Set<string>;
  /** The entries of the history that are to go. */
  ended: Set<string>;
  /** The manifests, not older than a day, that have not been live. */
  unpublished: StoredFile[];
}

/**
 * Finds what a prune keeps.
 *
 * @param listed what there was before; whatever manifest has come since is kept
 * @throws Error if the live release is damaged
 */
export async function markParts(
  { store, keepDays, atOnce = false, now, log }: PruneOptions,
  listed: ReadonlyMap<string, unknown>,
): Promise<Marks> {
  const keep = keepDays * DAY;
  const live = await liveEntry(store);
  const entries = await readEntries({ store, now });
  // After the history, so that a release that is published meanwhile is either in it or not yet.
  const manifests = await store.walk('releases/');
  const superseded = entries.filter(({ isPassing, endedAgo }) => isPassing && endedAgo > HOUR);
  const passing = new Set(superseded.map(({ manifest }) => manifest));
  const published = new Set(entries.map(({ manifest }) => manifest));
  const isShown = (entry: (typeof entries)[number]) =>
    // Another one may have become live since.
    entry.number >= (live?.number ?? 0) || (!atOnce && entry.endedAgo <= keep && !superseded.includes(entry));
  const shown = new Set(entries.filter(isShown).map(({ manifest }) => manifest));
  const unpublished = manifests.filter((file) => !published.has(file.key) && ageOf(now, file) <= DAY);
  const isKept = (file: StoredFile): boolean => {
    if (shown.has(file.key) || unpublished.includes(file) || !listed.has(file.key)) return true;
    return !atOnce && ageOf(now, file) <= (passing.has(file.key) ? HOUR : DAY);
  };
  const kept = manifests.filter(isKept).map(({ key }) => key);
  const named = new Set(kept);
  await forEachParallel(kept, async (key) => addNames(named, store, idOf(key), log));
  // Open tabs load the builds of releases that may be gone, and somebody may be going back to one.
  for (const { builds, endedAgo } of entries)
    if (endedAgo <= keep + DAY) for (const build of builds) named.add(build);
  return {
    named,
    ids: new Set(manifests.map(({ key }) => idOf(key))),
    ended: new Set(superseded.filter(({ manifest }) => !named.has(manifest)).map(({ key }) => key)),
    unpublished,
  };
}

/** The entries of the history, newest first, with what decides how long their releases are kept. */
async function readEntries({ store, now }: Pick<PruneOptions, 'store' | 'now'>) {
  const history = await readHistory(store);
  return history.map(({ number, release, uses, what }, index) => {
    const next = history[index - 1];
    return {
      number,
      key: `history/${number}.json`,
      manifest: releaseKey(release),
      builds: uses,
      /** How long ago the next release took its place. Milliseconds. */
      endedAgo: next ? now.getTime() - Date.parse(next.at) : -Infinity,
      /** Whether it changed data alone, and so did the next one: nobody goes back to its builds. */
      isPassing: what === REFRESH && next?.what === REFRESH,
    };
  });
}

/** Adds the parts that a release names. A damaged manifest is logged, and names nothing. */
export async function addNames(
  named: Set<string>,
  store: Store,
  id: string,
  log: PruneOptions['log'],
): Promise<void> {
  const release = await findIntact(store, id, log);
  for (const part of release ? partsOf(release) : []) named.add(part);
}

/** How long ago the youngest of some files was written. Milliseconds. */
export function ageOf(now: Date, ...files: StoredFile[]): number {
  return now.getTime() - Math.max(...files.map(({ modified }) => modified.getTime()));
}

function idOf(manifest: string): string {
  return manifest.replace(/^.*\/|\.json$/g, '');
}
