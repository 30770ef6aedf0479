import type { Release } from './Release';
import type { Store } from '../store/Store';

/** What the ids of releases look like; nothing else is ever looked up as one. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** Reads a release that is complete, live or not; undefined if there is none of that id, or no longer. */
export async function findRelease(store: Store, id: string): Promise<Release | undefined> {
  const content = await store.read(`releases/${id}/release.json`);
  return content && (JSON.parse(content.toString()) as Release);
}

/**
 * Reads a release that somebody has named.
 *
 * @throws Error if there is none of that id, or no longer
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  const release = RELEASE_ID.test(id) ? await findRelease(store, id) : undefined;
  if (release) return release;
  throw new Error(
    `There is no release ${id}, or prune has removed it. See which there are: npm run deploy -- releases.`,
  );
}
