import { describeApps } from './describeApps';
import { readHistory } from '../release/readHistory';
import { findRelease, listIds } from '../release/readRelease';
import type { Store } from '../store/Store';

/** One line for each time that a release became live, newest first, then one for each preview. */
export async function listReleases(store: Store): Promise<string[]> {
  const kept = new Set(await listIds(store, 'releases'));
  const made = (await readHistory(store)).map((entry, index) => {
    const { number, release: id, at, apps, who = 'unknown', what = 'deploy' } = entry;
    const state = index === 0 ? 'live' : kept.has(id) ? '' : 'pruned';
    const about = `${at}  ${who}: ${what}${apps ? `  (${describeApps({ apps })})` : ''}`;
    return `${String(number).padStart(4)}  ${state.padEnd(7)}  ${id}  ${about}`;
  });
  const previews: string[] = [];
  for (const id of await listIds(store, 'previews')) {
    const preview = await findRelease(store, id);
    if (preview) previews.push(`   -  preview  ${id}  ${preview.createdAt}  (${describeApps(preview)})`);
  }
  return [...made, ...previews];
}
