import { resolve } from 'node:path';
import { findPocketBase } from './findPocketBase';
import { findSeedDirs, seedCollections } from './seedCollections';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';

interface OpenBackendOptions extends Omit<StartPocketBaseOptions, 'binary'> {
  cacheDir: string;
  seed: boolean;
  /** The sample directories; by default those in this repository. */
  seedDirs?: readonly string[];
}

/**
 * Finds or fetches PocketBase, starts it, and adds the samples if `seed` is set.
 * @throws what findPocketBase, startPocketBase or seedCollections throws. After an error, PocketBase is not running
 */
export async function openBackend(options: OpenBackendOptions): Promise<RunningPocketBase> {
  const { cacheDir, seed, log, seedDirs } = options;
  const pocketBase = await startPocketBase({ ...options, binary: await findPocketBase({ cacheDir, log }) });
  try {
    const dirs = seedDirs ?? findSeedDirs(resolve(import.meta.dirname, '../..'));
    if (seed) await seedCollections({ ...options, ...pocketBase, seedDirs: dirs });
  } catch (error) {
    await pocketBase.stop();
    throw error;
  }
  return pocketBase;
}
