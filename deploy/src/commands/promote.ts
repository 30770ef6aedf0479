import { deploy } from './deploy';
import { latestNumber, liveRelease } from '../release/liveRelease';
import { makeLive } from '../release/makeLive';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import { loadArtifact } from '../build/storeArtifact';
import type { Store } from '../store/Store';

interface PromoteOptions {
  store: Store;
  /** The id of the release that was previewed. */
  id: string;
  /** Only says what would happen. */
  dryRun?: boolean;
  log: (line: string) => void;
}

/**
 * Makes a previewed release live as it is if nothing else has become live since; otherwise the builds that it
 * brought are put in force together with what is live now.
 *
 * @throws Error if there is no such release, or if its builds do not fit what is live now
 */
export async function promote({ store, id, dryRun, log }: PromoteOptions): Promise<Release> {
  const release = await readRelease(store, id);
  const what = `promote ${id}`;
  const number = await latestNumber(store);
  const live = await liveRelease(store);
  if (live?.id === release.base) {
    if (dryRun) {
      log(`Would make release ${id} live as it is. Nothing has been written.`);
      return release;
    }
    if (await makeLive(store, id, number + 1, what)) {
      log(`Release ${id} is live.`);
      return release;
    }
  }
  log('Something else has become live since the preview: composing again.');
  const before = release.base ? (await readRelease(store, release.base)).apps : {};
  const brought = Object.entries(release.apps).filter(([app, version]) => before[app] !== version);
  const artifacts = await Promise.all(
    brought.map(([app, version]) => loadArtifact(store, app, version, () => true)),
  );
  return deploy({ store, artifacts, what, log, dryRun });
}
