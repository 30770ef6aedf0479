import { findPocketBase } from './findPocketBase';
import { seedProjects } from './seedProjects';
import { startPocketBase, type RunningPocketBase } from './startPocketBase';

interface OpenBackendOptions {
  /** Database, uploaded files and the operator's account; made if it is not there. */
  dataDir: string;
  /** Where a fetched PocketBase is kept. */
  cacheDir: string;
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  /** Whether an empty portfolio is filled with the sample projects. */
  seed: boolean;
  log: (line: string) => void;
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
