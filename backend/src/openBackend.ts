import { findPocketBase } from './findPocketBase';
import { seedProjects } from './seedProjects';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';

interface OpenBackendOptions extends Omit<StartPocketBaseOptions, 'binary'> {
  /** Where a fetched PocketBase is kept. */
  cacheDir: string;
  /** Whether an empty portfolio is filled with the sample projects. */
  seed: boolean;
  /** Where they are, by default those of this project. */
  seedDir?: string;
}

/**
 * Finds or fetches PocketBase and starts it.
 * @throws what findPocketBase, startPocketBase and seedProjects throw; nothing is left running then.
 */
export async function openBackend(options: OpenBackendOptions): Promise<RunningPocketBase> {
  const { cacheDir, seed, log } = options;
  const pocketBase = await startPocketBase({ ...options, binary: await findPocketBase({ cacheDir, log }) });
  try {
    if (seed) await seedProjects({ ...options, ...pocketBase });
  } catch (error) {
    await pocketBase.stop();
    throw error;
  }
  return pocketBase;
}
