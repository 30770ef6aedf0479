import { findPocketBase } from './findPocketBase';
import { seedProjects } from './seedProjects';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';

interface OpenBackendOptions extends Omit<StartPocketBaseOptions, 'binary'> {
  /** The directory that keeps a fetched PocketBase. */
  cacheDir: string;
  /** Whether to fill an empty portfolio with the sample projects. */
  seed: boolean;
  /** The directory of the samples; by default this project's. */
  seedDir?: string;
}

/**
 * Finds or fetches PocketBase and starts it.
 * @throws the errors of findPocketBase, startPocketBase and seedProjects. After an error, PocketBase is not running
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
