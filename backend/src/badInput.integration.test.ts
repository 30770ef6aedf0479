import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './checkEnvironment';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase } from './startPocketBase';
import { hooksWith } from './testing/hooksWith';
import { signIn } from './testing/signIn';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

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

test('a full disk is told to visitors; what was saved stays, and later all goes on', async () => {
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
  // No field is to blame.
  expect(await refused.json()).toEqual({ data: {}, message: 'Failed to create record.', status: 400 });
  expect((await fetch(`${first.url}/api/collections/projects/records`)).status).toBe(200);
  await letGrow(1_000_000);
  expect((await submit(first)).status).toBe(200);
  await first.stop();
  await remove();

  const second = await start(dataDir);
  expect(await messagesIn(second)).toHaveLength(saved + 1);
  await second.stop();
});
