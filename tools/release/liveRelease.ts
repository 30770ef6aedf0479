import { IntegrityError } from './parseRelease';
import { listNumbers } from './readHistory';
import { findRelease } from './readRelease';
import type { Release } from './Release';
import type { Store } from '../store/Store';

/** The newest number of the history; 0 if nothing has been deployed. */
export async function latestNumber(store: Store): Promise<number> {
  return Math.max(0, ...(await listNumbers(store)));
}

/** How long prune may take to put back a release that somebody makes live while it removes it. Milliseconds. */
const PUT_BACK = 60_000;

/**
 * Reads the release that the history names.
 *
 * @returns undefined if it is not there
 * @throws IntegrityError that says what to do if its manifest is damaged
 */
export async function findLive(store: Store, id: string): Promise<Release | undefined> {
  try {
    return await findRelease(store, id);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    throw new IntegrityError(
      `${error.message}. It is live: put the file back, or make another release live: npm run deploy -- restore <release>.`,
    );
  }
}

/**
 * The newest number of the history whose release is there, which is what visitors get. One without names a release
 * that was made live and removed at the same moment, by two of which one was killed.
 *
 * @returns undefined if nothing has been deployed
 * @throws IntegrityError if its manifest is damaged
 * @throws Error if none is there, or if a newer one is made live and removed just now
 */
export async function liveEntry(store: Store): Promise<{ number: number; release: Release } | undefined> {
  const numbers = (await listNumbers(store)).sort((one, other) => other - one);
  let problem = '';
  for (const number of numbers) {
    const entry = await store.read(`history/${number}.json`);
    // Whoever has made the number has taken it away.
    if (!entry) continue;
    const { release: id, at = '' } = JSON.parse(entry.toString()) as { release: string; at?: string };
    const release = await findLive(store, id);
    if (release) return { number, release };
    problem ||= `releases/${id}.json is missing in the store`;
    if (Math.abs(Date.now() - Date.parse(at)) < PUT_BACK)
      throw new Error(`${problem}: it is made live and removed just now. Try again in a minute.`);
  }
  if (problem) throw new Error(`${problem}.`);
  return undefined;
}

/**
 * The release that visitors get.
 *
 * @throws as `liveEntry`
 */
export async function liveRelease(store: Store): Promise<Release | undefined> {
  return (await liveEntry(store))?.release;
}
