import { findDamage, type Damage } from '../store/findDamage';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { COPIES, copyFiles, copyKeys, listPictures, markerKey, parseMarker, pictureOf } from './pictureKeys';

/**
 * Finds missing and altered copies of pictures.
 *
 * @param names the pictures to check; those without copies are skipped
 * @param byHash whether to read all copies; otherwise only missing ones are found
 */
export async function findDamagedPictures(
  store: Store,
  names: Iterable<string>,
  byHash = false,
): Promise<Damage[]> {
  const made = await listPictures(store);
  // There may be thousands of copies, so all of them are listed at once.
  const stored = new Set(byHash ? [] : (await store.list(COPIES, { deep: true })).map(({ key }) => key));
  const isStored = (name: string) => copyKeys(name).every(([, key]) => stored.has(key));
  const damage: Damage[] = [];
  await forEachParallel(
    [...names].filter((name) => made.has(name) && !isStored(name)),
    async (name) => {
      const key = markerKey(name);
      const content = await store.read(key);
      // Prune has just removed the marker.
      if (!content) return;
      if (!parseMarker(content)) damage.push({ key, problem: 'has been altered' });
      else if (byHash) damage.push(...(await findDamage(store, copyFiles(name, content))));
      else
        for (const { key: copy } of copyFiles(name, content))
          if (!stored.has(copy)) damage.push({ key: copy, problem: 'is missing' });
    },
  );
  return damage;
}

/**
 * Removes the markers of pictures with missing or altered copies, so that a watcher makes the copies again. Meanwhile,
 * visitors get the backend's own file.
 *
 * @param byHash as for `findDamagedPictures`
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
