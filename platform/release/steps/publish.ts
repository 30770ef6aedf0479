import { userInfo } from 'node:os';
import { git } from '../../build/git';
import { findIntact, formatRelease, listNumbers, releaseKey } from '../readReleases';
import type { Release } from '../Release';
import type { Store } from '../../store/Store';

/**
 * The last of five steps, and the only one that visitors notice: stores the release under the given number.
 *
 * @param number one more than the newest number when the release was planned
 * @returns false if the release did not go live, for one of two reasons. Another deployment had taken the number. Or, while
 *   this process was suspended, later releases went live and prune freed the number, and the next release is not based on
 *   this one
 */
export async function publish(store: Store, release: Release, number: number): Promise<boolean> {
  if (!(await store.create(releaseKey(number), formatRelease(release)))) return false;
  const later = (await listNumbers(store)).filter((one) => one > number).reverse();
  for (const next of later) {
    const following = await findIntact(store, next);
    if (!following) continue;
    if (following.base === release.id) return true;
    await store.remove(releaseKey(number));
    return false;
  }
  return true;
}

let operator: string | undefined;

/**
 * Returns the operator's name, from git or, failing that, from the operating system. The name is looked up only once,
 * because a watcher deploys often.
 */
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
