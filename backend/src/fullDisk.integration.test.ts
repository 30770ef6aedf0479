import { afterAll, expect, jest, test } from '@jest/globals';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { findPocketBase } from './findPocketBase';
import { startPocketBase } from './startPocketBase';
import { signIn } from './testing/signIn';
import { mountSmallDisk } from './testing/smallDisk';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(120_000);

const disk = mountSmallDisk('32m');

if (typeof disk === 'string') test.skip(`PocketBase on a full disk: ${disk}`, () => undefined);
else {
  afterAll(disk.remove);

  test('PocketBase on a full disk: what it has acknowledged is there afterwards, and it takes requests again', async () => {
    const log = () => undefined;
    const dataDir = await mkdtemp(join(disk.directory, 'data-'));
    const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log });
    const start = () => startPocketBase({ binary, dataDir, port: 0, log, env: { BACKEND_LIMITS: 'off' } });
    let backend = await start();
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
    try {
      expect(await submit()).toBe(200);
      disk.fill(50);
      for (let count = 0; count < 100; count += 1) await submit();
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(new Set(answers)).toEqual(
        new Set(['400 {"data":{},"message":"Failed to create record.","status":400}']),
      );
      disk.clear();
      expect(await submit()).toBe(200);
      await backend.stop();
      backend = await start();
      const operator = await signIn(backend);
      const stored = await operator.collection('form_submits').getFullList();
      expect(stored.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    } finally {
      await backend.stop();
    }
  });
}
