import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { readApps } from '../build/readApps';

/** `npm run dev` in a copy of this checkout. */
export interface DevelopmentServer {
  /** Without a trailing slash. */
  url: string;
  /** Replaces text in a file of the copy. */
  edit: (file: string, before: string, after: string) => Promise<void>;
  /** Writes a new file of the copy. */
  write: (file: string, text: string) => Promise<void>;
  /** What it has written to the terminal. */
  output: () => string;
  /** Ends it as Ctrl-C does; gives its exit code. */
  stop: () => Promise<number | null>;
}

const REPOSITORY = resolve(import.meta.dirname, '..');
const WORKSPACES = ['shared', ...readApps(REPOSITORY), 'backend', 'deploy', 'dev'];
const ROOT_ENTRIES = [
  'build',
  'package.json',
  'tsconfig.base.json',
  'webpack.common.ts',
  'webpack.federation.ts',
];

/** How long it may take to start or to stop. Milliseconds. */
const START_LIMIT = 240_000;
const STOP_LIMIT = 20_000;

/**
 * Starts `npm run dev` in a copy of this checkout, on a free port and with data of its own, and waits until it
 * serves.
 *
 * @param args what follows `npm run dev --`
 */
export async function startDevelopmentServer(args: string[] = []): Promise<DevelopmentServer> {
  const copy = await copyCheckout();
  const port = await pickPort(0);
  let output = '';
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), 'dev/src/cli.ts', ...args], {
    cwd: copy,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()));
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
    const code = await ended;
    clearTimeout(force);
    await rm(copy, { recursive: true, force: true });
    return code;
  };

  const deadline = Date.now() + START_LIMIT;
  while (!output.includes('The site is at')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`npm run dev does not start:\n${output}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url: `http://localhost:${port}`,
    async edit(file, before, after) {
      const path = join(copy, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
      await writeFile(path, text.replace(before, after));
    },
    async write(file, text) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), text);
    },
    output: () => output,
    stop,
  };
}

/** The sources, and the installed packages by reference; the workspaces among those are the copied ones. */
async function copyCheckout(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'checkout-'));
  const isSource = (path: string): boolean => !['dist', 'node_modules', '.local'].includes(basename(path));
  for (const name of [...WORKSPACES, ...ROOT_ENTRIES]) {
    cpSync(join(REPOSITORY, name), join(copy, name), { recursive: true, filter: isSource });
  }
  const modules = join(copy, 'node_modules');
  await mkdir(join(modules, '@site'), { recursive: true });
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    if (name !== '@site') await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
  }
  for (const name of WORKSPACES) await symlink(join('../..', name), join(modules, '@site', name));
  // So that PocketBase, if it has been fetched, is not fetched again.
  await mkdir(join(copy, 'data'));
  await symlink(join(REPOSITORY, '.local/cache'), join(copy, 'data/cache'));
  return copy;
}
