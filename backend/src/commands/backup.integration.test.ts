import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { RecordModel } from 'pocketbase';
import { mountSmallDisk } from '../testing/smallDisk';
import { findPocketBase } from '../findPocketBase';
import { startPocketBase, type RunningPocketBase } from '../startPocketBase';
import { fakeTerminal, type FakeTerminal } from '../testing/fakeTerminal';
import { hooksWith } from '../testing/hooksWith';
import { readZip } from '../testing/readZip';
import { signIn } from '../testing/signIn';
import { startTestBackend, TEST_CACHE_DIR, type TestBackend } from '../testing/startTestBackend';
import { until } from '../testing/until';

jest.setTimeout(240_000);

let backend: TestBackend;
let terminal: FakeTerminal;
let directory: string;
let backup: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-test-'));
  backend = await startTestBackend({ seeded: true });
  terminal = await fakeTerminal({ pocketBaseDir: backend.dataDir });
  await terminal.run('login');
  const operator = await signIn(backend);
  await operator
    .collection('form_submits')
    .create({ full_name: 'Ada 👩', email_address: 'a@example.com', project_details: 'x' });
  await operator
    .collection('micora_delete_requests')
    .create({ contact_email: 'a@example.com', micora_email: 'b@example.com' });
  const created = await terminal.run('backup', 'create');
  expect(created.exitCode).toBe(0);
  backup = created.out;
});
afterAll(async () => {
  await backend.stop();
  await terminal.remove();
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

test('a backup restores every record and every file into an empty directory', async () => {
  const before = await contentOf(backend);
  expect(before.projects).toHaveLength(8);
  expect(before.form_submits).toHaveLength(1);

  const parent = join(directory, 'machine');
  const target = join(parent, 'restored');
  const restored = await terminal.run('backup', 'restore', backup, '--into', target);
  expect(restored).toMatchObject({ exitCode: 0 });
  expect(restored.out).toMatch(/^\d+ files were restored to .*restored\.$/);
  expect(restored.notes).toMatch(/^1 of \d+: /);
  expect((await stat(target)).mode & 0o777).toBe(0o700);
  // In which a web server finds the store.
  await mkdir(join(directory, 'other'));
  expect((await stat(parent)).mode).toBe((await stat(join(directory, 'other'))).mode);

  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const log = () => undefined;
  const second = await startPocketBase({
    binary,
    dataDir: target,
    port: 0,
    log,
    env: { BACKEND_LIMITS: 'off' },
  });
  try {
    const after = await contentOf(second);
    expect(after).toEqual(before);
    const pictures = await picturesOf(backend, before);
    expect(pictures.length).toBeGreaterThan(15);
    expect(await picturesOf(second, after)).toEqual(pictures);
    // Nobody who has the backup has the operator's password.
    expect(second.superuser.password).not.toBe(backend.superuser.password);
  } finally {
    await second.stop();
  }
});

test('a backup holds no password, and is found by its name', async () => {
  const files = await readZip(backup);
  expect([...files.keys()]).not.toContain('superuser.json');
  // By which an older version refuses it, see refuseNewerData.
  expect([...files.keys()]).toContain('data-version.json');
  for (const bytes of files.values()) expect(bytes.includes(backend.superuser.password)).toBe(false);

  const name = (await readdir(join(backend.dataDir, 'backups'))).find((file) => file.endsWith('.zip')) ?? '';
  const target = join(directory, 'by-name');
  expect((await terminal.run('backup', 'restore', name, '--into', target)).exitCode).toBe(0);
  expect(await readdir(target)).toContain('data.db');
});

test('a restore by the dashboard leaves the operator’s account and the address', async () => {
  const other = await startTestBackend({ seeded: false });
  try {
    const operator = await signIn(other);
    await operator.backups.create('earlier.zip');
    await operator.collection('projects').create({ title: 'Later' });
    await operator.backups.restore('earlier.zip');
    await until('it is as it was', async () => {
      const projects = await operator
        .collection('projects')
        .getList(1, 1)
        .catch(() => undefined);
      return projects?.totalItems === 0;
    });
    expect(await signIn(other)).toBeDefined();
    expect(await readdir(other.dataDir)).toEqual(expect.arrayContaining(['superuser.json', 'address.json']));
  } finally {
    await other.stop();
  }
});

test('§9 backups are made each night, the last 14 are kept', async () => {
  const operator = await signIn(backend);
  const { backups } = (await operator.settings.getAll()) as {
    backups: { cron: string; cronMaxKeep: number };
  };
  expect(backups).toMatchObject({ cron: '0 3 * * *', cronMaxKeep: 14 });
  expect((await operator.crons.getFullList()).map(({ id }) => id)).toContain('__pbAutoBackup__');
});

test('§9 health fails when last night has no backup', async () => {
  const hooks = await hooksWith(`routerAdd('POST', '/test/installed/{hours}', (e) => {
    const created = new Date(Date.now() - e.request.pathValue('hours') * 3600000).toISOString().replace('T', ' ');
    $app.db().update('_collections', { created }, $dbx.hashExp({ name: 'form_submits' })).execute();
    $app.reloadCachedCollections();
    return e.noContent(204);
  });`);
  const other = await startTestBackend({ seeded: false, hooksDir: hooks.hooksDir });
  const here = await fakeTerminal({ pocketBaseDir: other.dataDir });
  const health = async () => {
    const { exitCode, out } = await here.run('health');
    return [
      exitCode,
      out
        .split('\n')
        .find((line) => line.startsWith('Newest nightly backup: '))
        ?.slice(23),
    ];
  };
  try {
    await here.run('login');
    expect(await health()).toEqual([0, 'none yet']);
    await fetch(`${other.url}/test/installed/27`, { method: 'POST' });
    const overdue = 'overdue: see whether the disk is full, and the log in the dashboard';
    expect(await health()).toEqual([1, `none yet, ${overdue}`]);
    // That nobody has to think of it is what the nightly ones are for.
    await here.run('backup', 'create');
    expect(await health()).toEqual([1, `none yet, ${overdue}`]);

    await (await signIn(other)).crons.run('__pbAutoBackup__');
    const backups = join(other.dataDir, 'backups');
    const name = await until('there is a backup', async () =>
      (await readdir(backups)).find((file) => /^@auto.*zip$/.test(file)),
    );
    for (const [hours, exitCode] of [
      [25, 0],
      [27, 1],
    ] as const) {
      const then = new Date(Date.now() - hours * 3_600_000);
      then.setMilliseconds(0);
      await utimes(join(backups, name), then, then);
      const date = then.toISOString().replace('T', ' ');
      expect(await health()).toEqual([exitCode, exitCode === 0 ? date : `${date}, ${overdue}`]);
    }
  } finally {
    await other.stop();
    await here.remove();
    await hooks.remove();
  }
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

test('a directory that is not empty is left alone', async () => {
  const { exitCode, notes } = await terminal.run('backup', 'restore', backup);
  expect(exitCode).toBe(1);
  expect(notes).toContain(`is not empty. Stop the site and move its data away, or use --into <directory>.`);
  expect((await fetch(`${backend.url}/api/health`)).status).toBe(200);
});

test('what is damaged, cut short, no backup or not there is told, and nothing is left behind', async () => {
  const cut = join(directory, 'cut.zip');
  await copyFile(backup, cut);
  await truncate(cut, 100_000);
  const flipped = join(directory, 'flipped.zip');
  const bytes = await readFile(backup);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  await writeFile(flipped, bytes);
  const other = join(directory, 'other.zip');
  await writeFile(other, zipSync({ 'readme.txt': new Uint8Array(9) }));
  const evil = join(directory, 'evil.zip');
  await writeFile(evil, zipSync({ 'data.db': new Uint8Array(9), '../../escaped': new Uint8Array(9) }));
  const parent = join(directory, 'restores');
  await mkdir(parent);
  for (const path of [cut, flipped, other, evil, join(directory, 'none.zip')]) {
    const { exitCode, notes } = await terminal.run(
      'backup',
      'restore',
      path,
      '--into',
      join(parent, 'target'),
    );
    expect({ path, exitCode }).toEqual({ path, exitCode: 1 });
    expect(notes).toContain('was not restored, nothing was changed: ');
    expect(await readdir(parent)).toEqual([]);
  }
});
