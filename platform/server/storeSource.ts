import { messageOf } from '@site/shared/node/messageOf';
import { HEARTBEAT } from '../release/heartbeat';
import { logOnce } from '@site/shared/node/logOnce';
import { latestNumber, liveRelease, readEntry } from '../release/readHistory';
import { isMarker } from '../pictures/pictureKeys';
import type { Release } from '../release/Release';
import { partOf, partsOf } from '../release/walkParts';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { serverBundle, type CheckedFile } from '../store/storeArtifact';
import { readChecked } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How long the number of the newest history entry is cached, in milliseconds. */
const LOOK = 100;

interface StoreSourceOptions {
  /** How long the number of the newest history entry is cached, in milliseconds. */
  look?: number;
  /** Called once for each problem with the store, while the last intact release remains live. */
  log?: (line: string) => void;
  /** Restores a file from the store's origin. The file is damaged if `isDamaged` is true, else missing. */
  fetchAgain?: (file: CheckedFile, isDamaged: boolean) => Promise<Buffer | undefined>;
}

/**
 * Reads the live release from a store. The source checks for a new release on demand, so that a new release becomes
 * visible within 0.1 s. While the store cannot be read, the last intact release remains live.
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
  /** Files of the live release that were missing or damaged when they were last read. */
  const damaged = new Map<string, CheckedFile>();
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

  async function readFile(file: CheckedFile): Promise<Buffer | undefined> {
    const { key, isUnaltered } = file;
    const stored = await store.read(key);
    let content = stored && isUnaltered(stored) ? stored : undefined;
    try {
      content ??= await restore(file, stored !== undefined);
    } finally {
      // Without a marker, the picture has not been made yet, so it is not lost.
      const isUnmadePicture = stored === undefined && isMarker(key);
      const isLost = !content && liveParts.has(partOf(key)) && !isUnmadePicture;
      if (isLost) damaged.set(key, file);
      else damaged.delete(key);
    }
    return content;
  }

  /** Checks a live build's server bundle, because no visitor requests it. A bucket's copy does not contain the bundle. */
  async function checkServerBundle(build: string): Promise<void> {
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
    // A monotonic clock measures how long ago the store was read.
    const age = performance.now() - lookedAt;
    if (current && age < look / 2) return Promise.resolve(current);
    looking ??= readNewest().finally(() => (looking = undefined));
    // The release is refreshed early in the background, so visitors of a busy site do not wait.
    return current && age < look ? Promise.resolve(current) : looking;
  }

  return {
    live,
    read: (key) => (key === HEARTBEAT ? store.read(key) : read(key)),
    async isIntact() {
      const { apps = {} } = (await live().catch(() => undefined)) ?? {};
      for (const [app, version] of Object.entries(apps)) await checkServerBundle(`${app}/${version}`);
      for (const [key, file] of damaged) {
        if (liveParts.has(partOf(key))) await readFile(file).catch(() => undefined);
        else damaged.delete(key);
      }
      return isReadable && damaged.size === 0;
    },
    close: () => Promise.resolve(),
  };
}
