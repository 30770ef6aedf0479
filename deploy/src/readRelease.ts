import type { Release } from './Release';
import type { Store } from './store/Store';

/** What the ids of releases look like; nothing else is ever looked up as one. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/**
 * Reads a release that is complete, live or not.
 *
 * @throws Error if there is none of that id, or no longer
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  const content = RELEASE_ID.test(id) ? await store.read(`releases/${id}/release.json`) : undefined;
  if (!content) {
    throw new Error(
      `There is no release ${id}, or prune has removed it. See which there are: npm run deploy -- releases.`,
    );
  }
  return JSON.parse(content.toString()) as Release;
}
