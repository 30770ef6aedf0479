import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { git } from '../build/git';
import { listNumbers, readEntry } from './readHistory';
import { findRelease, findIntact } from './readRelease';
import { buildsOf, type Release } from './Release';
import type { Store } from '../store/Store';

/**
 * The last of five steps, and the only one that visitors see: the release gets the next number in the history.
 *
 * @param number one more than the newest number when the release was planned
 * @param what describes the change in the history
 * @returns false if another deployment has taken the number, or if prune has removed the new entry or the release.
 *   Prune can do so only if this process was suspended for an hour or more
 */
export async function publish(
  store: Store,
  release: Release,
  number: number,
  what: string,
): Promise<boolean> {
  const at = new Date().toISOString();
  const { id, apps, builds } = release;
  const uses = [...buildsOf(release)];
  // Makes each entry unique, even if two operators publish the same release at the same moment.
  const nonce = randomUUID();
  const entry = { release: id, at, apps, uses, builds, who: operatorName(), what, nonce };
  const key = `history/${number}.json`;
  if (!(await store.create(key, JSON.stringify(entry)))) return false;
  if ((await findRelease(store, id)) && (await hasGoneLive(store, id, number))) return true;
  await store.remove(key);
  return false;
}

/**
 * Whether a release has gone live with this number. A number in the middle of the history may fill a gap that prune
 * left. In that case, the release has gone live only if the next release is based on it.
 */
async function hasGoneLive(store: Store, id: string, number: number): Promise<boolean> {
  const numbers = await listNumbers(store);
  const later = numbers.filter((one) => one > number);
  if (later.length === 0) return true;
  const entry = await readEntry(store, Math.min(...later));
  return entry !== undefined && (await findIntact(store, entry.release))?.base === id;
}

let operator: string | undefined;

/** The operator's name, from git or else from the system. It is looked up once, since a watcher deploys often. */
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
