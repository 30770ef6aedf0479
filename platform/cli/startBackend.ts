import { join } from 'node:path';
import { errorMessage } from '@site/shared/node/errorMessage';
import { pathFromHere } from '@site/shared/node/pathFromHere';
import { openBackend } from '@site/backend/openBackend';
import { findSeedDirs } from '@site/backend/seedCollections';
import type { RunningPocketBase } from '@site/backend/startPocketBase';
import { logDetail, logStep } from '../release/logStep';
import { dataDir, repository } from './repository';

/**
 * Starts PocketBase on a free port, fills its empty collections with samples, and logs its progress.
 *
 * @param folder the folder for PocketBase's data, relative to `DATA_DIR`
 * @param env additional environment variables
 * @returns the running PocketBase; undefined if it cannot be started. That is not an error, because the site works without
 *   it
 */
export async function startBackend(
  folder: string,
  env: Record<string, string> = {},
): Promise<RunningPocketBase | undefined> {
  logStep('Starting PocketBase');
  try {
    return await openBackend({
      dataDir: join(dataDir, folder),
      cacheDir: join(dataDir, 'cache'),
      port: 0,
      seed: true,
      env: { ...process.env, ...env },
      seedDirs: findSeedDirs(repository),
      log: logDetail,
    });
  } catch (error) {
    logStep('The site starts without its backend:');
    logDetail(errorMessage(error));
    return undefined;
  }
}

export function logDashboard({ dashboardUrl, superuserFile }: RunningPocketBase): void {
  logDetail(`The backend's dashboard is at ${dashboardUrl}, on this machine only.`);
  logDetail(`The dashboard's account is in ${pathFromHere(superuserFile)}.`);
}
