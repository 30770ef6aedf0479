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

/** How long prune may take to put back a release that somebody makes live while it removes it. Milliseconds. */
const PUT_BACK = 60_000;

/** A number of the history without its release. */
interface Gone {
  problem: string;
  /** Whether somebody may be about to put the release back, or to take its number away. */
  isNew: boolean;
}

/**
 * The newest number of the history whose release is there, which is what visitors get. One without names a release
 * that was made live and removed at the same moment, by two of which one was killed.
 *
 * @returns undefined if nothing has been deployed
 * @throws EarlierFormatError if it was stored otherwise
 * @throws Error if none is there, or if a newer one is made live and removed just now
 */
export async function liveEntry(store: Store): Promise<{ number: number; release: Release } | undefined> {
  const numbers = (await listNumbers(store)).sort((one, other) => other - one);
  let first: Gone | undefined;
  for (const number of numbers) {
    const found = await releaseAt(store, number);
    if (!('problem' in found)) return { number, release: found };
    if (found.isNew)
      throw new Error(`${found.problem}: it is made live and removed just now. Try again in a minute.`);
    first ??= found;
  }
  if (first) throw new Error(`${first.problem}.`);
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

async function releaseAt(store: Store, number: number): Promise<Release | Gone> {
  const entry = await store.read(`history/${number}.json`);
  // Whoever has made the number has taken it away.
  if (!entry) return { problem: `history/${number}.json is missing in the store`, isNew: false };
  const { release: id, at = '' } = JSON.parse(entry.toString()) as { release: string; at?: string };
  const release = await findRelease(store, id);
  if (release) return release;
  const earlier = await store.read(`releases/${id}/release.json`);
  if (earlier) throw new EarlierFormatError(Object.keys((JSON.parse(earlier.toString()) as Release).apps));
  const isNew = Math.abs(Date.now() - Date.parse(at)) < PUT_BACK;
  return { problem: `releases/${id}.json is missing in the store`, isNew };
}
