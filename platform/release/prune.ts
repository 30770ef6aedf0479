import { COPIES, isOfPicture, MARKERS, pictureOf } from '../pictures/pictureKeys';
import { buildOf } from '../store/buildOf';
import { PROBES } from '../store/assertExclusive';
import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { dataKey } from './readData';
import { findIntact, findLive, numberIn, RELEASES, type NumberedRelease } from './readReleases';
import { releasesOfSet } from './releasesOfSet';
import { buildsOf, contentsOf, dataOf, picturesOf } from './Release';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface PruneOptions {
  store: Store;
  /** Only logs what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
  /** How many days, at least 1, the releases of a set of builds are kept after the set was last live. */
  keepDays: number;
  /**
   * Keeps only the live release, and files that are younger than an hour. Builds are kept as long as without this option.
   */
  atOnce?: boolean | undefined;
  /** Stops the prune, between two files. */
  signal?: AbortSignal | undefined;
}

/**
 * Removes what is old and not needed. Time is the store's own: the time at which its newest file was written.
 *
 * - These releases are kept: the live one; the last one of each set of builds in the log, for `keepDays` after it was live;
 *   and refreshes of the last hour.
 * - Needed is what these releases name, and each build in the log for a day longer, because open tabs load it.
 * - Other releases are removed when they are an hour old, and everything else when it is a day old.
 *
 * Deployments and prune need not know of each other: a deployment takes over only what the live release names, and writes
 * everything else. If a deployment writes an old, unneeded page again while prune removes it, the next round makes it again.
 *
 * @throws Error if the live release cannot be read
 */
export async function prune(options: PruneOptions): Promise<void> {
  const { store, dryRun, log, atOnce = false } = options;
  const files = await store.list('', { deep: true });
  const now = files.reduce((latest, { modified }) => Math.max(latest, modified.getTime()), 0);
  const live = await findLive(store, log);
  if (!live) return log('There is nothing to remove.');
  const written = writtenReleases(files);
  const sets = listSets(live, written, now);
  const kept = keptNumbers(live, sets, written, now, options);
  const { named, builds } = await collectNeeded(sets, kept, now, options);
  const isNeeded = ({ key }: StoredFile) => {
    const number = numberIn(key);
    if (number !== undefined) return kept.has(number) || number > live.number;
    return isOfBuild(key) ? builds.has(buildOf(key)) : named.has(plainKey(key));
  };
  const limit = ({ key }: StoredFile) =>
    key.startsWith(RELEASES) || (atOnce && !isOfBuild(key)) ? HOUR : DAY;
  const unneeded = files.filter(
    (file) => FOLDERS.some((folder) => file.key.startsWith(folder)) && !isNeeded(file),
  );
  const old = unneeded.filter((file) => now - file.modified.getTime() > limit(file));

  for (const line of describeFiles(old)) log(`${dryRun ? 'Would remove' : 'Removed'} ${line}`);
  if (old.length === 0) log('There is nothing to remove.');
  else if (dryRun) log('Nothing has been removed.');
  else for (const stage of removalStages(old)) await remove(stage, now, options);
  if (atOnce && !dryRun) assertNothingYoung(live, kept, unneeded, old);
}

/** The folders whose files are removed. */
const FOLDERS = [RELEASES, PROBES, 'builds/', 'assets/', MARKERS, 'pages/', 'data/'];

/** A set of builds in the log. */
interface LoggedSet {
  apps: Record<string, string>;
  /** The newest stored release of the set; undefined if there is none. */
  last: number | undefined;
  /** When the set was replaced, as far as the store tells; in milliseconds. */
  endedAt: number;
}

/** A stored release, and when it was written, in milliseconds. */
interface WrittenRelease {
  number: number;
  at: number;
}

function listSets(
  { release: { log } }: NumberedRelease,
  written: WrittenRelease[],
  now: number,
): LoggedSet[] {
  const numbers = written.map(({ number }) => number);
  return log.map(({ apps }, index) => {
    const { next, last } = releasesOfSet(log, index, numbers);
    // The first stored release after the set was written when the set ended, or later.
    const successor = written.findLast(({ number }) => number >= next);
    return { apps, last, endedAt: successor?.at ?? now };
  });
}

/** The stored releases, newest first. */
function writtenReleases(files: StoredFile[]): WrittenRelease[] {
  const written: WrittenRelease[] = [];
  for (const { key, modified } of files) {
    const number = numberIn(key);
    if (number !== undefined) written.push({ number, at: modified.getTime() });
  }
  return written.sort((one, other) => other.number - one.number);
}

/** The numbers of the releases to keep. */
function keptNumbers(
  live: NumberedRelease,
  sets: LoggedSet[],
  written: WrittenRelease[],
  now: number,
  { keepDays, atOnce }: PruneOptions,
): Set<number> {
  const kept = new Set([live.number]);
  for (const { number, at } of written) if (now - at <= HOUR) kept.add(number);
  if (atOnce) return kept;
  for (const { last, endedAt } of sets)
    if (last !== undefined && now - endedAt <= keepDays * DAY) kept.add(last);
  return kept;
}

/** @returns the keys, without the suffix of an encoding, and the builds that are needed */
async function collectNeeded(
  sets: LoggedSet[],
  kept: ReadonlySet<number>,
  now: number,
  { store, keepDays, log }: PruneOptions,
): Promise<{ named: Set<string>; builds: Set<string> }> {
  const named = new Set<string>();
  const builds = new Set<string>();
  await forEachParallel(kept, async (number) => {
    const release = await findIntact(store, number, log);
    if (!release) return;
    for (const [, content] of contentsOf(release)) named.add(`pages/${content}`);
    for (const hash of dataOf(release)) named.add(plainKey(dataKey(hash)));
    for (const picture of picturesOf(release)) named.add(picture);
    for (const build of buildsOf(release)) builds.add(build);
  });
  for (const { apps, endedAt } of sets) {
    if (now - endedAt > (keepDays + 1) * DAY) continue;
    for (const [app, version] of Object.entries(apps)) builds.add(`${app}/${version}`);
  }
  return { named, builds };
}

/** @throws Error if something that the live release does not show had to stay */
function assertNothingYoung(
  live: NumberedRelease,
  kept: ReadonlySet<number>,
  unneeded: StoredFile[],
  old: StoredFile[],
): void {
  const young = unneeded.filter((file) => !old.includes(file) && !isOfBuild(file.key));
  const others = [...kept].filter((number) => number !== live.number);
  if (young.length + others.length === 0) return;
  throw new Error(
    `${young.length} files and ${others.length} releases were written within the last hour, so they stay: a deployment may need them. Run this again in an hour.`,
  );
}

/** Whether a key belongs to a build. */
function isOfBuild(key: string): boolean {
  return /^(?:builds|assets)\//.test(key) && !key.startsWith(COPIES);
}

/** The key without the suffix of an encoding, or the picture that it belongs to. */
function plainKey(key: string): string {
  if (isOfPicture(key)) return pictureOf(key);
  return key.replace(/\.(?:br|gz)$/, '');
}

/**
 * The files in the order of their removal. Releases come first, and then the files that mark a build or the copies of a
 * picture as complete: if prune is killed, nothing incomplete looks complete.
 */
function removalStages(files: StoredFile[]): StoredFile[][] {
  const isMark = (key: string) => key.startsWith(MARKERS) || key.endsWith('/build.json');
  const releases = files.filter(({ key }) => key.startsWith(RELEASES));
  const marks = files.filter(({ key }) => isMark(key));
  return [releases, marks, files.filter(({ key }) => !key.startsWith(RELEASES) && !isMark(key))];
}

/** @param now when the files were listed, by the store's time */
async function remove(files: StoredFile[], now: number, { store, signal }: PruneOptions): Promise<void> {
  /** Whether a deployment has begun to write a build again. No round makes a build's files again. */
  const isRewritten = async (build: string) => {
    const stored = await store.list(`builds/${build}/`, { deep: true });
    return stored.some(({ modified }) => modified.getTime() > now);
  };
  await forEachParallel(files, async ({ key }) => {
    if (signal?.aborted || (isOfBuild(key) && (await isRewritten(buildOf(key))))) return;
    await store.remove(key);
  });
}

/** One line for each release, build and picture, and one for all pages and all data: number of files, and their size. */
function describeFiles(files: StoredFile[]): string[] {
  const byName = new Map<string, StoredFile[]>();
  for (const file of files) {
    const name = nameFor(file.key);
    const own = byName.get(name);
    if (own) own.push(file);
    else byName.set(name, [file]);
  }
  return [...byName].map(([name, own]) => `${name}: ${sizeOf(own)}`);
}

function nameFor(key: string): string {
  if (isOfBuild(key)) return buildOf(key);
  if (isOfPicture(key)) return `pictures/${pictureOf(key)}`;
  const [folder = ''] = key.split('/');
  return ['pages', 'data'].includes(folder) ? folder : plainKey(key);
}

function sizeOf(files: StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
}
