import { randomUUID } from 'node:crypto';
import { PROBES } from '../store/exclusiveStore';
import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { REFRESH } from './plan';
import { liveRelease, readHistory } from './readHistory';
import { findWhole, releaseKey } from './readRelease';
import { ANNOUNCED, ANNOUNCEMENTS, isUnderWay } from './waitForPrune';
import { removeFiles, partsOf, walkParts } from './walkParts';

const DAY = 86_400_000;

/** How long a superseded release stays, for servers that are still fetching it. Milliseconds. */
const SUPERSEDED = 3_600_000;

/** Where earlier versions kept previews: all of it goes. */
const FORMER = 'previews/';

const FOLDERS = [
  'releases/',
  FORMER,
  PROBES,
  'artifacts/',
  'assets/',
  'pictures/',
  'pages/',
  'data/',
  'history/',
];

interface PruneOptions {
  store: Store;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
  /** How many days a release and its builds are kept after it was last live. At least 1. */
  keepDays: number;
  /** Keeps pages, data and pictures of the live release alone; builds are kept as long as otherwise. */
  atOnce?: boolean | undefined;
  now: Date;
}

/**
 * Removes what `findUnneeded` finds. It announces that first, and then looks again: a deployment that used
 * something of it by then keeps it, and a later one finds the announcement (`waitForPrune`).
 *
 * @throws Error if the live release is damaged, if another prune is under way, or if it takes too long
 */
export async function prune(options: PruneOptions): Promise<void> {
  const { dryRun, log } = options;
  const found = await findUnneeded(options);
  if (dryRun) for (const line of describe(found)) log(`Would remove ${line}`);
  if (found.size === 0) log('There is nothing to remove.');
  else if (dryRun) log('Nothing has been removed.');
  else await removeAnnounced(options, found);
}

async function removeAnnounced(options: PruneOptions, found: Map<string, StoredFile[]>): Promise<void> {
  const { store, log } = options;
  const isLate = stopwatch(ANNOUNCED / 2);
  const inTime: Store = {
    ...store,
    remove: async (key) => {
      if (isLate())
        throw new Error(
          'Prune has ended early, since deployments do not wait for it any longer: run it again.',
        );
      await store.remove(key);
    },
  };
  const announcement = `${ANNOUNCEMENTS}${randomUUID()}.json`;
  try {
    // A full disk has no room for a list. An empty announcement is about everything.
    await store
      .write(announcement, JSON.stringify([...found.keys()]))
      .catch(() => store.write(announcement, ''));
    await expectAlone(store, announcement);
    const unneeded = await findUnneeded({ ...options, log: () => undefined }, found);
    const files = [...unneeded.values()].flat();
    log(`Removing ${sizeOf(files)}`);
    const isEntry = ({ key }: StoredFile) => key.startsWith('history/');
    await removeFiles(
      inTime,
      files.filter((file) => !isEntry(file)),
    );
    // Last, since the history decides how long the others are kept.
    await removeFiles(inTime, files.filter(isEntry));
    for (const line of describe(unneeded)) log(`Removed ${line}`);
  } finally {
    await store.remove(announcement);
  }
}

/**
 * @param limit milliseconds
 * @returns whether they have passed since: by a clock that cannot be set, or by one that goes on while a machine sleeps
 */
function stopwatch(limit: number): () => boolean {
  const clocks = [Date, performance].map((clock) => ({ clock, begun: clock.now() }));
  return () => clocks.some(({ clock, begun }) => clock.now() - begun > limit);
}

/** Each prune counts on what another one would remove. */
async function expectAlone(store: Store, announcement: string): Promise<void> {
  const others = (await store.walk(ANNOUNCEMENTS)).filter(({ key }) => key !== announcement);
  if (others.some(isUnderWay)) {
    throw new Error(
      'Another prune is under way, or was killed less than 15 minutes ago. Nothing has been removed: try again then.',
    );
  }
  await removeFiles(store, others);
}

function describe(parts: Map<string, StoredFile[]>): string[] {
  const isPage = ([part]: [string, unknown]) => part.startsWith('pages/');
  const pages = [...parts].filter(isPage).flatMap(([, files]) => files);
  const others = [...parts].filter((part) => !isPage(part));
  return [
    ...others.map(([part, files]) => `${part}: ${sizeOf(files)}`),
    ...(pages.length > 0 ? [`pages: ${sizeOf(pages)}`] : []),
  ];
}

function sizeOf(files: StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
}

/**
 * Finds the files that are not needed, by part, in the order of `FOLDERS`. Needed are: the manifests of the live
 * release, and of releases that were live within `keepDays`; all that these
 * manifests name; and everything younger than a day. A release that changed data alone, and was superseded by
 * another one of that kind, goes after an hour, with its entry in the history.
 *
 * @param among looks among these parts alone; a manifest that is not among them is new, and is needed
 * @throws Error if the live release is damaged or missing
 */
async function findUnneeded(
  { store, keepDays, atOnce = false, now, log }: PruneOptions,
  among?: ReadonlyMap<string, unknown>,
): Promise<Map<string, StoredFile[]>> {
  const keep = keepDays * DAY;
  const live = await liveRelease(store);
  const entries = await readEntries({ store, now });
  const parts = await walkParts(store, FOLDERS);
  const ageOf = (files: StoredFile[]) =>
    now.getTime() - Math.max(...files.map(({ modified }) => modified.getTime()));

  const superseded = entries.filter(({ isPassing, endedAgo }) => isPassing && endedAgo > SUPERSEDED);
  const recent = entries.filter(({ endedAgo }) => endedAgo <= keep);
  const passing = new Set(superseded.map(({ manifest }) => manifest));
  const shown = new Set(live && [releaseKey(live.id)]);
  for (const entry of atOnce ? [] : recent) if (!superseded.includes(entry)) shown.add(entry.manifest);
  const isKept = (manifest: string, age: number): boolean => {
    if (shown.has(manifest) || among?.has(manifest) === false) return true;
    return !atOnce && age <= (passing.has(manifest) ? SUPERSEDED : DAY);
  };
  const kept = [...parts].flatMap(([part, files]) =>
    isManifest(part) && isKept(part, ageOf(files)) ? [part] : [],
  );

  const named = await namesIn(store, kept, log);
  // Open tabs load the builds of releases that may be gone.
  for (const { builds } of recent) for (const build of builds) named.add(build);
  const ended = new Set(superseded.filter(({ manifest }) => !named.has(manifest)).map(({ key }) => key));
  const isUnneeded = (part: string, age: number): boolean => {
    if (part.startsWith('history/')) return ended.has(part);
    if (named.has(part)) return false;
    return (
      isManifest(part) ||
      part.startsWith(FORMER) ||
      (atOnce && /^(?:pages|data|pictures)\//.test(part)) ||
      age > DAY
    );
  };
  return new Map(
    [...parts].filter(([part, files]) => among?.has(part) !== false && isUnneeded(part, ageOf(files))),
  );
}

/** The entries of the history, newest first, with what decides how long their releases are kept. */
async function readEntries({ store, now }: Pick<PruneOptions, 'store' | 'now'>) {
  const history = await readHistory(store);
  return history.map(({ number, release, uses, what }, index) => {
    const next = history[index - 1];
    return {
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

/** A damaged manifest is logged, and names nothing but itself. */
async function namesIn(store: Store, manifests: string[], log: PruneOptions['log']): Promise<Set<string>> {
  const named = new Set(manifests);
  await forEachParallel(manifests, async (key) => {
    const id = /^[a-z]+\/(.+)\.json$/.exec(key)?.[1] ?? '';
    const release = releaseKey(id) === key ? await findWhole(store, id, log) : undefined;
    for (const part of release ? partsOf(release) : []) named.add(part);
  });
  return named;
}

function isManifest(part: string): boolean {
  return part.startsWith('releases/');
}
