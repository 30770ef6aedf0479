import { messageOf } from '@site/shared/node/messageOf';
import { logOnce } from '@site/shared/node/logOnce';
import { latestNumber, liveRelease, readEntry } from '../release/readHistory';
import { isMarker } from '../pictures/pictureKeys';
import type { Release } from '../release/Release';
import { partOf, partsOf } from '../release/walkParts';
import type { Store } from '../store/Store';
import type { SiteSource } from './SiteSource';

/** How long the number of the newest history entry is cached, in milliseconds. */
const LOOK = 100;

interface StoreSourceOptions {
  /** How long the number of the newest history entry is cached, in milliseconds. */
  look?: number;
  /** Called once for each problem with the store, while the last readable release remains live. */
  log?: (line: string) => void;
}

/**
 * Reads the live release from a store. The source checks for a new release on demand, so that a new release becomes
 * visible within 0.1 s. While the store cannot be read, the last readable release remains live.
 */
export function storeSource(
  store: Store,
  { look = LOOK, log = () => undefined }: StoreSourceOptions = {},
): SiteSource {
  const once = logOnce(log);
  let current: Release | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Release> | undefined;
  let isReadable = true;
  /** The keys of the live release's files that were missing when they were last read. */
  const missing = new Set<string>();
  /** The parts that the live release needs. See `partsOf`. */
  let liveParts = new Set<string>();

  async function readNewest(): Promise<Release> {
    const now = performance.now();
    try {
      const newest = await readEntry(store, await latestNumber(store));
      // Callers compare releases by identity, so return the same object until the release changes.
      if (!current || newest?.release !== current.id) {
        const live = await liveRelease(store);
        if (!live) throw new Error('Nothing has been deployed to the store.');
        if (live.id !== current?.id) {
          current = live;
          liveParts = partsOf(live);
          missing.clear();
        }
      }
      isReadable = true;
      once.reset();
    } catch (error) {
      isReadable = false;
      if (!current) throw error;
      once.log(messageOf(error));
    }
    lookedAt = now;
    return current;
  }

  async function read(key: string): Promise<Buffer | undefined> {
    const content = await store.read(key);
    // A picture's copy is not missing: it has not been made yet.
    const isMissing = content === undefined && liveParts.has(partOf(key)) && !isPictureCopy(key);
    if (isMissing) missing.add(key);
    else missing.delete(key);
    return content;
  }

  function live(): Promise<Release> {
    // A monotonic clock measures how long ago the store was read.
    const age = performance.now() - lookedAt;
    if (current && age < look / 2) return Promise.resolve(current);
    looking ??= readNewest().finally(() => (looking = undefined));
    // The release is refreshed early in the background, so visitors of a busy site do not wait.
    return current && age < look ? Promise.resolve(current) : looking;
  }

  return {
    live,
    read,
    async isIntact() {
      const { apps = {} } = (await live().catch(() => undefined)) ?? {};
      // No visitor asks for the server bundles, but the next edit needs them.
      for (const [app, version] of Object.entries(apps))
        await read(`artifacts/${app}/${version}/server.cjs`).catch(() => undefined);
      for (const key of missing) await read(key).catch(() => undefined);
      return isReadable && missing.size === 0;
    },
    close: () => Promise.resolve(),
  };
}

function isPictureCopy(key: string): boolean {
  return key.startsWith('assets/pictures/') || isMarker(key);
}
