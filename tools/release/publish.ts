import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { git } from '../build/git';
import { listNumbers, readEntry } from './readHistory';
import { findRelease, findWhole, releaseKey } from './readRelease';
import { buildsOf, type Release } from './Release';
import type { Store } from '../store/Store';
import { waitForPrune } from './waitForPrune';

/**
 * The last of five steps, and the one that visitors notice: a number of the history names the release.
 *
 * @param number one more than the newest number when the release was planned
 * @param what is done, for those who read the history
 * @param log told if it has to wait for a prune
 * @returns false if another deployment has taken the number, or prune has taken it out of the history or removed the
 *   release, of whoever was stopped for that long
 */
export async function publish(
  store: Store,
  release: Release,
  number: number,
  what: string,
  log: (line: string) => void = () => undefined,
): Promise<boolean> {
  // Two operators may do the same at the same moment; no two entries are the same.
  const at = new Date().toISOString();
  const { id, apps, block } = release;
  const { builds } = block;
  const uses = [...buildsOf(release)];
  const entry = { release: id, at, apps, uses, builds, who: operatorName(), what, nonce: randomUUID() };
  const key = `history/${number}.json`;
  if (!(await store.create(key, JSON.stringify(entry)))) return false;
  // A prune that has looked at the history before this entry may be removing the release of whoever was stopped.
  await waitForPrune(store, new Set([releaseKey(id)]), log);
  if ((await findRelease(store, id)) && (await isLive(store, id, number))) return true;
  await store.remove(key);
  return false;
}

/** Prune takes entries out of the middle: such a number is nobody's. One that another release stands on was live. */
async function isLive(store: Store, id: string, number: number): Promise<boolean> {
  const later = (await listNumbers(store)).filter((one) => one > number);
  if (later.length === 0) return true;
  const entry = await readEntry(store, Math.min(...later));
  return entry !== undefined && (await findWhole(store, entry.release))?.base === id;
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
