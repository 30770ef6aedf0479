import type { Release } from './Release';
import type { Store } from '../store/Store';

/** The newest number of the history; 0 if nothing has been deployed. */
export async function latestNumber(store: Store): Promise<number> {
  const names = await store.list('history/');
  return Math.max(0, ...names.map((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? '0').map(Number));
}

/**
 * The release that visitors get: the one that the highest number of the history names.
 *
 * @throws Error if the history names a release that is not there
 */
export async function liveRelease(store: Store): Promise<Release | undefined> {
  const number = await latestNumber(store);
  return number === 0 ? undefined : releaseAt(store, number);
}

/** The release that a number of the history names. */
export async function releaseAt(store: Store, number: number): Promise<Release> {
  const entry = await readJson<{ release: string }>(store, `history/${number}.json`);
  return readJson<Release>(store, `releases/${entry.release}/release.json`);
}

async function readJson<Content>(store: Store, key: string): Promise<Content> {
  const content = await store.read(key);
  if (!content) throw new Error(`${key} is missing in the store.`);
  return JSON.parse(content.toString()) as Content;
}
