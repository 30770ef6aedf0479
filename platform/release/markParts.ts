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
  /** How many days, at least 1, a release is kept after it was last live. Builds are kept a day longer. */
  keepDays: number;
  /** Keeps only the live release's pages, data and pictures. This option does not affect how long builds are kept. */
  atOnce?: boolean | undefined;
  now: Date;
  /** Stops the prune, between two files. */
  signal?: AbortSignal | undefined;
}

/** The parts that a prune keeps, and the history entries that it removes. */
export interface Marks {
  /** All parts that the kept manifests name, and the manifests themselves. */
  named: Set<string>;
  /** The ids of all manifests that were found. */
  ids: Set<string>;
  /** The keys of the history entries to remove. */
  ended: Set<string>;
  /** The manifests, at most a day old, of releases that were never live. */
  unpublished: StoredFile[];
}

/**
 * Finds the parts that a prune keeps.
 *
 * @param listed the parts that the store had at the start; a manifest that is not among them is new, and is kept
 * @throws Error if the live release is damaged
 */
export async function markParts(
  { store, keepDays, atOnce = false, now, log }: PruneOptions,
  listed: ReadonlyMap<string, unknown>,
): Promise<Marks> {
  const keep = keepDays * DAY;
  const live = await liveEntry(store);
  const entries = await readEntries({ store, now });
  // The history is read first: a release that is published before the manifests are listed looks unpublished, and is
  // therefore kept.
  const manifests = await store.walk('releases/');

  const published = new Set<string>();
  const superseded = new Set<string>();
  const kept = new Set<string>();
  for (const { number, manifest, endedAgo, isSuperseded } of entries) {
    published.add(manifest);
    if (isSuperseded) superseded.add(manifest);
    // A newer release may have gone live since `live` was read.
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
  // Open tabs still load builds of removed releases, and a rollback to such a build may be in progress.
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

/** The history, newest first, with the facts that decide how long each release is kept. */
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
      /** How long ago the next release replaced this one, in milliseconds. */
      endedAgo,
      /** Whether this release and the next one changed only data, and the next one went live over an hour ago. */
      isSuperseded: isBetweenRefreshes && endedAgo > HOUR,
    };
  });
}

/** Collects the parts that a release names. If the manifest of the release is damaged, a warning is logged instead. */
export async function addNames(
  named: Set<string>,
  store: Store,
  id: string,
  log: PruneOptions['log'],
): Promise<void> {
  const release = await findIntact(store, id, log);
  for (const part of release ? partsOf(release) : []) named.add(part);
}

/** The age of the youngest of these files, in milliseconds. */
export function ageOf(now: Date, ...files: StoredFile[]): number {
  return now.getTime() - Math.max(...files.map(({ modified }) => modified.getTime()));
}

function idOf(manifest: string): string {
  return manifest.replace(/^.*\/|\.json$/g, '');
}
