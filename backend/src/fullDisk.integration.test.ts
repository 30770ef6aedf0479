import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readZip } from './testing/readZip';
import { signIn } from './testing/signIn';
import { mountSmallDisk } from './testing/smallDisk';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';

jest.setTimeout(120_000);

const mounted = mountSmallDisk('64m');

if (typeof mounted === 'string') test.skip(`a full disk: ${mounted}`, () => undefined);
else {
  const disk = mounted;
  let dataDir: string;
  let backend: TestBackend;
  const start = async () => (backend = await startTestBackend({ seeded: false, dataDir }));

  beforeEach(async () => {
    dataDir = await mkdtemp(join(disk.directory, 'data-'));
    await start();
  });
  afterEach(async () => {
    await backend.stop();
    disk.clear();
  });
  afterAll(disk.remove);

  test('is told at the start, and once there is space all goes on', async () => {
    await backend.stop();
    disk.fill();
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} cannot be written: ENOSPC: no space left on device`,
    );
    disk.clear();
    await start();
  });

  test('is told to visitors; what was acknowledged is there afterwards, and requests are taken again', async () => {
    const acknowledged: string[] = [];
    const answers: string[] = [];
    const submit = async () => {
      const details = { full_name: 'Ada', email_address: 'ada@example.com' };
      const response = await fetch(`${backend.url}/api/collections/form_submits/records`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...details, project_details: 'x'.repeat(4000) }),
      });
      const text = await response.text();
      if (response.status === 200) acknowledged.push((JSON.parse(text) as { id: string }).id);
      else answers.push(`${response.status} ${text}`);
      return response.status;
    };
    expect(await submit()).toBe(200);
    disk.fill(50);
    for (let count = 0; count < 100; count += 1) await submit();
    expect(acknowledged.length).toBeGreaterThan(1);
    // No field is to blame.
    expect(new Set(answers)).toEqual(
      new Set(['400 {"data":{},"message":"Failed to create record.","status":400}']),
    );
    expect((await fetch(`${backend.url}/api/collections/projects/records`)).status).toBe(200);
    disk.clear();
    expect(await submit()).toBe(200);
    await backend.stop();
    await start();
    const stored = await (await signIn(backend)).collection('form_submits').getFullList();
    expect(stored.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
  });

  test('leaves nothing of a backup for which there is no room, and the next one succeeds', async () => {
    const operator = await signIn(backend);
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
  });
}
