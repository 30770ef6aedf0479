import { forEachParallel } from './forEachParallel';
import type { Store } from './Store';
import type { CheckedFile } from './storeBuild';

export interface Damage {
  key: string;
  problem: 'is missing' | 'has been altered';
}

/** Reads the given files from a store, and returns those that are missing or altered. */
export async function findDamage(store: Store, files: readonly CheckedFile[]): Promise<Damage[]> {
  const damage: Damage[] = [];
  await forEachParallel(files, async ({ key, isUnaltered }) => {
    const content = await store.read(key);
    if (!content) damage.push({ key, problem: 'is missing' });
    else if (!isUnaltered(content)) damage.push({ key, problem: 'has been altered' });
  });
  return damage;
}
