import { messageOf } from '@site/backend/messageOf';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '../release/logOnce';
import { latestNumber, liveRelease, readEntry } from '../release/readHistory';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeArtifact';
import { readChecked } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How often it looks for the next number of the history. Milliseconds. */
const LOOK = 100;

/**
 * Shows what is live in a store. It looks when it is asked, so that a release is seen within a tenth of a second, and
 * keeps the last whole one while the store cannot be read.
 *
 * @param look how old its knowledge of the history may be, milliseconds
 * @param log told once why the last whole release stays, until it can be read again
 */
export function storeSource(
  store: Store,
  { look = LOOK, log = () => undefined }: { look?: number; log?: (line: string) => void } = {},
): SiteSource {
  const once = logOnce(log);
  let current: Release | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Release> | undefined;

  async function readNewest(): Promise<Release> {
    const now = performance.now();
    try {
      const newest = await readEntry(store, await latestNumber(store));
      // The same release stays the same object, since others remember by it what they have made of it.
      if (!current || newest?.release !== current.id) {
        const live = await liveRelease(store);
        if (!live) throw new Error('Nothing has been deployed to the store.');
        if (live.id !== current?.id) current = live;
      }
      once.allIsWell();
    } catch (error) {
      if (!current) throw error;
      once.log(messageOf(error));
    }
    lookedAt = now;
    return current;
  }

  async function readFile({ key, isUnaltered }: CheckedFile): Promise<Buffer | undefined> {
    const content = await store.read(key);
    if (!content || isUnaltered(content)) return content;
    throw new Error(`${key} has been altered in the store: put it back, or deploy again.`);
  }
  const read = readChecked(readFile);

  return {
    live() {
      // By a clock that cannot be set.
      const age = performance.now() - lookedAt;
      if (current && age < look / 2) return Promise.resolve(current);
      looking ??= readNewest().finally(() => (looking = undefined));
      // Looks ahead, so that on a busy site nobody waits for it.
      return current && age < look ? Promise.resolve(current) : looking;
    },
    read: (key) => (key === HEARTBEAT ? store.read(key) : read(key)),
    close: () => Promise.resolve(),
  };
}
