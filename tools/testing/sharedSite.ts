import type { Release } from '../release/Release';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { memoryStore } from './memoryStore';

const FOLDERS = ['history/', 'releases/', 'previews/', 'pages/', 'data/', 'artifacts/', 'assets/'];

/** Copies a site into another store, where the same of it is live. */
export async function copySite(from: Store, to: Store): Promise<void> {
  const files = (await Promise.all(FOLDERS.map((folder) => from.walk(folder)))).flat();
  await forEachParallel(files, async ({ key }) => to.write(key, (await from.read(key)) ?? ''));
}

/**
 * The site that all tests of a file begin with: it is made for the first of them, and copied for each.
 *
 * @param make makes it live in a store
 * @returns what puts it into a test's own store, and gives the live release
 */
export function sharedSite(make: (store: Store) => Promise<Release>): (store: Store) => Promise<Release> {
  const origin = memoryStore();
  let made: Promise<Release> | undefined;
  return async (store) => {
    const release = await (made ??= make(origin));
    await copySite(origin, store);
    return release;
  };
}
