import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processesWith } from './testing/processesWith';
import { TEST_CACHE_DIR } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(120_000);

const CLI = resolve(import.meta.dirname, 'cli.ts');

let dataDir: string;
let command: ReturnType<typeof serve>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'serve-'));
  await symlink(TEST_CACHE_DIR, join(dataDir, 'cache'));
});
afterEach(async () => {
  command.child.kill('SIGTERM');
  await command.ended;
  await rm(dataDir, { recursive: true, force: true });
});

function serve(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', notes: '' };
  child.stdout.on('data', (text) => (printed.out += String(text)));
  child.stderr.on('data', (text) => (printed.notes += String(text)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed, ended };
}

async function address(): Promise<string> {
  return until('it says where it is', () => /(http:\S+), its/.exec(command.printed.out)?.[1] ?? false);
}

function pocketBaseProcess(): number | undefined {
  const [line] = processesWith(`--dir=${join(dataDir, 'pocketbase')}`);
  return line === undefined ? undefined : Number(line.trim().split(' ')[0]);
}

async function countProjects(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/collections/projects/records`);
  return ((await answer.json()) as { totalItems: number }).totalItems;
}

test('npm run backend runs PocketBase, with no project but the operator’s own, until it is told to stop', async () => {
  command = serve('--port', '0');
  const url = await address();
  expect(await countProjects(url)).toBe(0);

  command.child.kill('SIGTERM');
  expect(await command.ended).toBe(0);
  expect(pocketBaseProcess()).toBeUndefined();
  await expect(fetch(url)).rejects.toThrow();
});

test('--seed fills an empty portfolio with the samples, and adds none to any other', async () => {
  command = serve('--port', '0', '--seed');
  expect(await countProjects(await address())).toBe(8);
  expect(command.printed.notes).toContain('8 sample projects were added.');
  command.child.kill('SIGTERM');
  await command.ended;

  command = serve('--port', '0', '--seed');
  expect(await countProjects(await address())).toBe(8);
  expect(command.printed.notes).not.toContain('sample projects');
});

test('it fails when PocketBase ends by itself, so that it is started again by what watches it', async () => {
  command = serve('--port', '0');
  await address();
  process.kill(pocketBaseProcess() ?? NaN, 'SIGKILL');
  expect(await command.ended).toBe(1);
  expect(command.printed.notes).toContain('PocketBase ended unexpectedly');
});

test.each([
  [['--port', 'eighty'], '--port is "eighty"; it must be a number from 0 to 65535.'],
  [['--sed'], "Unknown option '--sed'"],
])('it refuses %j, and says what it takes', async (args, why) => {
  command = serve(...args);
  expect(await command.ended).toBe(1);
  expect(command.printed.notes).toContain(why);
  expect(command.printed.notes).toContain('Usage: npm run backend -- [--port <port>] [--seed]');
});
