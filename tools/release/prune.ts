import { PROBES } from '../store/exclusiveStore';
import { forEachParallel } from '../store/forEachParallel';
import type { StoredFile } from '../store/Store';
import { addNames, ageOf, markParts, type Marks, type PruneOptions } from './markParts';
import { listIds } from './readRelease';
import { partOf, saysComplete, walkParts } from './walkParts';

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
  const marks = await markParts(options, parts);
  const unneeded = [...parts].filter(([part, files]) => {
    if (part.startsWith('history/')) return marks.ended.has(part);
    if (FORMER.some((folder) => part.startsWith(folder))) return true;
    if (marks.named.has(part)) return false;
    return (
      isManifest(part) || (atOnce && /^(?:pages|data|pictures)\//.test(part)) || ageOf(now, ...files) > DAY
    );
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

function isManifest(key: string): boolean {
  return key.startsWith('releases/');
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
