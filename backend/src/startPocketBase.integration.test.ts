import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';
import { processesWith } from './testing/processesWith';
import { signIn } from './testing/signIn';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'start-pocketbase-'));
let binary: string;
let dataDir: string;
let lines: string[];
const log = (line: string) => lines.push(line);
const running: RunningPocketBase[] = [];

beforeAll(async () => {
  binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
});
beforeEach(() => {
  dataDir = newDirectory();
  lines = [];
});
afterEach(async () => {
  for (const pocketBase of running.splice(0)) await pocketBase.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newDirectory = () => mkdtempSync(join(root, 'data-'));
const inData = (name: string) => join(dataDir, name);
const readJson = (name: string) => JSON.parse(readFileSync(inData(name), 'utf8')) as object;

async function start(options: Partial<StartPocketBaseOptions> = {}): Promise<RunningPocketBase> {
  const pocketBase = await startPocketBase({ binary, dataDir, port: 0, log, ...options });
  running.push(pocketBase);
  return pocketBase;
}

/** Starts PocketBase, runs an action, and stops it. */
async function startOnce(
  act?: (pocketBase: RunningPocketBase) => Promise<unknown>,
): Promise<RunningPocketBase> {
  const pocketBase = await start();
  await act?.(pocketBase);
  await pocketBase.stop();
  return pocketBase;
}

const createProject = async (pocketBase: RunningPocketBase) =>
  (await signIn(pocketBase)).collection('projects').create({ title: 'Kept' });
const titlesIn = async (pocketBase: RunningPocketBase) =>
  (await (await signIn(pocketBase)).collection('projects').getFullList()).map(({ title }) => title as string);

test('keeps data and account across starts, readable only for their owner', async () => {
  const parent = join(newDirectory(), 'made');
  dataDir = join(parent, 'by', 'itself');
  const first = await startOnce(createProject);
  const account = inData('superuser.json');
  expect(readJson('superuser.json')).toEqual(first.superuser);
  expect([statSync(account).mode & 0o777, statSync(dataDir).mode & 0o777]).toEqual([0o600, 0o700]);
  // A web server must be able to read the parent directory.
  mkdirSync(join(root, 'other'));
  expect(statSync(parent).mode).toBe(statSync(join(root, 'other')).mode);
  expect(first.superuser.password.length).toBeGreaterThanOrEqual(32);
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);

  const second = await start();
  expect(second.superuser).toEqual(first.superuser);
  expect(await titlesIn(second)).toEqual(['Kept']);
  expect(processesWith(dataDir)).toHaveLength(1);
  for (const output of [processesWith(dataDir).join(), lines.join('\n')])
    for (const secret of [first.superuser.password, 'pbinstall']) expect(output).not.toContain(secret);
  await second.stop();

  // Without the file, a new password is created.
  rmSync(account);
  const third = await start();
  expect(await titlesIn(third)).toEqual(['Kept']);
  await expect(signIn({ ...third, superuser: first.superuser })).rejects.toMatchObject({ status: 400 });
});

test('serves API and dashboard only on 127.0.0.1, and leaves no process when stopped', async () => {
  const { url, dashboardUrl, stop } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(dashboardUrl)).status).toBe(200);
  for (const path of ['/', '/index.html', '/about', '/data.db', '/superuser.json']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
  await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');

  await Promise.all([stop(), stop()]);
  expect(processesWith(dataDir)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(lines.join('\n')).not.toContain('ended unexpectedly');
  // The address file of a killed PocketBase does not prevent a start.
  writeFileSync(inData('address.json'), JSON.stringify({ url }));
  const again = await start();
  expect(readJson('address.json')).toEqual({ url: again.url });
});

test('refuses a port in use, and a second PocketBase on the same data', async () => {
  const { url } = await start();
  const { port } = new URL(url);
  await expect(start({ dataDir: newDirectory(), port: Number(port) })).rejects.toThrow(
    /^PocketBase does not start: it ended with exit code 1\.[^]* 127\.0\.0\.1:\d+: bind: address already in use$/,
  );
  await expect(start()).rejects.toThrow(
    `Another backend is already using ${dataDir}, at ${url}. Stop it, or set DATA_DIR to another directory.`,
  );
  expect(readJson('address.json')).toEqual({ url });
});

const write = (name: string, content: string) => () => writeFileSync(inData(name), content);
/** Marks the data as opened by other versions. */
const openedBy = (newer: object) => async () => {
  await startOnce();
  write('data-version.json', JSON.stringify({ ...readJson('data-version.json'), ...newer }))();
};

test.each<[string, () => unknown, RegExp]>([
  [
    'a damaged superuser.json, without quoting it',
    write('superuser.json', '{"email":"a@b.example","password":"half-a-secr'),
    /^(?!.*half-a-secr).*does not contain an email and a password\. Remove it, and the next start creates a new one\./,
  ],
  [
    'a data directory that cannot be written',
    () => {
      write('file', '')();
      dataDir = inData('file/data');
    },
    /^The data directory .*\/file\/data cannot be written: E/,
  ],
  [
    'data of a newer PocketBase',
    openedBy({ pocketBase: '0.41.0' }),
    /was last opened by PocketBase 0\.41\.0, which is newer than 0\.40\./,
  ],
  [
    'data of a newer version of this project',
    openedBy({ migrations: ['1999000000_from_the_future.js'] }),
    /by a newer version of this project, with the migration 1999000000_from_the_future\.js\. Start that one/,
  ],
  [
    'a damaged database, with the last lines of PocketBase',
    write('data.db', 'this is no database, it only has the name of one\n'.repeat(200)),
    /^PocketBase does not start: it ended with exit code \d+\.\nThe last lines that PocketBase printed:\n(.|\n)*not a database/,
  ],
])('does not start with %s', async (_what, prepare, message) => {
  await prepare();
  await expect(start()).rejects.toThrow(message);
});

test('a failing migration is named, and the data remains unchanged', async () => {
  await startOnce(createProject);
  const migrationsDir = newDirectory();
  cpSync(resolve(import.meta.dirname, '../pb_migrations'), migrationsDir, { recursive: true });
  writeFileSync(
    join(migrationsDir, '1900000000_breaks.js'),
    `migrate((app) => {
      app.db().newQuery('DELETE FROM projects').execute();
      throw new Error('half way');
    });`,
  );
  await expect(start({ migrationsDir })).rejects.toThrow(/1900000000_breaks\.js(.|\n)*half way/);
  expect(await titlesIn(await start())).toEqual(['Kept']);
});
