import { findPocketBase } from './findPocketBase';
import { seedProjects } from './seedProjects';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';

interface OpenBackendOptions extends Pick<StartPocketBaseOptions, 'dataDir' | 'port' | 'log'> {
  /** Where a fetched PocketBase is kept. */
  cacheDir: string;
  /** Whether an empty portfolio is filled with the sample projects. */
  seed: boolean;
}

/**
 * Finds or fetches PocketBase and starts it.
 * @throws what findPocketBase, startPocketBase and seedProjects throw; nothing is left running then.
 */
export async function openBackend({
  dataDir,
  cacheDir,
  port,
  seed,
  log,
}: OpenBackendOptions): Promise<RunningPocketBase> {
  const binary = await findPocketBase({ cacheDir, log });
  const pocketBase = await startPocketBase({ binary, dataDir, port, log });
  try {
    if (seed) await seedProjects({ ...pocketBase, dataDir, log });
  } catch (error) {
    await pocketBase.stop();
    throw error;
  }
  return pocketBase;
}
