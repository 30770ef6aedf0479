import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { boundToParent } from '@site/backend/boundToParent';
import { readApps } from './readApps';
import { hashInputs, type BuildOrigin } from './readOrigin';

/** How long one build may take. Milliseconds. */
const BUILD_LIMIT = 5 * 60_000;

interface BuildOptions {
  repository: string;
  /** Names of apps; by default all of the repository. */
  apps?: string[];
  log: (line: string) => void;
}

/**
 * Builds the apps, for production, whose inputs have changed since their last build.
 *
 * @returns the folder of each app's build
 * @throws Error with the build's output if one fails, or if there is no such app
 */
export async function buildApps({ repository, apps, log }: BuildOptions): Promise<string[]> {
  const directories = readApps(repository);
  const builds = (apps ?? [...directories.keys()]).map(async (app) => {
    const directory = directories.get(app);
    if (directory === undefined)
      throw new Error(`There is no app ${app} here: there are ${[...directories.keys()].join(', ')}.`);
    const output = join(directory, 'dist/production');
    if ((await readBuiltInputs(output)) === hashInputs(directory)) {
      log(`${app}: unchanged`);
    } else {
      log(`${app}: building …`);
      await build(directory);
    }
    return output;
  });
  // If one fails, the others end first.
  await Promise.allSettled(builds);
  return Promise.all(builds);
}

/** The hash of what an earlier build was made of; undefined if there is none that is whole. */
async function readBuiltInputs(output: string): Promise<string | undefined> {
  try {
    const [, origin] = await Promise.all(
      ['artifact.json', 'server/origin.json'].map((name) => readFile(join(output, name), 'utf8')),
    );
    return (JSON.parse(origin ?? '') as BuildOrigin).inputs;
  } catch {
    return undefined;
  }
}

async function build(directory: string): Promise<void> {
  const building = promisify(execFile)(
    ...boundToParent(process.execPath, ['--import', import.meta.resolve('tsx'), findWebpack()]),
    { cwd: directory, timeout: BUILD_LIMIT, maxBuffer: Infinity },
  );
  await building.catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The build in ${directory} failed.\n${stdout}${stderr}`, { cause: error });
  });
}

/** @throws Error where only the packages that serve a site are installed */
function findWebpack(): string {
  try {
    return createRequire(import.meta.url).resolve('webpack-cli/bin/cli.js');
  } catch (cause) {
    throw new Error(
      'Apps cannot be built here: the packages for it are missing. Install them with npm ci, or build elsewhere and deploy that: npm run deploy -- --artifact <app>/dist/production',
      { cause },
    );
  }
}
