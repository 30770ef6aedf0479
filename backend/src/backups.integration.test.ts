import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { zipSync } from 'fflate';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { mountSmallDisk } from './testing/smallDisk';
import { findPocketBase } from './findPocketBase';
import { startPocketBase, type RunningPocketBase } from './startPocketBase';
import { readZip } from './testing/readZip';
import { signIn } from './testing/signIn';
import { startTestBackend, TEST_CACHE_DIR, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

let backend: TestBackend;
/** Another place, with data of its own. */
let other: TestBackend;
let operator: PocketBase;
let directory: string;
/** The path of a backup. */
let backup: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-test-'));
  backend = await startTestBackend({ seeded: true });
  operator = await signIn(backend);
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
afterAll(async () => {
  await backend.stop();
  await rm(directory, { recursive: true, force: true });
});

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

test('a backup holds no password', async () => {
  const files = await readZip(backup);
  expect([...files.keys()]).not.toContain('superuser.json');
  // By which an older version refuses it, see refuseNewerData.
  expect([...files.keys()]).toContain('data-version.json');
  for (const bytes of files.values()) expect(bytes.includes(backend.superuser.password)).toBe(false);
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

const mounted = mountSmallDisk('32m');

if (typeof mounted === 'string') test.skip(`a full disk: ${mounted}`, () => undefined);
else {
  const disk = mounted;
  afterAll(disk.remove);

  test('a backup for which the disk has no room leaves nothing behind, and the next one succeeds', async () => {
    const dataDir = join(disk.directory, 'data');
    const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
    const log = () => undefined;
    const pocketBase = await startPocketBase({
      binary,
      dataDir,
      port: 0,
      log,
      env: { BACKEND_LIMITS: 'off' },
    });
    try {
      const operator = await signIn(pocketBase);
      // Nothing that could be made smaller.
      await mkdir(join(dataDir, 'storage'), { recursive: true });
      await writeFile(join(dataDir, 'storage/picture.jpg'), randomBytes(2 ** 21));
      // For nothing, half the copy of the database, half the archive, the archive once.
      for (const blocks of [0, 20, 300, 800]) {
        disk.fill(blocks);
        await expect(operator.backups.create('full.zip')).rejects.toMatchObject({ status: 400 });
        expect(await readdir(dataDir)).not.toContain('.pb_temp_to_delete');
        expect(await readdir(join(dataDir, 'backups')).catch(() => [])).toEqual([]);
      }
      disk.clear();
      await operator.backups.create('room.zip');
      expect([...(await readZip(join(dataDir, 'backups/room.zip'))).keys()]).toContain('data.db');
    } finally {
      await pocketBase.stop();
    }
  });
}
