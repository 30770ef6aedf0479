import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { mountSmallDisk } from './testing/smallDisk';
import type { ClientResponseError } from 'pocketbase';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { form } from './testing/useBackend';

jest.setTimeout(120_000);

const disk = mountSmallDisk('64m');

if (typeof disk === 'string') test.skip(`a full disk: ${disk}`, () => undefined);
else {
  let backend: TestBackend;
  afterEach(() => backend.stop());
  afterAll(disk.remove);

  test('a full disk loses no acknowledged record, and the backend recovers once space is free', async () => {
    const dataDir = await mkdtemp(join(disk.directory, 'data-'));
    const start = async () => (backend = await startTestBackend({ seeded: false, dataDir }));
    await start();
    const { operator, visitor } = backend;
    const acknowledged: string[] = [];
    const refused: object[] = [];
    const submit = () =>
      visitor
        .collection('form_submits')
        .create({ ...form, project_details: 'x'.repeat(4000) })
        .then(({ id }) => acknowledged.push(id))
        .catch((error: unknown) => refused.push((error as ClientResponseError).response));
    disk.fill(50);
    while (refused.length === 0) await submit();
    for (let count = 0; count < 50; count += 1) await submit();
    expect(acknowledged.length).toBeGreaterThan(1);
    // The response does not blame a form field for the failure.
    const failure = { data: {}, message: 'Failed to create record.', status: 400 };
    expect(refused).toEqual(refused.map(() => failure));
    expect(await visitor.collection('projects').getFullList()).toEqual([]);

    // A backup that does not fit on the disk leaves nothing behind. The picture below consists of random bytes, so that
    // compression does not make the backup smaller.
    disk.clear();
    await mkdir(join(dataDir, 'storage'), { recursive: true });
    await writeFile(join(dataDir, 'storage/picture.jpg'), randomBytes(2 ** 21));
    // With 0 free blocks, nothing fits. With 20, half of the copied database fits; with 300, half of the backup's archive;
    // with 800, one archive but not two.
    for (const blocks of [0, 20, 300, 800]) {
      disk.fill(blocks);
      await expect(operator.backups.create('full.zip')).rejects.toMatchObject({ status: 400 });
      expect(await readdir(dataDir)).not.toContain('.pb_temp_to_delete');
      expect(await readdir(join(dataDir, 'backups')).catch(() => [])).toEqual([]);
    }

    await backend.stop();
    disk.fill();
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} cannot be written: ENOSPC: no space left on device`,
    );
    disk.clear();
    await start();
    const messages = backend.operator.collection('form_submits');
    const stored = await messages.getFullList();
    expect(stored.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    await messages.create(form);
    await backend.operator.backups.create('room.zip');
    expect(unzipSync(await readFile(join(dataDir, 'backups/room.zip')))).toHaveProperty(['data.db']);
  });
}
