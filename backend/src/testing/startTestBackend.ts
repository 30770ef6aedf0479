import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../checkEnvironment';
import { findPocketBase } from '../findPocketBase';
import { seedProjects } from '../seedProjects';
import { startPocketBase, type RunningPocketBase } from '../startPocketBase';

/** The cache of the whole checkout, so that PocketBase is fetched once. */
export const TEST_CACHE_DIR = resolve(import.meta.dirname, '../../../.local/cache');

export interface TestBackend extends RunningPocketBase {
  dataDir: string;
}

interface TestBackendOptions {
  seeded: boolean;
  seedDir?: string;
  env?: Environment;
  hooksDir?: string;
}

/**
 * A real PocketBase for tests, on a free port with a data directory of its own. `stop` also removes the directory.
 * It sends no mail and limits no visitor, unless `env` says so.
 * @param seeded whether it holds the sample projects; false leaves the portfolio empty.
 * @param seedDir where the sample projects are, by default those of the checkout.
 * @param env what it finds in its environment, see checkEnvironment.
 */
export async function startTestBackend({
  seeded,
  seedDir,
  env = { BACKEND_LIMITS: 'off' },
  hooksDir,
}: TestBackendOptions): Promise<TestBackend> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const dataDir = await mkdtemp(join(tmpdir(), 'test-backend-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  let pocketBase: RunningPocketBase | undefined;
  try {
    const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log });
    pocketBase = await startPocketBase({ binary, dataDir, port: 0, log, env, ...(hooksDir && { hooksDir }) });
    if (seeded) await seedProjects({ ...pocketBase, dataDir, log, ...(seedDir && { seedDir }) });
  } catch (error) {
    await pocketBase?.stop();
    await remove();
    throw new Error(`The test backend does not start: ${(error as Error).message}\n${lines.join('\n')}`, {
      cause: error,
    });
  }
  const { stop } = pocketBase;
  return {
    ...pocketBase,
    dataDir,
    stop: async () => {
      await stop();
      await remove();
    },
  };
}
