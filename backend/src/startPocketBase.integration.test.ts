import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase } from './startPocketBase';
import { processesWith } from './testing/processesWith';
import { signIn as clientOf } from './testing/signIn';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'start-pocketbase-'));
let binary: string;
let lines: string[] = [];
const log = (line: string) => lines.push(line);
const running: RunningPocketBase[] = [];

beforeAll(async () => {
  binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log });
});
afterEach(async () => {
  for (const pocketBase of running.splice(0)) await pocketBase.stop();
  lines = [];
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newDirectory = () => mkdtempSync(join(root, 'data-'));

async function start(dataDir: string, port = 0): Promise<RunningPocketBase> {
  const pocketBase = await startPocketBase({ binary, dataDir, port, log });
  running.push(pocketBase);
  return pocketBase;
}

function signIn({ url, superuser }: RunningPocketBase): Promise<Response> {
  return fetch(`${url}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: superuser.email, password: superuser.password }),
  });
}

async function untilGone(text: string): Promise<void> {
  for (let tries = 0; tries < 200 && processesWith(text).length > 0; tries += 1) await wait(50);
  expect(processesWith(text)).toEqual([]);
}

test('a second start keeps the data and the account of the operator', async () => {
  const dataDir = join(newDirectory(), 'made', 'by', 'itself');
  const first = await start(dataDir);
  await (await clientOf(first)).collection('projects').create({ title: 'Kept' });
  await first.stop();

  const second = await start(dataDir);
  expect(second.superuser).toEqual(first.superuser);
  expect((await signIn(second)).status).toBe(200);
  const list = await fetch(`${second.url}/api/collections/projects/records`);
  expect(await list.json()).toMatchObject({ items: [{ title: 'Kept' }] });
});

test('the password of the operator is in its file alone, which only its owner reads', async () => {
  const dataDir = newDirectory();
  const { superuser } = await start(dataDir);
  const file = join(dataDir, 'superuser.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(superuser);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(superuser.password.length).toBeGreaterThanOrEqual(32);
  expect(processesWith(dataDir)).toHaveLength(1);
  expect(processesWith(dataDir).join()).not.toContain(superuser.password);
  expect(lines.join('\n')).not.toContain(superuser.password);
  expect(lines.join('\n')).not.toContain('pbinstall');
});

test('removing superuser.json renews the password at the next start', async () => {
  const dataDir = newDirectory();
  const first = await start(dataDir);
  await first.stop();
  rmSync(join(dataDir, 'superuser.json'));
  const second = await start(dataDir);
  expect(second.superuser.password).not.toBe(first.superuser.password);
  expect((await signIn(second)).status).toBe(200);
  expect((await signIn({ ...second, superuser: first.superuser })).status).toBe(400);
});

test('a damaged superuser.json is an error that does not quote it', async () => {
  const dataDir = newDirectory();
  writeFileSync(join(dataDir, 'superuser.json'), '{"email":"a@b.example","password":"half-a-secr');
  const failure = await start(dataDir).catch((error: unknown) => String(error));
  expect(failure).toContain(
    'does not hold an email and a password. Remove it, and the next start makes a new one.',
  );
  expect(failure).not.toContain('half-a-secr');
});

test('it answers on 127.0.0.1 alone and serves no files besides its API and its dashboard', async () => {
  const { url, dashboardUrl } = await start(newDirectory());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(dashboardUrl)).status).toBe(200);
  for (const path of ['/', '/index.html', '/about', '/data.db', '/superuser.json']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
  await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
});

test('a port that is in use is told, even by another PocketBase that answers', async () => {
  const other = await start(newDirectory());
  const port = Number(new URL(other.url).port);
  await expect(start(newDirectory(), port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that program or choose another port.`,
  );
});

test('a second one on the same data is refused, and the first stays within reach', async () => {
  const dataDir = newDirectory();
  const { url } = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    `A backend runs on ${dataDir} already, at ${url}. Stop it, or set DATA_DIR to another place.`,
  );
  expect(JSON.parse(readFileSync(join(dataDir, 'address.json'), 'utf8'))).toEqual({ url });
});

test('an address that a killed one has left behind is in nobody’s way', async () => {
  const dataDir = newDirectory();
  const { url, stop } = await start(dataDir);
  await stop();
  writeFileSync(join(dataDir, 'address.json'), JSON.stringify({ url }));
  const again = await start(dataDir);
  expect(JSON.parse(readFileSync(join(dataDir, 'address.json'), 'utf8'))).toEqual({ url: again.url });
});

test('the data is for its owner alone, what lies beside it for web servers, too', async () => {
  const parent = join(newDirectory(), 'made');
  await start(join(parent, 'data'));
  expect(statSync(join(parent, 'data')).mode & 0o777).toBe(0o700);
  mkdirSync(join(root, 'other'));
  expect(statSync(parent).mode).toBe(statSync(join(root, 'other')).mode);
});

test('a data directory that cannot be written is told', async () => {
  const file = join(newDirectory(), 'file');
  writeFileSync(file, '');
  await expect(start(join(file, 'data'))).rejects.toThrow(
    `The data directory ${join(file, 'data')} cannot be written: EEXIST`,
  );
});

test.each([
  [
    'PocketBase',
    { pocketBase: '0.41.0' },
    /was last opened by PocketBase 0\.41\.0, which is newer than 0\.40\./,
  ],
  [
    'version of this project',
    { migrations: ['1999000000_from_the_future.js'] },
    /by a newer version of this project, with the migration 1999000000_from_the_future\.js\. Start that one/,
  ],
])('data of a newer %s is refused', async (_what, newer, message) => {
  const dataDir = newDirectory();
  await (await start(dataDir)).stop();
  const file = join(dataDir, 'data-version.json');
  const version = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...version, ...newer }));
  await expect(start(dataDir)).rejects.toThrow(message);
});

test('a migration that breaks is named, and the data stay as they were', async () => {
  const dataDir = newDirectory();
  const first = await start(dataDir);
  await (await clientOf(first)).collection('projects').create({ title: 'Kept' });
  await first.stop();
  const migrationsDir = newDirectory();
  cpSync(resolve(import.meta.dirname, '../pb_migrations'), migrationsDir, { recursive: true });
  writeFileSync(
    join(migrationsDir, '1900000000_breaks.js'),
    `migrate((app) => {
      app.db().newQuery('DELETE FROM projects').execute();
      throw new Error('half way');
    });`,
  );
  const breaking = startPocketBase({ binary, dataDir, port: 0, log, migrationsDir });
  await expect(breaking).rejects.toThrow(/1900000000_breaks\.js(.|\n)*half way/);
  const projects = (await clientOf(await start(dataDir))).collection('projects');
  expect(await projects.getFullList()).toHaveLength(1);
});

test('a PocketBase that ends at its start is told with the last that it said', async () => {
  const dataDir = newDirectory();
  writeFileSync(join(dataDir, 'data.db'), 'this is no database, it only has the name of one\n'.repeat(200));
  await expect(start(dataDir)).rejects.toThrow(
    /^PocketBase does not start: it ended with exit code \d+\.\nThe last lines that PocketBase printed:\n(.|\n)*not a database/,
  );
});

test('a program that cannot be run is told', async () => {
  const file = join(newDirectory(), 'pocketbase');
  writeFileSync(file, '#!/bin/nowhere\n');
  chmodSync(file, 0o755);
  await expect(startPocketBase({ binary: file, dataDir: newDirectory(), port: 0, log })).rejects.toThrow(
    /ENOENT/,
  );
});

test('stop leaves no process, and may be called twice', async () => {
  const dataDir = newDirectory();
  const pocketBase = await start(dataDir);
  expect(processesWith(dataDir)).toHaveLength(1);
  await Promise.all([pocketBase.stop(), pocketBase.stop()]);
  expect(processesWith(dataDir)).toEqual([]);
  await expect(fetch(pocketBase.url)).rejects.toThrow('fetch failed');
  expect(lines.join('\n')).not.toContain('ended unexpectedly');
});

test('PocketBase ends with the process that started it, even if that is killed', async () => {
  const dataDir = newDirectory();
  const code = `
    import { startPocketBase } from ${JSON.stringify(resolve(import.meta.dirname, 'startPocketBase.ts'))};
    const log = () => {};
    await startPocketBase({ binary: ${JSON.stringify(binary)}, dataDir: ${JSON.stringify(dataDir)}, port: 0, log });
    console.log('started');`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  expect(output.toString()).toBe('started\n');
  expect(processesWith(`--dir=${dataDir}`)).toHaveLength(1);

  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await untilGone(`--dir=${dataDir}`);
});
