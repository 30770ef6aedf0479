import { groupByFolder } from '../store/groupByFolder';
import { readHistory } from '../release/readHistory';
import { findRelease } from '../release/readRelease';
import { removeFiles } from '../store/removeFiles';
import type { Store, StoredFile } from '../store/Store';

const DAY = 86_400_000;

interface PruneOptions {
  store: Store;
  /** How long a release is kept after it was last live, and a build after it was stored. At least 1. */
  keepDays: number;
  now: Date;
  /** Only says what would happen. */
  dryRun?: boolean;
  log: (line: string) => void;
}

/**
 * Removes releases that have not been live for a while, and the builds that no other release uses. Tabs that are
 * still on such a release load the page anew when they miss its code.
 */
export async function prune({ store, keepDays, now, dryRun, log }: PruneOptions): Promise<void> {
  const oldest = now.getTime() - keepDays * DAY;
  const isOld = (files: StoredFile[]) => files.every(({ modified }) => modified.getTime() < oldest);
  const recent = await recentlyLive(store, oldest);

  const releases = groupByFolder(await store.walk('releases/'), 2);
  const used = new Set<string>();
  const doomed: [folder: string, files: StoredFile[]][] = [];
  for (const [folder, files] of releases) {
    const id = folder.split('/')[1] ?? '';
    if (!recent.has(id) && isOld(files)) doomed.push([folder, files]);
    else for (const build of await buildsOf(store, id)) used.add(build);
  }
  const builds = groupByFolder([...(await store.walk('artifacts/')), ...(await store.walk('assets/'))], 3, 1);
  for (const [build, files] of builds) {
    if (!used.has(build) && isOld(files)) doomed.push([build, files]);
  }

  for (const [index, [folder, files]] of doomed.entries()) {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const size = `${files.length} files, ${(bytes / 1000).toFixed(0)} KB`;
    log(`${dryRun ? 'Would remove' : `${index + 1}/${doomed.length} removing`} ${folder}: ${size}`);
    if (dryRun) continue;
    // Somebody may have restored it, rolled back to it, or stored it again, which makes it young, meanwhile.
    if (await isInUse(store, folder)) continue;
    const current = await filesOf(store, folder);
    if (isOld(current)) await removeFiles(store, current);
  }
  log(
    `${releases.size + builds.size - doomed.length} releases and builds are kept, ${doomed.length} are not.`,
  );
}

/** The releases that were live at any time since. */
async function recentlyLive(store: Store, since: number): Promise<Set<string>> {
  const history = await readHistory(store);
  return new Set(
    history
      // What became live just after an entry ended it.
      .filter((_entry, index) => index === 0 || Date.parse(history[index - 1]?.at ?? '') >= since)
      .map(({ release }) => release),
  );
}

async function buildsOf(store: Store, id: string): Promise<string[]> {
  const release = await findRelease(store, id);
  return Object.entries(release?.apps ?? {}).map(([app, version]) => `${app}/${version}`);
}

async function filesOf(store: Store, folder: string): Promise<StoredFile[]> {
  if (folder.startsWith('releases/')) return store.walk(`${folder}/`);
  return [...(await store.walk(`artifacts/${folder}/`)), ...(await store.walk(`assets/${folder}/`))];
}

async function isInUse(store: Store, folder: string): Promise<boolean> {
  const [newest] = await readHistory(store);
  if (!newest) return false;
  const { release } = newest;
  return folder === `releases/${release}` || (await buildsOf(store, release)).includes(folder);
}
