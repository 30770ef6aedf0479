import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { git } from '../build/git';
import { latestNumber } from './liveRelease';
import { findRelease } from './readRelease';
import type { Release } from './Release';
import type { Store } from '../store/Store';

/** What the history calls a release that has new data alone. */
export const REFRESH = 'refresh';

/** Less than how long prune leaves any entry of the history. Milliseconds. */
const NUMBER_LIMIT = 1_800_000;

/**
 * The one step that visitors notice: a number of the history names the release.
 *
 * @param number one more than the newest number when the release was composed
 * @param what the command, for those who read the history
 * @returns false if another deployment has taken the number, or prune the release
 */
export async function publish(
  store: Store,
  { id, apps, block }: Pick<Release, 'id' | 'apps' | 'block'>,
  number: number,
  what: string,
): Promise<boolean> {
  // Two operators may do the same at the same moment; no two entries are the same.
  const at = new Date().toISOString();
  const { builds } = block;
  const entry = { release: id, at, apps, builds, who: operatorName(), what, nonce: randomUUID() };
  const key = `history/${number}.json`;
  // Prune takes entries out of the middle: their numbers are not free.
  if ((await latestNumber(store)) >= number || !(await store.create(key, JSON.stringify(entry))))
    return false;
  const isLate = Date.now() - Date.parse(at) > NUMBER_LIMIT && (await latestNumber(store)) > number;
  if (isLate || !(await findRelease(store, id))) {
    // Whoever was stopped in between, with its machine for one, may have got such a number, or have been pruned.
    await store.remove(key);
    return false;
  }
  return true;
}

let operator: string | undefined;

/** Who is deploying: git's user, or else the operating system's. A watcher asks once, not at each edit. */
export function operatorName(): string {
  return (operator ??= git('.', 'config', 'user.name') || accountName());
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no account.
    return `user ${process.getuid?.()}`;
  }
}
