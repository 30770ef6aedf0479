import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { git } from '../build/git';
import { listNumbers, readEntry } from './readHistory';
import { findRelease, findIntact } from './readRelease';
import { buildsOf, type Release } from './Release';
import type { Store } from '../store/Store';

/**
 * The last of five steps, and the one that visitors notice: the next number of the history names the release.
 *
 * @param number one more than the newest number when the release was planned
 * @param what is done, for those who read the history
 * @returns false if another deployment was first, or if prune has removed the number or the release meanwhile,
 *   which can only happen if this process was stopped for an hour or a day
 */
export async function publish(
  store: Store,
  release: Release,
  number: number,
  what: string,
): Promise<boolean> {
  // Makes each entry unique, even if two operators do the same at the same moment.
  const at = new Date().toISOString();
  const { id, apps, builds } = release;
  const uses = [...buildsOf(release)];
  const entry = { release: id, at, apps, uses, builds, who: operatorName(), what, nonce: randomUUID() };
  const key = `history/${number}.json`;
  if (!(await store.create(key, JSON.stringify(entry)))) return false;
  if ((await findRelease(store, id)) && (await isLive(store, id, number))) return true;
  await store.remove(key);
  return false;
}

/**
 * Whether a number was live. Prune takes entries out of the middle of the history: a number in such a gap never
 * was, unless another release was based on it.
 */
async function isLive(store: Store, id: string, number: number): Promise<boolean> {
  const later = (await listNumbers(store)).filter((one) => one > number);
  if (later.length === 0) return true;
  const entry = await readEntry(store, Math.min(...later));
  return entry !== undefined && (await findIntact(store, entry.release))?.base === id;
}

let operator: string | undefined;

/** Who is deploying: git's user, or else the system's. It is asked once in a process, as a watcher deploys often. */
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
