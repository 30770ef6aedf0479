import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endWithParent } from '@site/backend/endWithParent';
import type { Artifact, FederationRuntime } from '../../../build/Artifact';
import type { BuildOrigin } from '../../../build/BuildOrigin';
import { hashInputs } from '../../../build/hashInputs';
import { readApps } from '../../../build/readApps';

/** How long one build may take. Milliseconds. */
const BUILD_LIMIT = 5 * 60_000;

interface BuildOptions {
  repository: string;
  /** By default all. */
  apps?: string[];
  mode: Artifact['mode'];
  /**
   * Which of Module Federation's runtimes goes into a production build; the published one into a folder of its own.
   * By default the slim one, but a build with the other one is left as it is.
   */
  runtime?: FederationRuntime;
  log: (line: string) => void;
}

/**
 * Builds the apps whose inputs have changed since their last build.
 *
 * @returns the folder of each app's build
 * @throws Error with the build's output if one fails
 */
export async function buildApps({
  repository,
  apps = readApps(repository),
  mode,
  runtime,
  log,
}: BuildOptions): Promise<string[]> {
  const folder = runtime === 'published' ? runtime : mode;
  const environment = runtime === 'published' ? ['--env', `runtime=${runtime}`, `folder=${folder}`] : [];
  const builds = apps.map(async (app) => {
    const directory = join(repository, app);
    const output = join(directory, 'dist', folder);
    const built = await readBuilt(output);
    const isRight = mode === 'development' || !runtime || built?.runtime === runtime;
    if (isRight && built?.inputs === hashInputs(repository, directory)) {
      log(`${app}: unchanged`);
    } else {
      log(`${app}: building …`);
      await build(directory, ['--mode', mode, ...environment]);
    }
    return output;
  });
  // When one fails, the others are not left running.
  await Promise.allSettled(builds);
  return Promise.all(builds);
}

/** What there is of an earlier build; undefined if it is not whole. */
async function readBuilt(output: string): Promise<(Artifact & BuildOrigin) | undefined> {
  try {
    const files = ['artifact.json', 'server/origin.json'].map((name) => readFile(join(output, name), 'utf8'));
    return Object.assign(
      {},
      ...(await Promise.all(files)).map((text) => JSON.parse(text) as object),
    ) as Artifact & BuildOrigin;
  } catch {
    return undefined;
  }
}

function build(directory: string, options: string[]): Promise<void> {
  const require = createRequire(import.meta.url);
  const webpack = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), require.resolve('webpack-cli/bin/cli.js'), ...options],
    { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], timeout: BUILD_LIMIT },
  );
  if (webpack.pid !== undefined) webpack.once('exit', endWithParent(webpack.pid));
  let output = '';
  for (const stream of [webpack.stdout, webpack.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    webpack.on('error', reject);
    webpack.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build in ${directory} failed.\n${output}`));
    });
  });
}
