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
  log: (line: string) => void;
}

/**
 * Finds or fetches PocketBase, starts it and fills an empty portfolio with the sample projects.
 * @throws what findPocketBase, startPocketBase and seedProjects throw; nothing is left running then.
 */
export async function openBackend({
  dataDir,
  cacheDir,
  port,
  log,
}: OpenBackendOptions): Promise<RunningPocketBase> {
  const binary = await findPocketBase({ cacheDir, log });
  const pocketBase = await startPocketBase({ binary, dataDir, port, log });
  try {
    await seedProjects({ ...pocketBase, dataDir, log });
  } catch (error) {
    await pocketBase.stop();
    throw error;
  }
  return pocketBase;
}
