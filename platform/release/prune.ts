import { COPIES, isOfPicture, MARKERS, pictureFromKey } from '../pictures/pictureKeys';
import { buildName } from '../store/buildName';
import { PROBES } from '../store/assertExclusive';
import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { dataKey } from './readData';
import { findIntact, findLive, numberIn, RELEASES, type NumberedRelease } from './readReleases';
import { releasesOfSet } from './releasesOfSet';
import { listBuildNames, listContents, listData, listPictures } from './Release';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface PruneOptions {
  store: Store;
  dryRun?: boolean | undefined;
  log: (line: string) => void;
  /** For how many days the newest release of a set of builds is kept after the set was replaced; at least 1. */
  keepDays: number;
  /**
   * Whether to remove unneeded files, and all releases except the live one, as soon as they are an hour old. Builds are kept
   * for as long as usual.
   */
  atOnce?: boolean | undefined;
  /** Aborting this signal stops the prune: removals in progress are completed, but no others are started. */
  signal?: AbortSignal | undefined;
}

/**
 * Removes old files that no kept release needs. Ages are relative to the time at which the store's newest file was written.
 *
 * - These releases are kept: the live release and any newer, damaged ones; the newest release of each set of builds in the
 *   log, until `keepDays` days after the set was replaced; and all releases from the last hour.
 * - Files that the kept releases refer to are needed. The builds of a set in the log are needed until `keepDays + 1` days
 *   after the set was replaced, because open tabs may load them.
 * - Other releases are removed once they are an hour old, and other unneeded files once they are a day old.
 *
 * Deployments and prune can run at the same time without a lock, because a deployment writes all builds and pages that it
 * does not take over from the live release. If prune nevertheless removes an old page or old data that a deployment needs at
 * that moment, the watcher makes the page or data again within an hour.
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
    return isOfBuild(key) ? builds.has(buildName(key)) : named.has(plainKey(key));
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

const FOLDERS = [RELEASES, PROBES, 'builds/', 'assets/', MARKERS, 'pages/', 'data/'];

interface LoggedSet {
  apps: Record<string, string>;
  /** The number of the set's newest stored release; undefined if none of its releases is stored. */
  last: number | undefined;
  /** When the set was replaced, in milliseconds since 1970; an upper bound if the exact time is unknown. */
  endedAt: number;
}

/** A stored release. `at` is the time at which it was written, in milliseconds since 1970. */
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
    // If prune has removed the release that replaced the set, the oldest later release gives an upper bound.
    const successor = written.findLast(({ number }) => number >= next);
    return { apps, last, endedAt: successor?.at ?? now };
  });
}

function writtenReleases(files: StoredFile[]): WrittenRelease[] {
  const written: WrittenRelease[] = [];
  for (const { key, modified } of files) {
    const number = numberIn(key);
    if (number !== undefined) written.push({ number, at: modified.getTime() });
  }
  return written.sort((one, other) => other.number - one.number);
}

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

/**
 * @returns `builds`, the needed builds; and `named`, the keys of the other needed files, in the form that `plainKey` returns
 */
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
    for (const [, content] of listContents(release)) named.add(`pages/${content}`);
    for (const hash of listData(release)) named.add(plainKey(dataKey(hash)));
    for (const picture of listPictures(release)) named.add(picture);
    for (const build of listBuildNames(release)) builds.add(build);
  });
  for (const { apps, endedAt } of sets) {
    if (now - endedAt > (keepDays + 1) * DAY) continue;
    for (const [app, version] of Object.entries(apps)) builds.add(`${app}/${version}`);
  }
  return { named, builds };
}

/** @throws Error if files or releases that the live release does not need are too young to be removed */
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

/** Whether a key belongs to a build. Pictures' copies are in `assets/` too, but belong to no build. */
function isOfBuild(key: string): boolean {
  return /^(?:builds|assets)\//.test(key) && !key.startsWith(COPIES);
}

function plainKey(key: string): string {
  if (isOfPicture(key)) return pictureFromKey(key);
  return key.replace(/\.(?:br|gz)$/, '');
}

/**
 * Groups files into stages, which are to be removed in this order: releases; the files that mark a build or a picture's
 * copies as complete; and the rest. The order ensures that nothing incomplete looks complete if prune is killed.
 */
function removalStages(files: StoredFile[]): StoredFile[][] {
  const isMark = (key: string) => key.startsWith(MARKERS) || key.endsWith('/build.json');
  const releases = files.filter(({ key }) => key.startsWith(RELEASES));
  const marks = files.filter(({ key }) => isMark(key));
  return [releases, marks, files.filter(({ key }) => !key.startsWith(RELEASES) && !isMark(key))];
}

/** @param now the time at which the store's newest file was written, in milliseconds since 1970 */
async function remove(files: StoredFile[], now: number, { store, signal }: PruneOptions): Promise<void> {
  /**
   * Whether a deployment has started to write the build again. If so, the build's files are kept, because the watcher cannot
   * restore them.
   */
  const isRewritten = async (build: string) => {
    const stored = await store.list(`builds/${build}/`, { deep: true });
    return stored.some(({ modified }) => modified.getTime() > now);
  };
  await forEachParallel(files, async ({ key }) => {
    if (signal?.aborted || (isOfBuild(key) && (await isRewritten(buildName(key))))) return;
    await store.remove(key);
  });
}

function describeFiles(files: StoredFile[]): string[] {
  const byName = new Map<string, StoredFile[]>();
  for (const file of files) {
    const name = nameFor(file.key);
    const own = byName.get(name);
    if (own) own.push(file);
    else byName.set(name, [file]);
  }
  return [...byName].map(([name, own]) => `${name}: ${formatSize(own)}`);
}

function nameFor(key: string): string {
  if (isOfBuild(key)) return buildName(key);
  if (isOfPicture(key)) return `pictures/${pictureFromKey(key)}`;
  const [folder = ''] = key.split('/');
  return ['pages', 'data'].includes(folder) ? folder : plainKey(key);
}

function formatSize(files: StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
}
