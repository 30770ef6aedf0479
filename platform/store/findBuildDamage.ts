import { findDamage, type Damage } from './findDamage';
import { parseBuild } from './parseDescription';
import { descriptionKey } from './readBuild';
import type { Store } from './Store';
import { storedFiles } from './storeBuild';

/**
 * Checks the files that the store must have for the build `<app>/<version>`, and returns those that are missing or altered.
 * If `build.json` is damaged, no other file is checked, because `build.json` lists the other files.
 */
export async function findBuildDamage(store: Store, build: string): Promise<Damage[]> {
  const key = descriptionKey(build);
  const content = await store.read(key);
  if (!content) return [{ key, problem: 'is missing' }];
  const description = parseBuild(build, content);
  if (!description) return [{ key, problem: 'has been altered' }];
  return findDamage(store, storedFiles(description));
}
