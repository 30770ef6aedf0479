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
  /** Only logs what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
  /** How many days a release is kept after it was last live. At least 1. Builds are kept a day longer. */
  keepDays: number;
  /** Keeps only the live release's pages, data and pictures. Builds are kept as long as otherwise. */
  atOnce?: boolean | undefined;
  now: Date;
  /** Stops the prune, between two files. */
  signal?: AbortSignal | undefined;
}

/** What a prune keeps, and what it must remove. */
export interface Marks {
  /** All parts that the kept manifests name, and the manifests themselves. */
  named: Set<string>;
  /** The ids of all manifests that were found. */
  ids: Set<string>;
  /** The keys of the history's entries that are to be removed. */
  ended: Set<string>;
  /** The manifests that have not been live, and are at most a day old. */
  unpublished: StoredFile[];
}

/**
 * Finds what a prune keeps.
 *
 * @param listed the parts that were listed before; newer manifests are kept
 * @throws Error if the live release is damaged
 */
export async function markParts(
  { store, keepDays, atOnce = false, now, log }: PruneOptions,
  listed: ReadonlyMap<string, unknown>,
): Promise<Marks> {
  const keep = keepDays * DAY;
  const live = await liveEntry(store);
  const entries = await readEntries({ store, now });
  // After the history: a release that is published meanwhile is either in the history or counts as unpublished.
  const manifests = await store.walk('releases/');

  const published = new Set<string>();
  const superseded = new Set<string>();
  const kept = new Set<string>();
  for (const { number, manifest, endedAgo, isSuperseded } of entries) {
    published.add(manifest);
    if (isSuperseded) superseded.add(manifest);
    // A newer release may have become live since.
    const isLive = number >= (live?.number ?? 0);
    const isRecent = endedAgo <= keep && !isSuperseded;
    if (isLive || (isRecent && !atOnce)) kept.add(manifest);
  }

  const unpublished: StoredFile[] = [];
  for (const file of manifests) {
    const age = ageOf(now, file);
    const isUnpublished = !published.has(file.key) && age <= DAY;
    if (isUnpublished) unpublished.push(file);
    const isYoung = age <= (superseded.has(file.key) ? HOUR : DAY);
    if (isUnpublished || !listed.has(file.key) || (isYoung && !atOnce)) kept.add(file.key);
  }

  const keptManifests = manifests.map(({ key }) => key).filter((key) => kept.has(key));
  const named = new Set(keptManifests);
  await forEachParallel(keptManifests, async (key) => addNames(named, store, idOf(key), log));
  // Open tabs load the builds of releases that may be gone, and a rollback to one may be under way.
  for (const { builds, endedAgo } of entries) {
    if (endedAgo <= keep + DAY) for (const build of builds) named.add(build);
  }

  const ended = entries.filter(({ manifest, isSuperseded }) => isSuperseded && !named.has(manifest));
  return {
    named,
    ids: new Set(manifests.map(({ key }) => idOf(key))),
    ended: new Set(ended.map(({ key }) => key)),
    unpublished,
  };
}

/** The entries of the history, newest first, with what decides how long their releases are kept. */
async function readEntries({ store, now }: Pick<PruneOptions, 'store' | 'now'>) {
  const history = await readHistory(store);
  return history.map(({ number, release, uses, what }, index) => {
    const next = history[index - 1];
    const endedAgo = next ? now.getTime() - Date.parse(next.at) : -Infinity;
    const isBetweenRefreshes = what === REFRESH && next?.what === REFRESH;
    return {
      number,
      key: `history/${number}.json`,
      manifest: releaseKey(release),
      builds: uses,
      /** How long ago the next release replaced it. Milliseconds. */
      endedAgo,
      /** Whether it and the next one changed nothing but data, an hour ago or more: nobody goes back to its builds. */
      isSuperseded: isBetweenRefreshes && endedAgo > HOUR,
    };
  });
}

/** Adds the parts that a release names. If its manifest is damaged, it logs that and adds nothing. */
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
