import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '@site/backend/endWithParent';
import { findPocketBase } from '@site/backend/findPocketBase';
import { pickPort } from '@site/backend/pickPort';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';

const START_LIMIT = 30_000;

/**
 * Starts a PocketBase that does nothing but serve a folder's files, as it does without any other web server.
 *
 * @param directory where it may keep its own data
 */
export async function startPocketBaseFiles(folder: string, directory: string) {
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const origin = `http://127.0.0.1:${await pickPort(0)}`;
  const own = (name: string) => join(directory, 'pocketbase-files', name);
  const child = spawn(
    binary,
    [
      'serve',
      `--http=${new URL(origin).host}`,
      `--dir=${own('data')}`,
      `--migrationsDir=${own('no-migrations')}`,
      `--hooksDir=${own('no-hooks')}`,
      `--publicDir=${folder}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'close');
  const callOff = endWithParent(child.pid ?? 0);
  void ended.then(callOff);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const end = Date.now() + START_LIMIT;
  while (Date.now() < end && child.exitCode === null) {
    const response = await fetch(origin).catch(() => undefined);
    if (response?.ok) return { origin, stop };
    await wait(100);
  }
  await stop();
  throw new Error(`PocketBase did not serve the files of ${folder}.`);
}
