import { randomUUID } from 'node:crypto';
import { operatorName } from './operatorName';
import type { Release } from './Release';
import type { Store } from '../store/Store';

/**
 * The one step that visitors notice: a number of the history names the release.
 *
 * @param number one more than the newest number when the release was composed
 * @param what the command, for those who read the history
 * @returns false if another deployment has taken the number
 */
export async function makeLive(
  store: Store,
  { id, apps }: Pick<Release, 'id' | 'apps'>,
  number: number,
  what: string,
): Promise<boolean> {
  // Two operators may do the same at the same moment; no two entries are the same.
  const at = new Date().toISOString();
  const entry = { release: id, at, apps, who: operatorName(), what, nonce: randomUUID() };
  if (!(await store.create(`history/${number}.json`, JSON.stringify(entry)))) return false;
  await store.follow();
  return true;
}
