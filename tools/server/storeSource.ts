import { LRUCache } from 'lru-cache';
import { HEARTBEAT } from '../release/heartbeat';
import { liveEntry } from '../release/readHistory';
import { PREVIEW_ID, findWhole } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeArtifact';
import { readChecked } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How often it looks for the next number of the history. Milliseconds. */
const LOOK = 100;

/** How often it lists the whole history, whose newest number may have been taken back. Milliseconds. */
const LIST = 60_000;

/** How many previews it keeps in memory. */
const PREVIEWS = 20;

/**
 * Shows what is live in a store. It looks when it is asked, so that a release is seen within a tenth of a second, and
 * keeps the last whole one while the store cannot be read.
 *
 * @param look how old its knowledge of the history may be, milliseconds
 * @param tell told why the last whole release stays
 */
export function storeSource(
  store: Store,
  { look = LOOK, tell = () => undefined }: { look?: number; tell?: (problem: unknown) => void } = {},
): SiteSource {
  let current: { number: number; release: Release } | undefined;
  let lookedAt = -Infinity;
  let listedAt = -Infinity;
  let looking: Promise<Release> | undefined;
  const previews = new LRUCache<string, Release>({
    max: PREVIEWS,
    ttl: Math.max(1, look),
    fetchMethod: (id) => findWhole(store, id),
  });

  async function readNewest(): Promise<Release> {
    const now = Date.now();
    const isSame = async () =>
      current !== undefined &&
      now - listedAt < LIST &&
      (await store.read(`history/${current.number + 1}.json`)) === undefined;
    try {
      if (!(await isSame())) {
        const newest = await liveEntry(store);
        if (!newest) throw new Error('Nothing has been deployed to the store.');
        // The same release stays the same object, since others remember by it what they have made of it.
        if (newest.release.id !== current?.release.id) current = newest;
        else current = { ...newest, release: current.release };
        listedAt = now;
      }
    } catch (error) {
      if (!current) throw error;
      tell(error);
    }
    lookedAt = now;
    return (current as { release: Release }).release;
  }

  async function readFile({ key, isUnaltered }: CheckedFile): Promise<Buffer | undefined> {
    const content = await store.read(key);
    if (!content || isUnaltered(content)) return content;
    throw new Error(`${key} has been altered in the store: put it back, or deploy again.`);
  }
  const read = readChecked(readFile);

  return {
    live() {
      const age = Date.now() - lookedAt;
      if (current && age < look / 2) return Promise.resolve(current.release);
      looking ??= readNewest().finally(() => (looking = undefined));
      // Looks ahead, so that on a busy site nobody waits for it.
      return current && age < look ? Promise.resolve(current.release) : looking;
    },
    async preview(id) {
      return PREVIEW_ID.test(id) ? previews.fetch(id) : undefined;
    },
    read: (key) => (key === HEARTBEAT ? store.read(key) : read(key)),
    close: () => Promise.resolve(),
  };
}
