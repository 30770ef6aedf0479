import { randomUUID } from 'node:crypto';
import { removeFiles } from '../store/removeFiles';
import type { Store, StoredFile } from '../store/Store';
import { findUnneeded, type PruneOptions } from './findUnneeded';
import { ANNOUNCED, ANNOUNCEMENTS, isUnderWay } from './waitForPrune';

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
  const inTime = removesUntil(store, Date.now() + ANNOUNCED / 2);
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
 * Removes the announcements of prunes that were killed.
 *
 * @throws Error if another prune is under way: each would count on what the other removes
 */
async function expectAlone(store: Store, announcement: string): Promise<void> {
  const others = (await store.walk(ANNOUNCEMENTS)).filter(({ key }) => key !== announcement);
  if (others.some(isUnderWay)) {
    throw new Error(
      'Another prune is under way, or was killed less than 15 minutes ago. Nothing has been removed: try again then.',
    );
  }
  await removeFiles(store, others);
}

/** Wraps a store so that it removes nothing after a time, when deployments no longer wait for the announcement. */
function removesUntil(store: Store, end: number): Store {
  return {
    ...store,
    remove: async (key) => {
      if (Date.now() > end)
        throw new Error(
          'Prune has ended early, since deployments do not wait for it any longer: run it again.',
        );
      await store.remove(key);
    },
  };
}

/** One line for each part, and one for all pages. */
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
