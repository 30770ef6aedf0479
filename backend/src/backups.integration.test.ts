import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { zipSync } from 'fflate';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import type { RunningPocketBase } from './startPocketBase';
import { readZip } from './testing/readZip';
import { signIn } from './testing/signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

const MAIL_PASSWORD = 'of-the-mail-server';

let backend: TestBackend;
/** Another place, with data of its own. */
let other: TestBackend;
let operator: PocketBase;
/** The path of a backup. */
let backup: string;

beforeAll(async () => {
  const env = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PASSWORD: MAIL_PASSWORD,
    OPERATOR_EMAIL: 'operator@studio.example',
  };
  backend = await startTestBackend({ seeded: true, env });
  operator = await signIn(backend);
  await operator.settings.update({ meta: { appName: 'Renamed' } });
  await operator
    .collection('form_submits')
    .create({ full_name: 'Ada 👩', email_address: 'a@example.com', project_details: 'x' });
  await operator
    .collection('micora_delete_requests')
    .create({ contact_email: 'a@example.com', micora_email: 'b@example.com' });
  await operator.backups.create('by-hand.zip');
  backup = join(backend.dataDir, 'backups/by-hand.zip');
});
beforeEach(async () => {
  other = await startTestBackend({ seeded: false });
});
afterEach(() => other.stop());
afterAll(() => backend.stop());

/** All records of all collections. */
async function contentOf(pocketBase: RunningPocketBase): Promise<Record<string, RecordModel[]>> {
  const operator = await signIn(pocketBase);
  const content: Record<string, RecordModel[]> = {};
  for (const { name, system } of await operator.collections.getFullList()) {
    if (!system) content[name] = await operator.collection(name).getFullList({ sort: 'id' });
  }
  return content;
}

/** The sums of all pictures; Jest compares bytes one by one, which takes seconds. */
async function picturesOf(
  pocketBase: RunningPocketBase,
  content: Record<string, RecordModel[]>,
): Promise<string[]> {
  const pictures = [];
  for (const { id, cover_Image, images } of content.projects ?? []) {
    for (const name of [cover_Image as string, ...(images as string[])].filter(Boolean)) {
      const response = await fetch(`${pocketBase.url}/api/files/projects/${id}/${name}`);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      pictures.push(createHash('sha256').update(bytes).digest('hex'));
    }
  }
  return pictures;
}

/** Brings a backup to another place, and restores it there, as the dashboard does. */
async function restoreElsewhere(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const there = await signIn(other);
  await there.backups.upload({ file: new File([bytes], 'brought.zip', { type: 'application/zip' }) });
  await there.backups.restore('brought.zip');
}

/** What is there once it has begun again. */
const contentAgain = (what: (content: Record<string, RecordModel[]>) => boolean) =>
  until('it has begun again', async () => {
    const content = await contentOf(other).catch(() => undefined);
    return content !== undefined && what(content) && content;
  });

test('a backup restores every record and every file in another place, whose account and address stay', async () => {
  const before = await contentOf(backend);
  expect(before.projects).toHaveLength(8);
  expect(before.form_submits).toHaveLength(1);
  await (await signIn(other)).collection('projects').create({ title: 'Of before' });

  await restoreElsewhere(new Uint8Array(await readFile(backup)));
  const after = await contentAgain(({ projects }) => projects?.length === 8);
  expect(after).toEqual(before);
  const pictures = await picturesOf(backend, before);
  expect(pictures.length).toBeGreaterThan(15);
  expect(await picturesOf(other, after)).toEqual(pictures);
  expect(await readdir(other.dataDir)).toEqual(expect.arrayContaining(['superuser.json', 'address.json']));
  // Nobody who has the backup has the operator's password.
  expect(other.superuser.password).not.toBe(backend.superuser.password);
});

test('a backup holds no password, of the mail server neither, which settings have that are saved', async () => {
  expect(await operator.settings.getAll()).toMatchObject({
    smtp: { enabled: true },
    meta: { appName: 'Renamed' },
  });
  const files = await readZip(backup);
  expect([...files.keys()]).not.toContain('superuser.json');
  // By which an older version refuses it, see refuseNewerData.
  expect([...files.keys()]).toContain('data-version.json');
  for (const bytes of files.values())
    for (const password of [backend.superuser.password, MAIL_PASSWORD])
      expect(bytes.includes(password)).toBe(false);
});

test('what is damaged, cut short or no backup is not restored: what was there stays', async () => {
  await (await signIn(other)).collection('projects').create({ title: 'Of before' });
  const before = await contentOf(other);
  const whole = new Uint8Array(await readFile(backup));
  const flipped = new Uint8Array(whole);
  const middle = Math.floor(flipped.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
  const damaged = {
    'cut short': whole.subarray(0, 100_000),
    'a bit flipped': flipped,
    'no backup': new Uint8Array(zipSync({ 'readme.txt': new Uint8Array(9) })),
    'with a file elsewhere': new Uint8Array(
      zipSync({ 'data.db': new Uint8Array(9), '../../escaped': new Uint8Array(9) }),
    ),
  };
  for (const [what, bytes] of Object.entries(damaged)) {
    await restoreElsewhere(bytes).catch(() => undefined);
    // It begins a second after it was told to.
    await wait(2500);
    const left = await contentAgain(() => true);
    expect([what, left]).toEqual([what, before]);
    expect(await readdir(join(other.dataDir, '..'))).not.toContain('escaped');
    await (await signIn(other)).backups.delete('brought.zip').catch(() => undefined);
  }
});

test('§9 backups are made each night, the last 14 are kept', async () => {
  const { backups } = (await operator.settings.getAll()) as {
    backups: { cron: string; cronMaxKeep: number };
  };
  expect(backups).toMatchObject({ cron: '0 3 * * *', cronMaxKeep: 14 });
  expect((await operator.crons.getFullList()).map(({ id }) => id)).toContain('__pbAutoBackup__');
});
