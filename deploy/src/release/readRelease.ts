import type { Release } from './Release';
import type { Store } from '../store/Store';

/** What the ids of releases look like; nothing else is ever looked up as one. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** What the ids of previews look like: nobody can guess them. */
export const PREVIEW_ID = /^\d{8}T\d{9}Z-[\da-f]{32}$/;

/** Where the manifest of a release stands, or of a preview; its id says which it is. */
export function releaseKey(id: string): string {
  return `${PREVIEW_ID.test(id) ? 'previews' : 'releases'}/${id}.json`;
}

/** Reads a release or a preview that is complete; undefined if there is none of that id, or no longer. */
export async function findRelease(store: Store, id: string): Promise<Release | undefined> {
  const content = await store.read(releaseKey(id));
  return content && (JSON.parse(content.toString()) as Release);
}

/**
 * Reads a release or a preview that somebody has named.
 *
 * @throws Error if there is none of that id, or no longer
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  const isId = RELEASE_ID.test(id) || PREVIEW_ID.test(id);
  const release = isId ? await findRelease(store, id) : undefined;
  if (release) return release;
  throw new Error(
    `There is no release ${id}, or it has been removed. See which there are: npm run deploy -- releases.`,
  );
}

/** The ids of the manifests in a folder, newest first. */
export async function listIds(store: Store, folder: 'releases' | 'previews'): Promise<string[]> {
  const names = await store.list(`${folder}/`);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse();
}
