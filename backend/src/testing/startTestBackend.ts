import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../checkEnvironment';
import { messageOf } from '../messageOf';
import { openBackend } from '../openBackend';
import type { RunningPocketBase } from '../startPocketBase';

/** The cache of the whole checkout, so that PocketBase is fetched once. */
export const TEST_CACHE_DIR = resolve(import.meta.dirname, '../../../.local/cache');

export interface TestBackend extends RunningPocketBase {
  dataDir: string;
}

interface TestBackendOptions {
  /** Whether it holds the sample projects; false leaves the portfolio empty. */
  seeded: boolean;
  /** Where the sample projects are, by default those of the checkout. */
  seedDir?: string;
  /** What it finds in its environment, see checkEnvironment. */
  env?: Environment;
  hooksDir?: string;
}

/**
 * A real PocketBase for tests, on a free port with a data directory of its own. `stop` also removes the directory.
 * It sends no mail and limits no visitor, unless `env` says so.
 */
export async function startTestBackend({ seeded, ...options }: TestBackendOptions): Promise<TestBackend> {
  const lines: string[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'test-backend-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const backend = await openBackend({
      dataDir,
      cacheDir: TEST_CACHE_DIR,
      port: 0,
      seed: seeded,
      log: (line) => lines.push(line),
      env: { BACKEND_LIMITS: 'off' },
      ...options,
    });
    return { ...backend, dataDir, stop: () => backend.stop().then(remove) };
  } catch (error) {
    await remove();
    const why = `${messageOf(error)}\n${lines.join('\n')}`;
    throw new Error(`The test backend does not start: ${why}`, { cause: error });
  }
}
