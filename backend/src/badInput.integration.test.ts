import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './checkEnvironment';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase } from './startPocketBase';
import { fakeTerminal } from './testing/fakeTerminal';
import { hooksWith } from './testing/hooksWith';
import { signIn } from './testing/signIn';
import { startMailServer } from './testing/startMailServer';
import { TEST_CACHE_DIR } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

const form = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'x'.repeat(4000) };
let root: string;
let binary: string;
let lines: string[] = [];
const running: RunningPocketBase[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bad-input-'));
  binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
});
afterEach(async () => {
  for (const pocketBase of running.splice(0)) await pocketBase.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface StartOptions {
  migrationsDir?: string;
  hooksDir?: string;
  env?: Environment;
}

async function start(dataDir: string, { env, ...directories }: StartOptions = {}) {
  lines = [];
  const log = (line: string) => lines.push(line);
  const pocketBase = await startPocketBase({
    binary,
    dataDir,
    port: 0,
    log,
    env: { BACKEND_LIMITS: 'off', ...env },
    ...directories,
  });
  running.push(pocketBase);
  return pocketBase;
}

const submit = ({ url }: RunningPocketBase, collection = 'form_submits', record: object = form) =>
  fetch(`${url}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });

const messagesIn = async (backend: RunningPocketBase) =>
  (await signIn(backend)).collection('form_submits').getFullList();

test('a migration that breaks is named, and the data stay as they were', async () => {
  const dataDir = join(root, 'migrated');
  const first = await start(dataDir);
  expect((await submit(first)).status).toBe(200);
  await first.stop();

  const migrationsDir = join(root, 'migrations');
  await cp(resolve(import.meta.dirname, '../pb_migrations'), migrationsDir, { recursive: true });
  await writeFile(
    join(migrationsDir, '1900000000_breaks.js'),
    `migrate((app) => {
      app.db().newQuery('DELETE FROM form_submits').execute();
      throw new Error('half way');
    });`,
  );
  await expect(start(dataDir, { migrationsDir })).rejects.toThrow(/1900000000_breaks\.js(.|\n)*half way/);

  const second = await start(dataDir);
  expect(await messagesIn(second)).toHaveLength(1);
  await second.stop();
});

test('a full disk is told to visitors and the operator; what was saved stays, and later all goes on', async () => {
  const dataDir = join(root, 'full');
  // SQLite refuses to let the file grow, with the very error of a full disk.
  const { hooksDir, remove } = await hooksWith(`
    routerAdd('POST', '/test/pages/{count}', (e) => {
      $app.nonconcurrentDB().newQuery('PRAGMA max_page_count = ' + Number(e.request.pathValue('count'))).execute();
      return e.noContent(204);
    });`);
  const first = await start(dataDir, { hooksDir });
  const letGrow = (pages: number) => fetch(`${first.url}/test/pages/${pages}`, { method: 'POST' });
  let saved = 0;
  await letGrow(1);
  let refused = await submit(first);
  for (; refused.status === 200; refused = await submit(first)) saved += 1;
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({
    data: {},
    message: 'It cannot be saved at the moment.',
    status: 503,
  });
  await until('the operator is told', () =>
    lines.some((line) => line.includes('The disk is full: nothing that visitors send can be saved.')),
  );
  expect((await fetch(`${first.url}/api/collections/projects/records`)).status).toBe(200);
  await letGrow(1_000_000);
  expect((await submit(first)).status).toBe(200);
  await first.stop();
  await remove();

  const second = await start(dataDir);
  expect(await messagesIn(second)).toHaveLength(saved + 1);
  await second.stop();
});

test('§5 what was saved before short fields had to be one line is exported, mailed, and noted as done', async () => {
  const dataDir = join(root, 'line-breaks');
  // The backend as it was before the rule: its migrations up to then, and no check of email addresses.
  const migrationsDir = join(root, 'migrations-before');
  const migrations = resolve(import.meta.dirname, '../pb_migrations');
  await cp(migrations, migrationsDir, { recursive: true });
  const after = (await readdir(migrations)).filter((name) => name >= '1764000010');
  for (const name of after) await rm(join(migrationsDir, name));
  const { hooksDir, remove } = await hooksWith('');
  await rm(join(hooksDir, 'emails.pb.js'));
  const first = await start(dataDir, { migrationsDir, hooksDir });
  const message = {
    full_name: 'Ada\r\nEmail: forged@example.com',
    email_address: 'ada\u2028@example.com',
    company: 'Example\u0085Ltd',
    project_details: 'A website.',
  };
  const emails = { contact_email: 'ada@example.com', micora_email: 'ada\u2028@example.com' };
  expect((await submit(first, 'form_submits', message)).status).toBe(200);
  const request = await submit(first, 'micora_delete_requests', emails);
  const { id } = (await request.json()) as { id: string };
  await first.stop();
  await remove();

  const mailServer = await startMailServer();
  const env = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.port),
    OPERATOR_EMAIL: 'operator@studio.example',
  };
  const second = await start(dataDir, { env });
  const terminal = await fakeTerminal({ pocketBaseDir: dataDir });
  try {
    expect((await submit(second, 'form_submits', message)).status).toBe(400);
    await terminal.run('login');
    expect((await terminal.run('messages', 'export')).out).toContain('"Ada\r\nEmail: forged@example.com"');
    expect(JSON.parse((await terminal.run('messages', 'export', '--json')).out)).toMatchObject([message]);
    await (await signIn(second)).crons.run('mails');
    const mails = await until('both mails arrive', () => mailServer.mails.length === 2 && mailServer.mails);
    expect(mails[0]?.body).toContain('Name: Ada Email: forged@example.com\r\n');
    expect(await terminal.run('deletions', 'done', id)).toEqual({
      exitCode: 0,
      out: '',
      notes: `${id} (ada @example.com) is done.`,
    });
    expect((await terminal.run('deletions', 'list')).out).toBe('No deletion request is open.');
  } finally {
    await terminal.remove();
    await mailServer.stop();
  }
});
