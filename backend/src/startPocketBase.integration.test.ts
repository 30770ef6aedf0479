import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
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
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase, type StartPocketBaseOptions } from './startPocketBase';
import { processesWith } from './testing/processesWith';
import { signIn } from './signIn';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'start-pocketbase-'));
let binary: string;
let dataDir: string;
let lines: string[] = [];
const log = (line: string) => lines.push(line);
const running: RunningPocketBase[] = [];
/** The PocketBase that `beforeAll` starts and stops. Its data contains one project. */
let former: RunningPocketBase;
let formerData: string;

beforeAll(async () => {
  binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  formerData = join(newDirectory(), 'made', 'by', 'itself');
  former = await startPocketBase({ binary, dataDir: formerData, port: 0, log });
  await (await signIn(former)).collection('projects').create({ title: 'Kept' });
  await former.stop();
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

const useFormerData = () => cpSync(formerData, dataDir, { recursive: true });

const titlesIn = async (pocketBase: RunningPocketBase) =>
  (await (await signIn(pocketBase)).collection('projects').getFullList()).map(({ title }) => title as string);

test('creates a data directory that only its owner can read', () => {
  const getMode = (path: string) => statSync(path).mode & 0o777;
  expect([getMode(formerData), getMode(join(formerData, 'superuser.json'))]).toEqual([0o700, 0o600]);
  // A web server must be able to read the parent directories, so they have the default mode.
  mkdirSync(join(root, 'other'));
  expect(getMode(join(formerData, '../..'))).toBe(getMode(join(root, 'other')));
  expect(readdirSync(formerData).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('creates an account with a long password', () => {
  const stored: unknown = JSON.parse(readFileSync(join(formerData, 'superuser.json'), 'utf8'));
  expect(stored).toEqual(former.superuser);
  expect(former.superuser.password.length).toBeGreaterThanOrEqual(32);
});

test('keeps the data and the account from an earlier start', async () => {
  useFormerData();
  const pocketBase = await start();
  expect(pocketBase.superuser).toEqual(former.superuser);
  expect(await titlesIn(pocketBase)).toEqual(['Kept']);
});

test('creates a new password if superuser.json has been removed', async () => {
  useFormerData();
  rmSync(inData('superuser.json'));
  const pocketBase = await start();
  expect(await titlesIn(pocketBase)).toEqual(['Kept']);
  await expect(signIn({ ...pocketBase, superuser: former.superuser })).rejects.toMatchObject({ status: 400 });
});

test('neither prints the password nor passes it on the command line', async () => {
  const { superuser } = await start();
  expect(processesWith(dataDir)).toHaveLength(1);
  for (const output of [processesWith(dataDir).join(), lines.join('\n')])
    for (const secret of [superuser.password, 'pbinstall']) expect(output).not.toContain(secret);
});

test('serves only its API and dashboard, and only on 127.0.0.1', async () => {
  const { url, dashboardUrl } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(dashboardUrl)).status).toBe(200);
  for (const path of ['/', '/index.html', '/about', '/data.db', '/superuser.json']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
  await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
});

test('leaves no process behind when it is stopped', async () => {
  const { url, stop } = await start();
  await Promise.all([stop(), stop()]);
  expect(processesWith(dataDir)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(lines.join('\n')).not.toContain('ended unexpectedly');
});

test('starts even if a killed PocketBase has left its address file behind', async () => {
  useFormerData();
  writeFileSync(inData('address.json'), JSON.stringify({ url: former.url }));
  const { url } = await start();
  expect(readJson('address.json')).toEqual({ url });
});

test('refuses a port that another program uses', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refusal =
    /^PocketBase does not start: it ended with exit code 1\.[^]* 127\.0\.0\.1:\d+: bind: address already in use$/;
  await expect(start({ port }).finally(() => server.close())).rejects.toThrow(refusal);
});

test('refuses a second PocketBase on the same data', async () => {
  const { url } = await start();
  await expect(start()).rejects.toThrow(
    `Another backend is already using ${dataDir}, at ${url}. Stop it, or set DATA_DIR to another directory.`,
  );
  expect(readJson('address.json')).toEqual({ url });
});

const write = (name: string, content: string) => () => writeFileSync(inData(name), content);
const openedBy = (newer: object) => () => {
  useFormerData();
  write('data-version.json', JSON.stringify({ ...readJson('data-version.json'), ...newer }))();
};

test.each<[string, () => void, RegExp]>([
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
    /by a newer version of this project, with the migration 1999000000_from_the_future\.js\. Start that version, or restore an older backup\.$/,
  ],
  [
    'a damaged database, with the last lines of PocketBase',
    write('data.db', 'this is not a database, although its name says so\n'.repeat(200)),
    /^PocketBase does not start: it ended with exit code \d+\.\nThe last lines that PocketBase printed:\n(.|\n)*not a database/,
  ],
])('fails to start with %s', async (_, prepare, message) => {
  prepare();
  await expect(start()).rejects.toThrow(message);
});

test('a failing migration is named in the error and changes no data', async () => {
  useFormerData();
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
