import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithParent } from '@site/shared/node/endWithParent';
import { readApps } from './readApps';
import { hashInputs, type BuildOrigin } from './readOrigin';

/** The time limit for one build, in milliseconds. */
const BUILD_LIMIT = 5 * 60_000;

interface BuildOptions {
  repository: string;
  /** The names of the apps to build; by default, all apps in the repository. */
  apps?: string[];
  log: (line: string) => void;
}

/**
 * Builds apps for production. An app is skipped if its inputs have not changed since its last build.
 *
 * @returns the folder of each app's build
 * @throws Error if an app does not exist
 * @throws Error with the build's output if a build fails
 */
export async function buildApps({ repository, apps, log }: BuildOptions): Promise<string[]> {
  const directories = readApps(repository);
  const builds = (apps ?? [...directories.keys()]).map(async (app) => {
    const directory = directories.get(app);
    if (directory === undefined)
      throw new Error(`There is no app ${app} here. Choose from ${[...directories.keys()].join(', ')}.`);
    const output = join(directory, 'dist/production');
    if ((await readBuiltInputs(output)) === hashInputs(directory)) {
      log(`${app}: unchanged`);
    } else {
      log(`${app}: building …`);
      // Whatever a successful build writes to stderr is a warning.
      for (const line of (await build(directory)).split('\n').filter(Boolean)) log(`${app}: ${line}`);
    }
    return output;
  });
  // Waits for all builds even if one fails, so that none is still running when the error is thrown.
  await Promise.allSettled(builds);
  return Promise.all(builds);
}

async function readBuiltInputs(output: string): Promise<string | undefined> {
  try {
    // A build without `build.json` is incomplete.
    await access(join(output, 'build.json'));
    const origin = await readFile(join(output, 'server/origin.json'), 'utf8');
    return (JSON.parse(origin) as BuildOrigin).inputs;
  } catch {
    return undefined;
  }
}

async function build(directory: string): Promise<string> {
  const building = promisify(execFile)(
    ...endWithParent(process.execPath, ['--import', import.meta.resolve('tsx'), findWebpack()]),
    { cwd: directory, timeout: BUILD_LIMIT, maxBuffer: Infinity },
  );
  const { stderr: warnings } = await building.catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The build in ${directory} failed.\n${stdout}${stderr}`, { cause: error });
  });
  return warnings;
}

/** @throws Error with advice if the packages for building are not installed */
function findWebpack(): string {
  try {
    return createRequire(import.meta.url).resolve('webpack-cli/bin/cli.js');
  } catch (cause) {
    throw new Error(
      'Apps cannot be built here, because the build packages are not installed. Run npm ci, or deploy a build from another machine: npm run deploy -- --build <app>/dist/production',
      { cause },
    );
  }
}
