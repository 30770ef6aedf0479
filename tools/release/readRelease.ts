import type { Store } from '../store/Store';
import { IntegrityError, parseRelease, PREVIEW_ID, RELEASE_ID, releaseKey } from './parseRelease';
import type { Release } from './Release';

export { PREVIEW_ID, RELEASE_ID, releaseKey };

/**
 * Reads a release or a preview that is complete; undefined if there is none of that id, or no longer.
 *
 * @throws IntegrityError, without a full stop, if its manifest is damaged
 */
export async function findRelease(store: Store, id: string): Promise<Release | undefined> {
  const content = await store.read(releaseKey(id));
  return content && parseRelease(id, content);
}

/**
 * Reads a release or a preview that the caller can do without.
 *
 * @param tell told what to do about a damaged one
 * @returns undefined if there is none, or if its manifest is damaged
 */
export async function findWhole(
  store: Store,
  id: string,
  tell: (line: string) => void = () => undefined,
): Promise<Release | undefined> {
  try {
    return await findRelease(store, id);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    tell(`${error.message}. ${adviceOn(id)}`);
    return undefined;
  }
}

/**
 * Reads a release or a preview that somebody has named.
 *
 * @throws Error if there is none of that id, or no longer, or if its manifest is damaged
 */
export async function readRelease(store: Store, id: string): Promise<Release> {
  const isId = RELEASE_ID.test(id) || PREVIEW_ID.test(id);
  let damage: string | undefined;
  const release = isId ? await findWhole(store, id, (line) => (damage = line)) : undefined;
  if (release) return release;
  throw damage === undefined ? noSuchRelease(id) : new Error(damage);
}

/** The error for somebody who has named a release or a preview that is not there. */
export function noSuchRelease(id: string): Error {
  return new Error(
    `There is no release ${id}, or it has been removed. See which there are: npm run deploy -- releases.`,
  );
}

/** What to do about a manifest that is damaged. */
function adviceOn(id: string): string {
  return PREVIEW_ID.test(id)
    ? `Remove it: npm run deploy -- preview --remove ${id}.`
    : 'It cannot be made live: take another release (npm run deploy -- releases), or put the file back.';
}

/** The ids of the releases or previews that have a manifest, newest first. */
export async function listIds(store: Store, folder: 'releases' | 'previews'): Promise<string[]> {
  const names = await store.list(`${folder}/`);
  return names
    .map((name) => name.slice(0, -'.json'.length))
    .filter(
      (id, index) =>
        names[index] === `${id}.json` && (folder === 'releases' ? RELEASE_ID : PREVIEW_ID).test(id),
    )
    .sort()
    .reverse();
}
