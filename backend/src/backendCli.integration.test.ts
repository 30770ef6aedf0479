import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPocketBase } from './findPocketBase';
import { processesWith } from './testing/processesWith';
import { TEST_CACHE_DIR } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(120_000);

/** The arguments that `npm run backend` passes to Node. */
const COMMAND = [
  '--import',
  resolve(import.meta.dirname, '../../platform/preload.mjs'),
  resolve(import.meta.dirname, 'backendCli.ts'),
];

let dataDir: string;

beforeAll(async () => {
  // Fetches PocketBase if it is missing. The tests wait only 20 seconds for PocketBase to start, but a fetch may take
  // longer.
  await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cli-'));
  await symlink(TEST_CACHE_DIR, join(dataDir, 'cache'));
});
afterEach(async () => {
  for (const pid of pocketBases()) process.kill(pid, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const pocketBases = () =>
  processesWith(`--dir=${join(dataDir, 'pocketbase')}`).map((line) => Number.parseInt(line));

function serve(...args: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => (printed.out += String(text)));
  child.stderr.on('data', (text) => (printed.err += String(text)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const countProjects = async () => {
    const url = await until('it prints its URL', () => /(http:\S+), its/.exec(printed.out)?.[1]);
    const answer = await fetch(`${url}/api/collections/projects/records`);
    return ((await answer.json()) as { totalItems: number }).totalItems;
  };
  return { child, printed, ended, countProjects };
}

test('npm run backend -- --seed serves the sample projects until SIGTERM', async () => {
  const { child, printed, ended, countProjects } = serve('--port', '0', '--seed');
  expect(await countProjects()).toBe(8);
  expect(printed.err).toContain('8 samples were added to projects.');
  expect(printed.out).toContain(
    `The dashboard's account is in ${join(dataDir, 'pocketbase/superuser.json')}.\n`,
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(pocketBases()).toEqual([]);
});

test('npm run backend fails if PocketBase exits, so that a process manager restarts both', async () => {
  const { printed, ended, countProjects } = serve('--port', '0');
  expect(await countProjects()).toBe(0);
  for (const pid of pocketBases()) process.kill(pid, 'SIGKILL');
  expect(await ended).toBe(1);
  expect(printed.err).toContain('PocketBase ended unexpectedly');
});

test('PocketBase exits when npm run backend is killed', async () => {
  const { child, countProjects } = serve('--port', '0');
  await countProjects();
  child.kill('SIGKILL');
  await until('PocketBase has ended', () => pocketBases().length === 0);
});

test.each([
  [['--port', 'eighty'], '--port is "eighty"; it must be a number from 0 to 65535.'],
  [['--sed'], "Unknown option '--sed'"],
])('refuses %j and prints its usage', async (args, why) => {
  const { printed, ended } = serve(...args);
  expect(await ended).toBe(1);
  expect(printed.err).toContain(why);
  expect(printed.err).toContain('Usage: npm run backend -- [--port <port>] [--seed]');
});
