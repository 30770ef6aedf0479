import { readlink, rename, symlink, utimes } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { explainFullDisk } from '../store/explainFullDisk';
import type { Store } from '../store/Store';
import { EarlierFormatError, liveRelease } from './liveRelease';
import { findWhole, listIds } from './readRelease';
import { removeOldTrees, layOutTree, listTrees, treeOf } from './releaseTree';

/** How often `live` is compared with the history before giving up; more means that others deploy all the time. */
const ATTEMPTS = 100;

/**
 * Brings what web servers read up to date with the history: a directory's `live` link names the newest release, and
 * that one and every preview are laid out. A bucket has none of it; its web hosts update theirs when they pull.
 *
 * @throws Error if the live release is not whole, or if the history keeps changing
 */
export async function updateLiveLink(store: Store): Promise<void> {
  const { directory } = store;
  if (directory !== undefined) await explainFullDisk(directory, () => followHistory(store, directory));
}

async function followHistory(store: Store, directory: string): Promise<void> {
  const link = join(directory, 'live');
  // Another deployment may move on between our look at the history and our link: look again afterwards.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const trees = await listTrees(directory);
    const live = await liveRelease(store).catch((error: unknown) => {
      // Its link is as an earlier version of this program made it.
      if (error instanceof EarlierFormatError) return undefined;
      throw error;
    });
    if (!live) return;
    await layOutTree(directory, live);
    const before = await readlink(link).catch(() => undefined);
    if (before === treeOf(live.id)) {
      const previews = await layOutPreviews(store, directory);
      const releases = await listIds(store, 'releases');
      await removeOldTrees(directory, trees, new Set([live.id, ...previews]), new Set(releases));
      return;
    }
    const draft = `${link}.${randomUUID()}.tmp`;
    await symlink(treeOf(live.id), draft);
    await rename(draft, link);
    // Who has found the tree before goes on to read it for a while.
    const now = new Date();
    if (before) await utimes(join(directory, before), now, now).catch(() => undefined);
  }
  throw new Error('The live link could not be brought up to date: the history keeps changing.');
}

/** Lays out every preview. One that is being removed, or is damaged, stops nobody else, and is not served. */
async function layOutPreviews(store: Store, directory: string): Promise<string[]> {
  const whole: string[] = [];
  for (const id of await listIds(store, 'previews')) {
    const preview = await findWhole(store, id);
    if (!preview) continue;
    whole.push(id);
    await layOutTree(directory, preview).catch(() => undefined);
  }
  return whole;
}
