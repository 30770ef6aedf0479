import { artifactKey } from '../store/storeArtifact';
import { findLive, latestNumber, liveRelease } from './liveRelease';
import { REFRESH } from './publish';
import { readHistory, type HistoryEntry } from './readHistory';
import { findWhole, listIds, releaseKey } from './readRelease';
import { contentsOf, type Release } from './Release';
import { forEachParallel } from '../store/forEachParallel';
import { isPicture, partsOf, walkParts } from './walkParts';
import { removeUnused } from '../store/removeFiles';
import type { Store, StoredFile } from '../store/Store';
import type { ChangeOptions } from './ChangeOptions';

const DAY = 86_400_000;

/** Longer than any deployment takes from its first write to its last. Milliseconds. */
const DEPLOYMENT = 900_000;

/** For how long data that has been superseded by newer data stays, for hosts that are pulling it. Milliseconds. */
const SUPERSEDED = 3_600_000;

interface PruneOptions extends ChangeOptions {
  /** How long a release is kept after it was last live, and a build after that or after it was stored. At least 1. */
  keepDays: number;
  /** Removes at once what any release but the live one shows; builds are kept as long as otherwise. */
  takedown?: boolean;
  now: Date;
}

/**
 * Removes releases that have not been live for a while, previews that are as old, and the pages and builds that
 * nothing else is made of. Tabs that are still on such a release load the page again when they miss its code.
 * Releases with new data alone, between others of that kind, go as soon as nobody can be fetching them any more, and
 * their entries with them: the history names what became live by hand, and the data before and after.
 */
export async function prune({
  store,
  keepDays,
  takedown = false,
  now,
  dryRun,
  log,
}: PruneOptions): Promise<void> {
  const keep = keepDays * DAY;
  const isOlder = (than: number) => (file: StoredFile) => file.modified.getTime() < now.getTime() - than;
  const history = await readHistory(store);
  const manifests = [...(await store.walk('releases/')), ...(await store.walk('previews/'))];
  const newest = history[0]?.release;
  const isThere = manifests.some(({ key }) => key.startsWith('releases/') && idOf(key) === newest);
  const live = isThere ? newest : (await liveRelease(store))?.id;
  /** Whether what a number of the history names was live not longer ago; the next one has ended it. */
  const isRecent = (index: number, than: number) =>
    index === 0 || Date.parse(history[index - 1]?.at ?? '') >= now.getTime() - than;
  const kept = history.filter((entry, index) =>
    isRecent(index, isPassing(entry, history[index - 1]) ? SUPERSEDED : keep),
  );
  const recent = new Set([live, ...(takedown ? [] : kept.map(({ release }) => release))]);
  const known = new Set(history.map(({ release }) => release));

  const doomed = manifests.filter((file) => {
    if (file.key.startsWith('releases/') && recent.has(idOf(file.key))) return false;
    // By whatever clock it was made.
    if (takedown) return isTakenDown(file.key) || isOlder(DEPLOYMENT)(file);
    return isOlder(file.key.startsWith('previews/') ? keep : SUPERSEDED)(file);
  });
  const isDoomed = new Set(doomed.map(({ key }) => key));
  const used = await readReferences(
    store,
    manifests.map(({ key }) => key).filter((key) => !isDoomed.has(key)),
    (id) => (id === live ? findLive(store, id) : findWhole(store, id, log)),
  );
  const justLive = new Set(history.filter((_, index) => isRecent(index, keep)).map(({ release }) => release));
  const early = await readReferences(
    store,
    [...isDoomed].filter((key) => justLive.has(idOf(key))),
  );
  /** Builds that open tabs load, of releases that go although they were live not long ago. */
  const inTabs = new Set([...early.parts].filter((part) => !isPicture(part) && !used.parts.has(part)));
  const shown = takedown
    ? await readReferences(store, [...isDoomed])
    : { parts: new Set(), pages: new Set() };

  const pages = (await store.walk('pages/')).filter((file) => {
    const content = contentOf(file.key);
    return !used.pages.has(content) && (shown.pages.has(content) || isOlder(DEPLOYMENT)(file));
  });
  const unused = [...(await walkParts(store))].filter(
    ([part, files]) =>
      !used.parts.has(part) &&
      !inTabs.has(part) &&
      ((isPicture(part) && shown.parts.has(part)) ||
        // The release that showed it may be gone already.
        files.every(isOlder(takedown && isPicture(part) ? DEPLOYMENT : keep))),
  );

  const contents = new Set(pages.map(({ key }) => contentOf(key)));
  log(
    `${doomed.length} releases and previews, ${contents.size} pages and ${unused.length} builds and pictures are not needed.`,
  );
  if (dryRun) {
    for (const { key } of doomed) log(`Would remove ${key}`);
    for (const [part, files] of unused) log(`Would remove ${part}: ${sizeOf(files)}`);
    log(`Would remove ${pages.length} files of pages: ${sizeOf(pages)}. Nothing has been removed.`);
    return;
  }
  // They become young by it, so that the next prune spares them, too.
  for (const build of inTabs) {
    const key = artifactKey(build);
    const content = await store.read(key);
    if (content) await store.write(key, content);
  }
  // Whatever somebody has begun to use meanwhile stays.
  const seen = new Set(manifests.map(({ key }) => key));
  const isUsedNow = watchReferences(store, seen, history[0]?.number);
  for (const file of doomed) {
    const isGone = await removeUnused(store, [file], () => isUsedNow(({ ids }) => ids.has(idOf(file.key))));
    if (!isGone) continue;
    // Who writes it again is about to use it.
    seen.delete(file.key);
    log(`Removed ${file.key}`);
  }
  for (const [part, files] of unused) {
    const current = isPicture(part) ? files : await filesOf(store, part);
    if (!isPicture(part) && !current.every(isOlder(keep))) continue;
    const isGone = await removeUnused(store, current, () => isUsedNow(({ parts }) => parts.has(part)));
    if (isGone) log(`Removed ${part}: ${sizeOf(current)}`);
  }
  for (const content of contents) {
    const forms = pages.filter(({ key }) => contentOf(key) === content);
    await removeUnused(store, forms, () => isUsedNow(({ pages: used }) => used.has(content)));
  }
  if (pages.length > 0) log(`Removed ${pages.length} files of pages: ${sizeOf(pages)}`);
  // Last, as the history tells what has been live. Its newest number is never among them.
  const left = new Set(await listIds(store, 'releases'));
  const passed = history.filter(
    (entry, index) =>
      isPassing(entry, history[index - 1]) && !isRecent(index, SUPERSEDED) && !left.has(entry.release),
  );
  await forEachParallel(passed, ({ number }) => store.remove(`history/${number}.json`));

  /** What was live goes at once; what never was may be a deployment under way. */
  function isTakenDown(key: string): boolean {
    return key.startsWith('previews/') || known.has(idOf(key));
  }
}

interface References {
  /** Builds and pictures. */
  parts: Set<string>;
  /** Contents. */
  pages: Set<string>;
}

/** Whether a release had new data alone, and the next one, too: nobody goes back to its builds by it. */
function isPassing(entry: HistoryEntry, next: HistoryEntry | undefined): boolean {
  return entry.what === REFRESH && next?.what === REFRESH;
}

/** Where the manifest of a release of the earlier format stands. */
const EARLIER_MANIFEST = /^releases\/[^/]+\/release\.json$/;

function isManifest(key: string): boolean {
  return EARLIER_MANIFEST.test(key) || key === releaseKey(idOf(key));
}

async function readReferences(store: Store, keys: string[], find?: Find): Promise<References> {
  const used: References = { parts: new Set(), pages: new Set() };
  for (const key of keys.filter(isManifest)) await addReferences(used, store, key, find);
  return used;
}

/** Reads the release of an id; undefined if there is none, or if it is damaged: then it needs nothing. */
type Find = (id: string) => Promise<Release | undefined>;

/** @returns whether there is such a manifest */
async function addReferences(
  used: References,
  store: Store,
  key: string,
  find: Find = (id) => findWhole(store, id),
): Promise<boolean> {
  if (EARLIER_MANIFEST.test(key)) {
    const content = await store.read(key);
    if (!content) return false;
    // It names its builds alone.
    const { apps } = JSON.parse(content.toString()) as Release;
    for (const [app, version] of Object.entries(apps)) used.parts.add(`${app}/${version}`);
    return true;
  }
  const release = await find(idOf(key));
  if (!release) return false;
  for (const part of partsOf(release)) used.parts.add(part);
  for (const [, page] of contentsOf(release)) used.pages.add(page);
  return true;
}

/**
 * Looks, each time that it is called, which releases have come since, and what they and the live one are made of.
 *
 * @param known the keys of the manifests that were looked at before
 * @param live the newest number of the history then
 * @returns tells whether something is among what is used; everything is while it is not known what is live
 */
function watchReferences(store: Store, known: Set<string>, live = 0) {
  const since = { ids: new Set<string>(), parts: new Set<string>(), pages: new Set<string>() };
  let lastLive = live;
  return async (isAmong: (used: typeof since) => boolean): Promise<boolean> => {
    const [releases = [], previews = []] = await Promise.all(
      (['releases', 'previews'] as const).map((folder) => listIds(store, folder)),
    );
    for (const id of [...releases, ...previews]) {
      const key = releaseKey(id);
      if (!known.has(key) && (await addReferences(since, store, key))) known.add(key);
    }
    const newest = await latestNumber(store);
    if (newest !== lastLive) {
      const entry = await store.read(`history/${newest}.json`);
      if (!entry) return true;
      const { release } = JSON.parse(entry.toString()) as { release: string };
      since.ids.add(release);
      if (!(await addReferences(since, store, releaseKey(release)))) return true;
      lastLive = newest;
    }
    return isAmong(since);
  };
}

/** The id of a release, by any key below `releases/` or `previews/`. */
function idOf(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.json$/, '');
}

function contentOf(key: string): string {
  return (key.split('/')[1] ?? '').replace(/\.(?:br|gz)$/, '');
}

function sizeOf(files: StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
}

async function filesOf(store: Store, build: string): Promise<StoredFile[]> {
  return [...(await store.walk(`artifacts/${build}/`)), ...(await store.walk(`assets/${build}/`))];
}
