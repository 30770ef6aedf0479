import { latestNumber, liveRelease } from '../release/liveRelease';
import { makeLive } from '../release/makeLive';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';

/** How often to try again because another deployment took the number. */
const ATTEMPTS = 50;

interface RestoreOptions {
  store: Store;
  /** The id of the release. */
  id: string;
  /** The command, for those who read the history. */
  what?: string;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
}

/**
 * Makes a whole earlier release live again, as the next in history.
 *
 * @throws Error if there is no such release, or if others deploy all the time
 */
export async function restore({ store, id, what, dryRun, log }: RestoreOptions): Promise<Release> {
  const release = await readRelease(store, id);
  if ((await liveRelease(store))?.id === id) {
    log(`Release ${id} is live already.`);
    if (!dryRun) await store.follow();
    return release;
  }
  if (dryRun) {
    log(`Would make release ${id} live. Nothing has been written.`);
    return release;
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const number = (await latestNumber(store)) + 1;
    if (await makeLive(store, id, number, what ?? `restore ${id}`)) {
      log(`Release ${id} is live.`);
      return release;
    }
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}
