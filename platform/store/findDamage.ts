import { forEachParallel } from './forEachParallel';
import type { Store } from './Store';
import type { CheckedFile } from './storeArtifact';

/** A file of a store that is missing or has been altered. */
export interface Damage {
  key: string;
  problem: 'is missing' | 'has been altered';
}

/**
 * Finds missing and altered files in a store.
 *
 * @param byHash whether to read each file and compare its hash. By default, only missing files are found, by listing
 *   folders
 */
export async function findDamage(
  store: Store,
  files: readonly CheckedFile[],
  byHash = false,
): Promise<Damage[]> {
  if (!byHash) return (await missingIn(store, files)).map(({ key }) => ({ key, problem: 'is missing' }));
  const damage: Damage[] = [];
  await forEachParallel(files, async ({ key, isUnaltered }) => {
    const content = await store.read(key);
    if (!content) damage.push({ key, problem: 'is missing' });
    else if (!isUnaltered(content)) damage.push({ key, problem: 'has been altered' });
  });
  return damage;
}

/** Finds missing files in a store by listing folders, without reading any file. */
async function missingIn(store: Store, files: readonly CheckedFile[]): Promise<CheckedFile[]> {
  const there = new Set<string>();
  const folders = new Set(files.map(({ key }) => key.slice(0, key.lastIndexOf('/') + 1)));
  await forEachParallel(folders, async (folder) => {
    for (const name of await store.list(folder)) there.add(folder + name);
  });
  return files.filter(({ key }) => !there.has(key));
}
