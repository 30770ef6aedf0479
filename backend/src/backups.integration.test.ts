import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unzipSync, zipSync } from 'fflate';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { signIn } from './signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import { deletion, form, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

const MAIL_PASSWORD = 'of-the-mail-server';

useBackend(() => ({
  seeded: true,
  env: {
    SMTP_HOST: '127.0.0.1',
    SMTP_PASSWORD: MAIL_PASSWORD,
    OPERATOR_EMAIL: 'operator@studio.example',
  },
}));

let other: TestBackend;
let backup: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  other = await startTestBackend({ seeded: false });
  await other.operator.collection('projects').create({ title: 'Existing' });
  await site.operator.settings.update({ meta: { appName: 'Renamed' } });
  await site.visitor.collection('form_submits').create({ ...form, full_name: 'Ada 👩' });
  await site.visitor.collection('micora_delete_requests').create(deletion);
  await site.operator.backups.create('by-hand.zip');
  const url = site.operator.backups.getDownloadURL(await site.operator.files.getToken(), 'by-hand.zip');
  backup = new Uint8Array(await (await fetch(url)).arrayBuffer());
});
afterAll(() => other.stop());

async function readContent(operator: PocketBase): Promise<Record<string, RecordModel[]>> {
  const content: Record<string, RecordModel[]> = {};
  for (const { name, system } of await operator.collections.getFullList())
    if (!system) content[name] = await operator.collection(name).getFullList({ sort: 'id' });
  return content;
}

async function restoreElsewhere(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const there = await signIn(other);
  await there.backups.upload({ file: new File([bytes], 'brought.zip', { type: 'application/zip' }) });
  await there.backups.restore('brought.zip');
}

const contentThere = (isExpected: (content: Record<string, RecordModel[]>) => boolean) =>
  until('the backend has restarted', async () => {
    const content = await signIn(other)
      .then(readContent)
      .catch(() => undefined);
    return content !== undefined && isExpected(content) && content;
  });

test('a backup contains no password, not even the mail server’s', async () => {
  expect(await site.operator.settings.getAll()).toMatchObject({
    smtp: { enabled: true },
    meta: { appName: 'Renamed' },
  });
  expect(await site.operator.backups.getFullList()).toMatchObject([{ key: 'by-hand.zip' }]);
  const files = unzipSync(backup);
  expect(Object.keys(files)).not.toContain('superuser.json');
  // An older version of the project refuses to start if this file shows that the data comes from a newer version.
  expect(Object.keys(files)).toContain('data-version.json');
  for (const bytes of Object.values(files))
    for (const password of [site.superuser.password, MAIL_PASSWORD])
      expect(Buffer.from(bytes).includes(password)).toBe(false);
});

test('a damaged, truncated or invalid backup leaves the data unchanged', async () => {
  const before = await contentThere(() => true);
  const flipped = new Uint8Array(backup);
  const middle = Math.floor(flipped.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
  const zip = (...names: string[]) =>
    new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array(9)]))));
  for (const [kind, bytes] of Object.entries({
    truncated: backup.subarray(0, 100_000),
    damaged: flipped,
    'not a backup': zip('readme.txt'),
    'with a file outside its directory': zip('data.db', '../../escaped'),
  })) {
    await restoreElsewhere(bytes).catch(() => undefined);
    // PocketBase responds at once, but begins the restore a second later, so the comparison has to wait.
    await wait(2500);
    expect([kind, await contentThere(() => true)]).toEqual([kind, before]);
    expect(await readdir(join(other.dataDir, '..'))).not.toContain('escaped');
    await (await signIn(other)).backups.delete('brought.zip').catch(() => undefined);
  }
});

test('restores all records and files on another backend, which keeps its own account', async () => {
  const before = await readContent(site.operator);
  expect(before.projects).toHaveLength(8);
  expect(before.form_submits).toHaveLength(1);
  await restoreElsewhere(backup);
  // `contentThere` signs in to `other` with the password from before the restore, because a restore does not replace
  // superuser.json.
  const after = await contentThere(({ projects }) => projects?.length === 8);
  expect(after).toEqual(before);
  const pictures = (after.projects ?? []).flatMap(({ collectionId, id, cover_Image, images }) => {
    const names = [cover_Image as string, ...(images as string[])].filter(Boolean);
    return names.map((name) => join('storage', collectionId, id, name));
  });
  expect(pictures.length).toBeGreaterThan(15);
  for (const picture of pictures) {
    const [here, there] = [site, other].map(({ dataDir }) => readFile(join(dataDir, picture), 'latin1'));
    expect({ picture, isSame: (await here) === (await there) }).toEqual({ picture, isSame: true });
  }
  expect(await readdir(other.dataDir)).toEqual(expect.arrayContaining(['superuser.json', 'address.json']));
});
