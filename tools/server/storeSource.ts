import { messageOf } from '@site/backend/messageOf';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '../release/logOnce';
import { latestNumber, liveRelease, readEntry } from '../release/readHistory';
import { isMarker } from '../release/pictures/pictureKeys';
import type { Release } from '../release/Release';
import { partOf, partsOf } from '../release/walkParts';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { serverBundle, type CheckedFile } from '../store/storeArtifact';
import { readChecked } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How often it looks for the next number of the history. Milliseconds. */
const LOOK = 100;

interface StoreSourceOptions {
  /** How old its knowledge of the history may be, milliseconds. */
  look?: number;
  /** Told once why the last whole release stays, until it can be read again. */
  log?: (line: string) => void;
  /** Gives a file that the store lacks, or has altered (`isDamaged`), from where the store was copied. */
  fetchAgain?: (file: CheckedFile, isDamaged: boolean) => Promise<Buffer | undefined>;
}

/**
 * Shows what is live in a store. It looks when it is asked, so that a release is seen within a tenth of a second, and
 * keeps the last whole one while the store cannot be read.
 */
export function storeSource(
  store: Store,
  { look = LOOK, log = () => undefined, fetchAgain }: StoreSourceOptions = {},
): SiteSource {
  const once = logOnce(log);
  let current: Release | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Release> | undefined;
  let isReadable = true;
  /** Files of the live release that were missing or altered when they were last read. */
  const damaged = new Map<string, CheckedFile>();
  /** The parts that the live release names. */
  let named = new Set<string>();

  async function readNewest(): Promise<Release> {
    const now = performance.now();
    try {
      const newest = await readEntry(store, await latestNumber(store));
      // The same release stays the same object, since others remember by it what they have made of it.
      if (!current || newest?.release !== current.id) {
        const live = await liveRelease(store);
        if (!live) throw new Error('Nothing has been deployed to the store.');
        if (live.id !== current?.id) [current, named] = [live, partsOf(live)];
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

  async function readFile(file: CheckedFile): Promise<Buffer | undefined> {
    const { key, isUnaltered } = file;
    const stored = await store.read(key);
    let content = stored && isUnaltered(stored) ? stored : undefined;
    try {
      content ??= await restore(file, stored !== undefined);
    } finally {
      // A picture without its marker has not been made yet.
      const isLost = !content && named.has(partOf(key)) && !(stored === undefined && isMarker(key));
      if (isLost) damaged.set(key, file);
      else damaged.delete(key);
    }
    return content;
  }

  /** What renders the pages of a live build. Nobody asks for it, and a copy of a bucket does not have it. */
  async function lookAtServerBundle(build: string): Promise<void> {
    const description = fetchAgain ? undefined : await store.read(artifactKey(build));
    const artifact = description && parseBuild(build, description);
    if (artifact) await readFile(serverBundle(artifact)).catch(() => undefined);
  }

  function restore(file: CheckedFile, isDamaged: boolean): Promise<Buffer | undefined> {
    if (fetchAgain) return fetchAgain(file, isDamaged);
    if (!isDamaged) return Promise.resolve(undefined);
    return Promise.reject(
      new Error(
        `${file.key} has been altered in the store. Make it again: npm run deploy -- --repair --backend <backend-url>`,
      ),
    );
  }
  const read = readChecked(readFile);

  function live(): Promise<Release> {
    // By a clock that cannot be set.
    const age = performance.now() - lookedAt;
    if (current && age < look / 2) return Promise.resolve(current);
    looking ??= readNewest().finally(() => (looking = undefined));
    // Looks ahead, so that on a busy site nobody waits for it.
    return current && age < look ? Promise.resolve(current) : looking;
  }

  return {
    live,
    read: (key) => (key === HEARTBEAT ? store.read(key) : read(key)),
    async isWhole() {
      const { apps = {} } = (await live().catch(() => undefined)) ?? {};
      for (const [app, version] of Object.entries(apps)) await lookAtServerBundle(`${app}/${version}`);
      for (const [key, file] of damaged) {
        if (named.has(partOf(key))) await readFile(file).catch(() => undefined);
        else damaged.delete(key);
      }
      return isReadable && damaged.size === 0;
    },
    close: () => Promise.resolve(),
  };
}
