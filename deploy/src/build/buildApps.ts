import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { endWithParent } from '@site/backend/endWithParent';
import type { Artifact, FederationRuntime } from './Artifact';

/** The workspaces that are built and deployed. */
export const APPS = ['shell', 'studio-remote', 'micora-remote'];

/** How long one build may take. Milliseconds. */
const BUILD_LIMIT = 5 * 60_000;

interface BuildOptions {
  repository: string;
  mode: Artifact['mode'];
  /** Which of Module Federation's runtimes goes into a production build; the published one into a folder of its own. */
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
  mode,
  runtime = 'slim',
  log,
}: BuildOptions): Promise<string[]> {
  const folder = runtime === 'published' ? runtime : mode;
  const environment = runtime === 'published' ? ['--env', `runtime=${runtime}`, `folder=${folder}`] : [];
  const builds = APPS.map(async (app) => {
    const output = join(repository, app, 'dist', folder);
    // In the folder that every build empties, so that it never speaks of another build than the one there.
    const stamp = join(output, 'server', 'inputs.sha256');
    const inputs = await hashInputs(repository, app);
    if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) {
      log(`${app}: unchanged`);
    } else {
      log(`${app}: building …`);
      await rm(stamp, { force: true });
      await build(join(repository, app), ['--mode', mode, ...environment]);
      await writeFile(stamp, inputs);
    }
    return output;
  });
  // When one fails, the others are not left running.
  await Promise.allSettled(builds);
  return Promise.all(builds);
}

/** One hash over everything that a build reads: the app, what is compiled into it, the build's own files. */
export async function hashInputs(repository: string, app: string): Promise<string> {
  const rootFiles = [
    'package-lock.json',
    'tsconfig.base.json',
    'webpack.common.ts',
    'webpack.federation.ts',
  ].map((name) => join(repository, name));
  const files = [
    ...(await sourceFiles(join(repository, app))),
    ...(await sourceFiles(join(repository, 'shared'))),
    ...rootFiles,
  ].sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(relative(repository, file))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
}

async function sourceFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue;
    if (entry.isDirectory()) files.push(...(await sourceFiles(path)));
    else files.push(path);
  }
  return files;
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
