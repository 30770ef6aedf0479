import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { Environment } from '../checkEnvironment';
import { errorMessage } from '@site/shared/node/errorMessage';
import { openBackend } from '../openBackend';
import type { RunningPocketBase } from '../startPocketBase';
import { signIn } from '../signIn';

/** Tests share the checkout's cache, so that PocketBase is fetched only once. */
export const TEST_CACHE_DIR = resolve(import.meta.dirname, '../../../.local/cache');

export interface TestBackend extends RunningPocketBase {
  dataDir: string;
  operator: PocketBase;
  visitor: PocketBase;
}

interface TestBackendOptions {
  seeded: boolean;
  seedDirs?: string[];
  /** The backend's environment variables (see `checkEnvironment`). By default, they only switch off the rate limits. */
  env?: Environment;
  /** The code of an additional hook, for situations that a test cannot cause through the API. */
  hooks?: string;
  /** The code of an additional migration, which runs last. */
  migration?: string;
  migrationsDir?: string;
  hooksDir?: string;
  /** The data directory. `stop` does not remove it. By default, the backend gets a new directory, which `stop` removes. */
  dataDir?: string;
  port?: number;
}

/**
 * Starts a real PocketBase for tests, by default with a new data directory. If `env` is not given, the backend sends no
 * email and has no rate limits. `stop` also removes the backend's temporary files.
 */
export async function startTestBackend({
  seeded,
  hooks,
  migration,
  ...options
}: TestBackendOptions): Promise<TestBackend> {
  const lines: string[] = [];
  const home = await mkdtemp(join(tmpdir(), 'test-backend-'));
  const { dataDir = join(home, 'data') } = options;
  const remove = () => rm(home, { recursive: true, force: true });
  const withFile = async (directory: string, name: string, code: string) => {
    const copy = join(home, directory);
    await cp(resolve(import.meta.dirname, '../..', directory), copy, { recursive: true });
    await writeFile(join(copy, name), code);
    return copy;
  };
  try {
    const backend = await openBackend({
      cacheDir: TEST_CACHE_DIR,
      port: 0,
      seed: seeded,
      log: (line) => lines.push(line),
      env: { BACKEND_LIMITS: 'off' },
      ...(hooks !== undefined && { hooksDir: await withFile('pb_hooks', 'test.pb.js', hooks) }),
      ...(migration !== undefined && {
        migrationsDir: await withFile('pb_migrations', '2000000000_test.js', migration),
      }),
      ...options,
      dataDir,
    });
    const visitor = new PocketBase(backend.url, new BaseAuthStore()).autoCancellation(false);
    const operator = await signIn(backend);
    return { ...backend, dataDir, operator, visitor, stop: () => backend.stop().then(remove) };
  } catch (error) {
    await remove();
    const why = `${errorMessage(error)}\n${lines.join('\n')}`;
    throw new Error(`The test backend does not start: ${why}`, { cause: error });
  }
}
