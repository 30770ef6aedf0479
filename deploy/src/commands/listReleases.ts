import { describeApps } from './describeApps';
import { eachInParallel } from '../store/eachInParallel';
import { readHistory } from '../release/readHistory';
import { findRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';

/** One line for each time that a release became live, newest first, then one for each that only can be previewed. */
export async function listReleases(store: Store): Promise<string[]> {
  const history = await readHistory(store);
  const ids = await store.list('releases/');
  const releases = new Map<string, Release>();
  await eachInParallel(ids, async (id) => {
    const release = await findRelease(store, id);
    if (release) releases.set(id, release);
  });
  const made = history.map(({ number, release: id, at, who = 'unknown', what = 'deploy' }, index) => {
    const release = releases.get(id);
    const state = index === 0 ? 'live' : release ? '' : 'pruned';
    const about = `${at}  ${who}: ${what}${release ? `  (${describeApps(release)})` : ''}`;
    return `${String(number).padStart(4)}  ${state.padEnd(6)}  ${id}  ${about}`;
  });
  const known = new Set(history.map(({ release }) => release));
  const others = [...releases.values()]
    .filter(({ id }) => !known.has(id))
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .map((release) => `   -  unseen  ${release.id}  ${release.createdAt}  (${describeApps(release)})`);
  return [...made, ...others];
}
