import type { Release } from './Release';
import { listNumbers } from './readHistory';
import { findRelease } from './readRelease';
import type { Store } from '../store/Store';

/** The live release was written before pages were stored by their content. */
export class EarlierFormatError extends Error {
  constructor(
    /** The workspaces that it is made of. */
    readonly apps: string[],
  ) {
    super(
      `The live release was written by an earlier version of this program, which stored pages otherwise. Build all apps again and deploy them together: npm run deploy -- ${apps.join(' ')}.`,
    );
  }
}

/** The newest number of the history; 0 if nothing has been deployed. */
export async function latestNumber(store: Store): Promise<number> {
  return Math.max(0, ...(await listNumbers(store)));
}

/**
 * The release that visitors get: the one that the highest number of the history names.
 *
 * @throws EarlierFormatError if it was stored otherwise
 * @throws Error if the history names a release that is not there
 */
export async function liveRelease(store: Store): Promise<Release | undefined> {
  const number = await latestNumber(store);
  return number === 0 ? undefined : releaseAt(store, number);
}

/**
 * The release that a number of the history names.
 *
 * @throws as `liveRelease`
 */
export async function releaseAt(store: Store, number: number): Promise<Release> {
  const entry = await store.read(`history/${number}.json`);
  if (!entry) throw new Error(`history/${number}.json is missing in the store.`);
  const { release: id } = JSON.parse(entry.toString()) as { release: string };
  const release = await findRelease(store, id);
  if (release) return release;
  const earlier = await store.read(`releases/${id}/release.json`);
  if (earlier) throw new EarlierFormatError(Object.keys((JSON.parse(earlier.toString()) as Release).apps));
  throw new Error(`releases/${id}.json is missing in the store.`);
}
