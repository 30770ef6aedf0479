import { PROBES } from '../store/exclusiveStore';
import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { REFRESH } from './plan';
import { liveEntry, readHistory } from './readHistory';
import { findWhole, listIds, releaseKey } from './readRelease';
import { partOf, partsOf, saysComplete, walkParts } from './walkParts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many files are removed before it looks again which of them are needed. */
const BATCH = 100;

/** Where earlier versions kept previews, and what prune noted for others: all of it goes. */
const FORMER = ['previews/', 'prune/'];

/** In the order in which they are reported. */
const FOLDERS = [
  'releases/',
  PROBES,
  'artifacts/',
  'assets/',
  'pictures/',
  'pages/',
  'data/',
  'history/',
  ...FORMER,
];

interface PruneOptions {
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

/**
 * Mark and sweep: removes what no manifest that is kept names. Kept are the manifests of the live release, of releases
 * that were live within `keepDays`, and of releases that were written within a day and
 * are not live: somebody may be about to publish them. What is younger than a day is kept, too. A release that changed
 * data alone, and was superseded by another one of that kind, goes after an hour, with its entry in the history.
 *
 * Nobody waits for it. Whoever deploys meanwhile writes a manifest first, and writes again whatever it does not take over
 * from the live release: files are left that are not as old any more as when they were listed. The rest is a moment
 * between that look and the removal: what was removed in it is put back.
 *
 * @throws Error if the live release is damaged, or after an hour, since then margins no longer hold
 * @throws Error at the end if `atOnce` something had to stay, which says for how long
 */
export async function prune(options: PruneOptions): Promise<void> {
  const { store, dryRun, log, atOnce, now } = options;
  const isLate = stopwatch(HOUR);
  // First, so that nothing that is written for a manifest which comes later is among them.
  const parts = await walkParts(store, FOLDERS);
  const marks = await mark(options, parts);
  const unneeded = [...parts].filter(([part, files]) => {
    if (part.startsWith('history/')) return marks.ended.has(part);
    if (FORMER.some((folder) => part.startsWith(folder))) return true;
    if (marks.named.has(part)) return false;
    return isManifest(part) || (atOnce && /^(?:pages|data|pictures)\//.test(part)) || ageOf(files, now) > DAY;
  });
  const files = unneeded.flatMap((part) => part[1]);
  if (dryRun) for (const line of describe(files)) log(`Would remove ${line}`);
  if (files.length === 0) log('There is nothing to remove.');
  else if (dryRun) log('Nothing has been removed.');
  else for (const line of describe(await sweep(options, files, marks, isLate))) log(`Removed ${line}`);
  const [waiting] = atOnce ? marks.unpublished : [];
  if (waiting !== undefined) throw new Error(explainWaiting(waiting));
}

/**
 * @param limit milliseconds
 * @returns whether they have passed since: by a clock that cannot be set, or by one that goes on while a machine sleeps
 */
function stopwatch(limit: number): () => boolean {
  const clocks = [Date, performance].map((clock) => ({ clock, begun: clock.now() }));
  return () => clocks.some(({ clock, begun }) => clock.now() - begun > limit);
}

/** What a prune keeps. */
interface Marks {
  /** All parts that the kept manifests name, these among them. */
  named: Set<string>;
  /** The ids of all manifests that there were. */
  ids: Set<string>;
  /** The entries of the history that are to go. */
  ended: Set<string>;
  /** The manifests, not older than a day, that have not been live. */
  unpublished: StoredFile[];
}

/** @param listed what there was before; whatever manifest has come since is kept */
async function mark(
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
  const unpublished = manifests.filter(
    (file) => !published.has(file.key) && !shown.has(file.key) && ageOf([file], now) <= DAY,
  );
  const isKept = (file: StoredFile): boolean => {
    if (shown.has(file.key) || unpublished.includes(file) || !listed.has(file.key)) return true;
    return !atOnce && ageOf([file], now) <= (passing.has(file.key) ? HOUR : DAY);
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

/** A damaged manifest is logged, and names nothing. */
async function addNames(
  named: Set<string>,
  store: Store,
  id: string,
  log: PruneOptions['log'],
): Promise<void> {
  const release = await findWhole(store, id, log);
  for (const part of release ? partsOf(release) : []) named.add(part);
}

/** @returns what was removed */
async function sweep(
  { store, signal, log }: PruneOptions,
  files: StoredFile[],
  { named, ids }: Marks,
  isLate: () => boolean,
): Promise<StoredFile[]> {
  const removed = new Set<StoredFile>();
  for (const batch of batchesOf(files)) {
    const contents = new Map<StoredFile, Buffer>();
    try {
      await forEachParallel(batch, async (file) => {
        if (signal?.aborted || named.has(partOf(file.key))) return;
        if (isLate())
          throw new Error('Prune has ended since it began more than an hour ago: run it again for the rest.');
        const content = await store.read(file.key);
        const modified = await store.modified(file.key);
        if (!content || modified?.getTime() !== file.modified.getTime()) return;
        await store.remove(file.key);
        contents.set(file, content);
      });
    } finally {
      for (const id of await listIds(store)) {
        if (!ids.has(id)) await addNames(named, store, id, log);
        ids.add(id);
      }
      for (const [file, content] of contents) {
        if (named.has(partOf(file.key))) await store.create(file.key, content);
        else removed.add(file);
      }
    }
  }
  return [...removed];
}

/**
 * What says that others are complete goes before them, so that a prune that is killed leaves nothing that looks complete
 * and is not. The history goes last, since it decides how long the others are kept.
 */
function batchesOf(files: StoredFile[]): StoredFile[][] {
  const rank = ({ key }: StoredFile) =>
    isManifest(key) ? 0 : saysComplete(key) ? 1 : key.startsWith('history/') ? 3 : 2;
  return [0, 1, 2, 3].flatMap((stage) => {
    const own = files.filter((file) => rank(file) === stage);
    return Array.from({ length: Math.ceil(own.length / BATCH) }, (_, index) =>
      own.slice(index * BATCH, (index + 1) * BATCH),
    );
  });
}

function ageOf(files: StoredFile[], now: Date): number {
  return now.getTime() - Math.max(...files.map(({ modified }) => modified.getTime()));
}

function isManifest(key: string): boolean {
  return key.startsWith('releases/');
}

function idOf(manifest: string): string {
  return manifest.replace(/^.*\/|\.json$/g, '');
}

function describe(files: StoredFile[]): string[] {
  const byName = new Map<string, StoredFile[]>();
  for (const file of files) {
    const name = file.key.startsWith('pages/') ? 'pages' : partOf(file.key);
    const own = byName.get(name);
    if (own) own.push(file);
    else byName.set(name, [file]);
  }
  return [...byName].map(([name, own]) => `${name}: ${sizeOf(own)}`);
}

function sizeOf(files: StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
}

function explainWaiting({ key, modified }: StoredFile): string {
  const until = new Date(modified.getTime() + DAY).toISOString();
  return `${key} was written within the last day and is not live, so that a deployment may be about to publish it. It stays, with all that it shows. Run this again once that deployment has ended, or, if it was killed, after ${until}.`;
}
