import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { share } from '@site/backend/testing/repetitions';
import { until } from '@site/backend/testing/until';
import { copyCheckout, type CheckoutCopy } from './testing/copyCheckout';
import { startCommand } from './testing/runCommand';
import { shrinkPictures } from './testing/shrinkPictures';

jest.setTimeout(300_000);

let checkout: CheckoutCopy;
let pid: number;
/** npm and all its descendants, each as `<pid> <command line>`. */
let tree: string[] = [];

beforeAll(async () => {
  checkout = await copyCheckout();
  await shrinkPictures(checkout.directory);
});
afterEach(() => {
  for (const line of stillRunning()) process.kill(Number.parseInt(line), 'SIGKILL');
});
afterAll(() => checkout.remove());

function processes(): { pid: number; parent: number; line: string }[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...table.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid = '', parent, args]) => ({
    pid: Number(pid),
    parent: Number(parent),
    line: `${pid} ${args}`,
  }));
}

function readTree(): void {
  const all = processes();
  const found = all.filter((one) => one.pid === pid);
  // The loop also visits the children that it adds.
  for (const ancestor of found) found.push(...all.filter(({ parent }) => parent === ancestor.pid));
  tree = found.map(({ line }) => line);
}

function stillRunning(): string[] {
  const now = processes().map(({ line }) => line);
  return tree.filter((line) => now.includes(line));
}

async function start(words: string, output: RegExp): Promise<RegExpExecArray> {
  const env = { PORT: String(await freePort()) };
  const npm = startCommand(`exec npm ${words}`, { directory: checkout.directory, env });
  pid = npm.pid;
  return npm.waitForOutput(output).finally(readTree);
}

/** Sends a signal to npm alone, and expects npm and all its descendants to exit within `limit` milliseconds. */
async function expectEnd(signal: NodeJS.Signals, limit: number): Promise<void> {
  process.kill(pid, signal);
  await until('all its descendants have ended', () => stillRunning().length === 0, limit).catch(
    () => undefined,
  );
  expect(stillRunning()).toEqual([]);
}

const pocketBases = () => tree.filter((line) => line.includes('--dir='));

const IS_OPEN = /The (?:site|backend) is at http:\/\/[\w.]+:(\d+)/;

const STOPS = [
  ['start', 'SIGTERM'],
  ['run dev', 'SIGTERM'],
  ['start', 'SIGKILL'],
  ['run backend -- --port 0', 'SIGTERM'],
  ['run backend -- --port 0', 'SIGHUP'],
  ['start', 'SIGINT'],
] as const;

test.each(share(STOPS, 2))('npm %s: %s to npm stops everything cleanly', async (words, signal) => {
  await start(words, IS_OPEN);
  expect(pocketBases()).toHaveLength(1);
  await expectEnd(signal, 10_000);
  // PocketBase's `address.json` is deleted only if PocketBase is stopped cleanly.
  const data = words === 'run dev' ? '.local/development/pocketbase' : '.local/pocketbase';
  const files = await readdir(join(checkout.directory, data));
  expect(files).toContain('data.db');
  expect(files).not.toContain('address.json');
});

test('npm start: stops even if a visitor and PocketBase hang', async () => {
  const [, port] = await start('start', IS_OPEN);
  const visitor = createConnection(Number(port), '127.0.0.1').on('error', () => undefined);
  await once(visitor, 'connect');
  visitor.write(
    'POST /api/collections/form_submits/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  for (const line of pocketBases()) process.kill(Number.parseInt(line), 'SIGSTOP');
  await expectEnd('SIGTERM', 25_000);
  visitor.destroy();
});

test('npm start: SIGTERM to npm stops a running build', async () => {
  await rm(join(checkout.directory, 'shell/dist'), { recursive: true, force: true });
  await start('start', /shell: building/);
  await until('webpack is running', () => {
    readTree();
    return tree.some((line) => line.includes('webpack'));
  });
  await expectEnd('SIGTERM', 5_000);
});
