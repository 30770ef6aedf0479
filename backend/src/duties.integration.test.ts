import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { signIn } from './testing/signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(60_000);

const WELL = { mails: true, backups: true, deletions: true };
const HOUR = 3_600_000;

/** Makes what is there as old as it is told to. */
const HOOKS = `routerAdd('POST', '/test/created/{table}/{hours}', (e) => {
    const created = new Date(Date.now() - e.request.pathValue('hours') * 3600000).toISOString().replace('T', ' ');
    $app.db().update(e.request.pathValue('table'), { created }, null).execute();
    $app.reloadCachedCollections();
    return e.noContent(204);
  });`;

let backend: TestBackend;
let operator: PocketBase;

beforeAll(async () => {
  // A mail server that is never reached.
  const env = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', OPERATOR_EMAIL: 'operator@studio.example' };
  backend = await startTestBackend({ seeded: false, env, hooks: HOOKS });
  operator = await signIn(backend);
});
afterEach(async () => {
  await age('_collections', 0);
  for (const name of ['form_submits', 'micora_delete_requests'])
    for (const { id } of await operator.collection(name).getFullList())
      await operator.collection(name).delete(id);
});
afterAll(() => backend.stop());

async function age(table: string, hours: number): Promise<void> {
  expect((await fetch(`${backend.url}/test/created/${table}/${hours}`, { method: 'POST' })).status).toBe(204);
}

async function duties(): Promise<unknown> {
  const answer = await fetch(`${backend.url}/api/health/duties`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const emails = { contact_email: 'ada@example.com', micora_email: 'ada@example.com' };

test('all is done on a new site, and is said to anybody on this machine by yes and no alone', async () => {
  expect(await duties()).toEqual(WELL);
});

test.each([
  ['form_submits', { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'x' }],
  ['micora_delete_requests', emails],
])('a mail of %s may wait for an hour', async (name, record) => {
  const { id } = await operator.collection(name).create(record);
  await age(name, 0.9);
  expect(await duties()).toEqual(WELL);
  await age(name, 1.1);
  expect(await duties()).toEqual({ ...WELL, mails: false });
  await operator.collection(name).update(id, { mailed_at: new Date().toISOString() });
  expect(await duties()).toEqual(WELL);
});

test('without a mail server nothing is sent and nothing is lost: mails wait as they should', async () => {
  const without = await startTestBackend({ seeded: false, hooks: HOOKS });
  try {
    const client = await signIn(without);
    const requests = client.collection('micora_delete_requests');
    const { id } = await requests.create(emails);
    for (const job of ['mails', 'deletion-reminder']) await client.crons.run(job);
    await fetch(`${without.url}/test/created/micora_delete_requests/100`, { method: 'POST' });
    expect(await (await fetch(`${without.url}/api/health/duties`)).json()).toEqual(WELL);
    expect(await requests.getOne(id)).toMatchObject({ mailed_at: '', mail_attempts: 0 });
  } finally {
    await without.stop();
  }
});

test('§8 a deletion is overdue at the moment it was due, until it is done', async () => {
  const requests = operator.collection('micora_delete_requests');
  const { id } = await requests.create(emails);
  const due = (fromNow: number) =>
    requests.update(id, { due_at: new Date(Date.now() + fromNow).toISOString() });
  await due(HOUR);
  expect(await duties()).toEqual(WELL);
  await due(-1000);
  expect(await duties()).toEqual({ ...WELL, deletions: false });
  await requests.update(id, { done: true });
  expect(await duties()).toEqual(WELL);
});

test('§9 last night has a backup, but for the first night of a site', async () => {
  await age('_collections', 25);
  expect(await duties()).toEqual(WELL);
  await age('_collections', 27);
  expect(await duties()).toEqual({ ...WELL, backups: false });
  // That nobody has to think of it is what the nightly ones are for.
  await operator.backups.create('by-hand.zip');
  expect(await duties()).toEqual({ ...WELL, backups: false });

  await operator.crons.run('__pbAutoBackup__');
  const folder = join(backend.dataDir, 'backups');
  const name = await until('there is a backup', async () =>
    (await readdir(folder)).find((file) => /^@auto.*zip$/.test(file)),
  );
  for (const [hours, backups] of [
    [25, true],
    [27, false],
  ] as const) {
    const then = new Date(Date.now() - hours * HOUR);
    await utimes(join(folder, name), then, then);
    expect(await duties()).toEqual({ ...WELL, backups });
  }
  await rm(join(folder, name));
});
