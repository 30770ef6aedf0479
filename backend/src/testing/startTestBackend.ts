import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { Environment } from '../checkEnvironment';
import { messageOf } from '../messageOf';
import { openBackend } from '../openBackend';
import type { RunningPocketBase } from '../startPocketBase';
import { signIn } from './signIn';

/** The cache of the whole checkout, so that PocketBase is fetched once. */
export const TEST_CACHE_DIR = resolve(import.meta.dirname, '../../../.local/cache');

export interface TestBackend extends RunningPocketBase {
  dataDir: string;
  /** The official client as it is for its operator, and for a visitor. */
  operator: PocketBase;
  visitor: PocketBase;
}

interface TestBackendOptions {
  /** Whether it holds the sample projects; false leaves the portfolio empty. */
  seeded: boolean;
  /** Where the sample projects are, by default those of the checkout. */
  seedDir?: string;
  /** What it finds in its environment, see checkEnvironment. */
  env?: Environment;
  /** The code of one more hook, for what cannot be brought about from outside. */
  hooks?: string;
  /** The code of one more migration, which runs last. */
  migration?: string;
  /** Other directories than this project's. */
  migrationsDir?: string;
  hooksDir?: string;
  /** Data that are there before and stay afterwards; without it there are none, and none are left. */
  dataDir?: string;
  /** A free one if it is not given. */
  port?: number;
}

/**
 * A real PocketBase for tests with a data directory of its own. `stop` also removes what was made for it. It sends no
 * mail and limits no visitor, unless `env` says so.
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
  /** A copy of one of this project's directories with one more file. */
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
    const why = `${messageOf(error)}\n${lines.join('\n')}`;
    throw new Error(`The test backend does not start: ${why}`, { cause: error });
  }
}
