import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../checkEnvironment';
import { messageOf } from '../messageOf';
import { openBackend } from '../openBackend';
import type { RunningPocketBase } from '../startPocketBase';
import { hooksWith } from './hooksWith';

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
  migrationsDir?: string;
  /** The code of one more hook, for what cannot be brought about from outside. */
  hooks?: string;
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
  ...options
}: TestBackendOptions): Promise<TestBackend> {
  const lines: string[] = [];
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'test-backend-')));
  const added = hooks === undefined ? undefined : await hooksWith(hooks);
  const remove = async () => {
    await added?.remove();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const backend = await openBackend({
      cacheDir: TEST_CACHE_DIR,
      port: 0,
      seed: seeded,
      log: (line) => lines.push(line),
      env: { BACKEND_LIMITS: 'off' },
      ...(added && { hooksDir: added.hooksDir }),
      ...options,
      dataDir,
    });
    return { ...backend, dataDir, stop: () => backend.stop().then(remove) };
  } catch (error) {
    await remove();
    const why = `${messageOf(error)}\n${lines.join('\n')}`;
    throw new Error(`The test backend does not start: ${why}`, { cause: error });
  }
}
