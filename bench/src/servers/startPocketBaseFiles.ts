import { join } from 'node:path';
import { findPocketBase } from '@site/backend/findPocketBase';
import { pickPort } from '@site/backend/pickPort';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';
import { startProgram } from './startProgram';
import { untilAnswered } from './untilAnswered';

/**
 * Starts a PocketBase that does nothing but serve a folder's files, as it does without any other web server.
 *
 * @param directory where it may keep its own data
 */
export async function startPocketBaseFiles(folder: string, directory: string) {
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const origin = `http://127.0.0.1:${await pickPort(0)}`;
  const own = (name: string) => join(directory, 'pocketbase-files', name);
  const { stop } = startProgram(binary, [
    'serve',
    `--http=${new URL(origin).host}`,
    `--dir=${own('data')}`,
    `--migrationsDir=${own('no-migrations')}`,
    `--hooksDir=${own('no-hooks')}`,
    `--publicDir=${folder}`,
  ]);
  await untilAnswered(origin).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin, stop };
}
