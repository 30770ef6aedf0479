import { errorMessage } from '@site/shared/node/errorMessage';
import { logOnce } from '@site/shared/node/logOnce';
import { findIntact, findLive, listNumbers, type NumberedRelease } from '../release/readReleases';
import { pageFiles, dataFiles } from '../release/releaseFiles';
import { listBuildNames, type Release } from '../release/Release';
import { parseBuild } from '../store/parseDescription';
import { descriptionKey } from '../store/readBuild';
import type { Store } from '../store/Store';
import { storedFiles } from '../store/storeBuild';
import type { SiteSource } from './SiteSource';

const LOOK = 100;

interface StoreSourceOptions {
  /** How long the number of the newest release is cached, in milliseconds; 100 by default. */
  look?: number;
  /** Receives a line about each problem with the store. While the problem lasts, the line is not repeated. */
  log?: (line: string) => void;
}

/**
 * Creates a source that serves the newest release in a store. Calls to `live` make the source look for a newer release.
 * By default, a new release becomes visible within 0.1 s. If the newest release is damaged, the newest intact release is
 * served. While the store cannot be read, the last release that was read remains live.
 */
export function storeSource(
  store: Store,
  { look = LOOK, log = () => undefined }: StoreSourceOptions = {},
): SiteSource {
  const once = logOnce(log);
  let current: (NumberedRelease & { newest: number }) | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Release> | undefined;
  let isReadable = true;
  /** The keys from `needed` whose files were missing when they were last read. */
  const missing = new Set<string>();
  /** The keys of the files that the live release needs, except copies of pictures, which may not have been made yet. */
  let needed = new Set<string>();

  async function readNewest(): Promise<Release> {
    const now = performance.now();
    try {
      const [newest = 0] = await listNumbers(store);
      if (newest !== current?.newest || (await isRestored(current))) {
        const live = await findLive(store, once.log);
        if (!live) throw new Error('Nothing has been deployed to the store.');
        // Callers compare releases by identity, so return the same object until the release changes.
        if (live.release.id === current?.release.id) live.release = current.release;
        else {
          needed = await listNeeded(live.release);
          missing.clear();
        }
        if (live.number === live.newest) once.reset();
        current = live;
      }
      isReadable = current.number === current.newest;
    } catch (error) {
      isReadable = false;
      if (!current) throw error;
      once.log(errorMessage(error));
    }
    lookedAt = now;
    return current.release;
  }

  /** Whether the newest release was damaged when it was last read, but can be read now. */
  async function isRestored({ number, newest }: { number: number; newest: number }): Promise<boolean> {
    return number !== newest && (await findIntact(store, newest)) !== undefined;
  }

  async function listNeeded(release: Release): Promise<Set<string>> {
    const files: { key: string }[] = [...pageFiles(release), ...dataFiles(release)];
    for (const build of listBuildNames(release)) {
      const key = descriptionKey(build);
      const content = await store.read(key);
      const description = content && parseBuild(build, content);
      files.push(...(description ? storedFiles(description) : [{ key }]));
    }
    return new Set(files.map(({ key }) => key));
  }

  async function read(key: string): Promise<Buffer | undefined> {
    const content = await store.read(key);
    if (content === undefined && needed.has(key)) missing.add(key);
    else missing.delete(key);
    return content;
  }

  function live(): Promise<Release> {
    // `performance.now` is not affected by changes to the system clock.
    const age = performance.now() - lookedAt;
    if (current && age < look / 2) return Promise.resolve(current.release);
    looking ??= readNewest().finally(() => (looking = undefined));
    // Once half of `look` has passed, the newest release is looked up in the background, so that visitors to a busy site do
    // not wait.
    return current && age < look ? Promise.resolve(current.release) : looking;
  }

  return {
    live,
    read,
    async isIntact() {
      const { builds = {} } = (await live().catch(() => undefined)) ?? {};
      // Visitors never request the server bundles. If they were not read here, a missing bundle would go unnoticed until
      // it is needed to render changed data.
      for (const [app, { version }] of Object.entries(builds))
        await read(`builds/${app}/${version}/server.cjs`).catch(() => undefined);
      for (const key of missing) await read(key).catch(() => undefined);
      return isReadable && missing.size === 0;
    },
    close: () => Promise.resolve(),
  };
}
