import { findDamage, type Damage } from '../../store/findDamage';
import { forEachParallel } from '../../store/forEachParallel';
import type { Store } from '../../store/Store';
import { COPIES, copyFiles, copyKeys, listPictures, markerKey, parseMarker, pictureOf } from './pictureKeys';

/**
 * Finds what a store has lost of the copies of pictures that have been made.
 *
 * @param names of the pictures to look at; those that have not been made are passed over
 * @param byHash reads all copies; otherwise only looks whether they are there
 */
export async function findDamagedPictures(
  store: Store,
  names: Iterable<string>,
  byHash = false,
): Promise<Damage[]> {
  const made = await listPictures(store);
  // First all at once, since there may be thousands.
  const there = new Set(byHash ? [] : (await store.walk(COPIES)).map(({ key }) => key));
  const isThere = (name: string) => copyKeys(name).every(([, key]) => there.has(key));
  const damage: Damage[] = [];
  await forEachParallel(
    [...names].filter((name) => made.has(name) && !isThere(name)),
    async (name) => {
      const key = markerKey(name);
      const content = await store.read(key);
      // Prune has removed it since.
      if (!content) return;
      if (parseMarker(content)) damage.push(...(await findDamage(store, copyFiles(name, content), byHash)));
      else damage.push({ key, problem: 'has been altered' });
    },
  );
  return damage;
}

/**
 * Removes the markers of pictures of which copies are lost. They count as not made then: a watcher makes them, and until
 * then visitors get the backend's own file.
 *
 * @param byHash as of `findDamagedPictures`
 */
export async function forgetDamagedPictures(
  store: Store,
  names: Iterable<string>,
  log: (line: string) => void,
  byHash = false,
): Promise<void> {
  for (const { key, problem } of await findDamagedPictures(store, names, byHash)) {
    await store.remove(markerKey(pictureOf(key)));
    log(`${key} ${problem}: a watcher makes it again.`);
  }
}
