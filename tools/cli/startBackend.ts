import { join } from 'node:path';
import { messageOf } from '@site/backend/messageOf';
import { openBackend } from '@site/backend/openBackend';
import type { RunningPocketBase } from '@site/backend/startPocketBase';
import { logDetail, logStep } from '../release/logStep';

/**
 * Starts PocketBase on a free port, with the sample projects if its portfolio is empty, and says how it goes.
 *
 * @param dataDir the site's `DATA_DIR`
 * @param folder where its data is, in there
 * @returns undefined if it cannot be started: the site does without
 */
export async function startBackend(dataDir: string, folder: string): Promise<RunningPocketBase | undefined> {
  logStep('Starting PocketBase');
  try {
    return await openBackend({
      dataDir: join(dataDir, folder),
      cacheDir: join(dataDir, 'cache'),
      port: 0,
      seed: true,
      log: logDetail,
    });
  } catch (error) {
    logStep('The site starts without its backend:');
    logDetail(messageOf(error));
    return undefined;
  }
}
