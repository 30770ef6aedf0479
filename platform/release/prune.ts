import { PROBES } from '../store/expectExclusive';
import { forEachParallel } from '../store/forEachParallel';
import type { StoredFile } from '../store/Store';
import { addNames, ageOf, markParts, type Marks, type PruneOptions } from './markParts';
import { listIds } from './readRelease';
import { partOf, marksComplete, walkParts } from './walkParts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How many files are removed in one batch. After each batch, new manifests are read, and the files that they name are
 * restored.
 */
const BATCH = 100;

/** The folders where earlier versions of this code kept previews and prune's notes. All files in them are removed. */
const FORMER = ['previews/', 'prune/'];

/** The folders to prune, in the order in which they are reported. */
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

/**
 * Removes the files that no kept manifest names (mark and sweep). These manifests are kept:
 *
 * - the manifests of the live release, and of releases that were live within `keepDays`;
 * - manifests that were written within the last day and that the history does not name, since a deployment may be about
 *   to publish them.
 *
 * A release that changed only data, and was replaced by another release that changed only data, is removed after an
 * hour, together with its history entry. Other files are kept until they are a day old.
 *
 * Deployments need not wait for a prune. A deployment writes its manifest first, and then every file that it does not
 * reuse from the live release, even if that file exists: prune keeps files that are written after prune has listed the
 * store. If a new manifest names a file just before prune removes that file, prune restores it.
 *
 * @throws Error if the live release is damaged, or if prune takes longer than an hour, because the ages of files no
 *   longer protect deployments after that
 * @throws Error at the end, with `atOnce`, if a release had to stay because a deployment may be about to publish it
 */
export async function prune(options: PruneOptions): Promise<void> {
  const { store, dryRun, log, atOnce } = options;
  const isLate = stopwatch(HOUR);
  // Parts are listed before manifests are read. Files that are written later for new manifests are not in the list.
  const parts = await walkParts(store, FOLDERS);
  const marks = await markParts(options, parts);
  const files: StoredFile[] = [];
  for (const [part, partFiles] of parts) {
    if (isUnneeded(part, partFiles, marks, options)) files.push(...partFiles);
  }

  if (dryRun) for (const line of describe(files)) log(`Would remove ${line}`);
  if (files.length === 0) {
    log('There is nothing to remove.');
  } else if (dryRun) {
    log('Nothing has been removed.');
  } else {
    const removed = await sweep(options, files, marks, isLate);
    for (const line of describe(removed)) log(`Removed ${line}`);
  }

  const [waiting] = atOnce ? marks.unpublished : [];
  if (waiting !== undefined) throw new Error(explainWaiting(waiting));
}

function isUnneeded(
  part: string,
  files: StoredFile[],
  { named, ended }: Marks,
  { atOnce, now }: Pick<PruneOptions, 'atOnce' | 'now'>,
): boolean {
  if (part.startsWith('history/')) return ended.has(part);
  if (FORMER.some((folder) => part.startsWith(folder))) return true;
  if (named.has(part)) return false;
  if (isManifest(part)) return true;
  if (atOnce && /^(?:pages|data|pictures)\//.test(part)) return true;
  return ageOf(now, ...files) > DAY;
}

/**
 * Measures time by two clocks: one that cannot be set, and one that keeps running while the machine sleeps.
 *
 * @param limit in milliseconds
 * @returns a function that tells whether the limit has passed by either clock
 */
function stopwatch(limit: number): () => boolean {
  const clocks = [Date, performance].map((clock) => ({ clock, start: clock.now() }));
  return () => clocks.some(({ clock, start }) => clock.now() - start > limit);
}

/**
 * Removes files, except those that a new manifest names, or that were written again after they were listed.
 *
 * @returns the removed files
 */
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
        if (isLate()) throw new Error('Prune has stopped after an hour: run it again to remove the rest.');
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
 * The files in the order of their removal, in batches. Manifests and other files that mark something as complete come
 * first: if prune is killed, nothing incomplete looks complete. The history comes last, since it decides how long other
 * files are kept.
 */
function batchesOf(files: StoredFile[]): StoredFile[][] {
  const manifests: StoredFile[] = [];
  const marks: StoredFile[] = [];
  const contents: StoredFile[] = [];
  const history: StoredFile[] = [];
  for (const file of files) {
    if (isManifest(file.key)) manifests.push(file);
    else if (marksComplete(file.key)) marks.push(file);
    else if (file.key.startsWith('history/')) history.push(file);
    else contents.push(file);
  }
  const batches: StoredFile[][] = [];
  for (const stage of [manifests, marks, contents, history]) {
    for (let start = 0; start < stage.length; start += BATCH) batches.push(stage.slice(start, start + BATCH));
  }
  return batches;
}

function isManifest(key: string): boolean {
  return key.startsWith('releases/');
}

/** One line for each part: its name, its number of files, and their size. */
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
  return `${key} was written within the last day and is not live, so a deployment may be about to publish it. It stays, with everything that it names. Run this again when that deployment has ended or, if it was killed, after ${until}.`;
}
