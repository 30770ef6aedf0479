import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithParent } from '@site/backend/endWithParent';
import type { Artifact, FederationRuntime } from './Artifact';
import type { BuildOrigin } from './readOrigin';
import { hashInputs } from './hashInputs';
import { readApps } from './readApps';

/** How long one build may take. Milliseconds. */
const BUILD_LIMIT = 5 * 60_000;

interface BuildOptions {
  repository: string;
  /** By default all. */
  apps?: string[];
  /**
   * Which of Module Federation's runtimes goes into the builds; the published one into a folder of its own.
   * By default the slim one, but a build with the other one is left as it is.
   */
  runtime?: FederationRuntime;
  log: (line: string) => void;
}

/**
 * Builds the apps, for production, whose inputs have changed since their last build.
 *
 * @returns the folder of each app's build
 * @throws Error with the build's output if one fails
 */
export async function buildApps({
  repository,
  apps = readApps(repository),
  runtime,
  log,
}: BuildOptions): Promise<string[]> {
  const folder = runtime === 'published' ? runtime : 'production';
  const environment = runtime === 'published' ? ['--env', `runtime=${runtime}`, `folder=${folder}`] : [];
  const builds = apps.map(async (app) => {
    const directory = join(repository, app);
    const output = join(directory, 'dist', folder);
    const built = await readBuilt(output);
    const isRight = !runtime || built?.runtime === runtime;
    if (isRight && built?.inputs === hashInputs(repository, directory)) {
      log(`${app}: unchanged`);
    } else {
      log(`${app}: building …`);
      await build(directory, environment);
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

async function build(directory: string, options: string[]): Promise<void> {
  const building = promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), findWebpack(), ...options],
    { cwd: directory, timeout: BUILD_LIMIT, maxBuffer: Infinity },
  );
  const { child } = building;
  if (child.pid !== undefined) child.once('exit', endWithParent(child.pid));
  await building.catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The build in ${directory} failed.\n${stdout}${stderr}`, { cause: error });
  });
}

/** @throws Error where only the packages of production are installed */
function findWebpack(): string {
  try {
    return createRequire(import.meta.url).resolve('webpack-cli/bin/cli.js');
  } catch (cause) {
    throw new Error(
      'Apps cannot be built here: the development packages are missing. Install them with npm ci, or build elsewhere and deploy that: npm run deploy -- --artifact <app>/dist/production',
      { cause },
    );
  }
}
