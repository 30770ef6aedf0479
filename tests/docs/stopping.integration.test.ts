import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@site/backend/testing/freePort';
import { copyCheckout, type CheckoutCopy } from './testing/copyCheckout';
import { processTree, stillRunning } from './testing/processTree';

jest.setTimeout(300_000);

/** How long anything may go on after the signal. Milliseconds. */
const STOP_LIMIT = 25_000;

let checkout: CheckoutCopy;
let npm: ChildProcess | undefined;
let output: string;
let tree: string[] = [];

beforeAll(async () => {
  checkout = await copyCheckout();
});
afterEach(() => {
  for (const one of stillRunning(tree)) process.kill(Number.parseInt(one), 'SIGKILL');
});
afterAll(() => checkout.remove());

/** Starts npm itself, whose process id is that of the child, and waits until it has printed this. */
async function start(args: string[], says: RegExp): Promise<void> {
  output = '';
  const env = { ...process.env, PORT: String(await freePort()) };
  npm = spawn('npm', args, {
    cwd: checkout.directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.on('data', (text: Buffer) => (output += text.toString()));
  }
  const end = Date.now() + 200_000;
  while (!says.test(output) && npm.exitCode === null && Date.now() < end) await wait(100);
  tree = processTree(npm.pid ?? NaN);
  if (!says.test(output)) throw new Error(`npm never said ${String(says)}:\n${output}`);
}

/** Sends a signal to npm alone. @returns what is left of all that it had started. */
async function stop(signal: NodeJS.Signals): Promise<string[]> {
  npm?.kill(signal);
  const end = Date.now() + STOP_LIMIT;
  while (stillRunning(tree).length > 0 && Date.now() < end) await wait(100);
  return stillRunning(tree);
}

const pocketBases = () => tree.filter((one) => one.includes('--dir='));

const IS_OPEN = /The site is at|The backend is at/;
const COMMANDS = {
  'npm start': ['start'],
  'npm run dev': ['run', 'dev'],
  'npm run backend': ['run', 'backend', '--', '--port', '0'],
};

test.each([
  ['npm start', 'SIGTERM'],
  ['npm start', 'SIGINT'],
  ['npm start', 'SIGKILL'],
  ['npm run dev', 'SIGTERM'],
  ['npm run backend', 'SIGTERM'],
  ['npm run backend', 'SIGHUP'],
] as const)('%s: a %s to npm ends all of it, in order', async (command, signal) => {
  await start(COMMANDS[command], IS_OPEN);
  expect(pocketBases()).toHaveLength(1);
  const begun = Date.now();
  expect(await stop(signal)).toEqual([]);
  expect(Date.now() - begun).toBeLessThan(10_000);
  // Which PocketBase has as long as it runs, and which a disorderly end leaves behind.
  const data = command === 'npm run dev' ? '.local/development/pocketbase' : '.local/pocketbase';
  expect(await readdir(join(checkout.directory, data))).toContain('data.db');
  expect(await readdir(join(checkout.directory, data))).not.toContain('address.json');
});

test('npm start: neither a visitor nor a PocketBase that hangs holds it up for longer', async () => {
  await start(['start'], IS_OPEN);
  const [, port] = /localhost:(\d+)/.exec(output) ?? [];
  const visitor = createConnection(Number(port), '127.0.0.1').on('error', () => undefined);
  await once(visitor, 'connect');
  visitor.write(
    'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  for (const one of pocketBases()) process.kill(Number.parseInt(one), 'SIGSTOP');
  expect(await stop('SIGTERM')).toEqual([]);
  visitor.destroy();
});

test('npm start: a SIGTERM to npm ends a build that is under way', async () => {
  await rm(join(checkout.directory, 'shell/dist'), { recursive: true, force: true });
  await start(['start'], /shell: building/);
  while (!tree.some((one) => one.includes('webpack'))) {
    await wait(100);
    tree = processTree(npm?.pid ?? NaN);
  }
  const begun = Date.now();
  expect(await stop('SIGTERM')).toEqual([]);
  expect(Date.now() - begun).toBeLessThan(5_000);
});
