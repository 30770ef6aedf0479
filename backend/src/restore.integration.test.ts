import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk } from './testing/smallDisk';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(120_000);

const disk = mountSmallDisk('16m');

if (typeof disk === 'string') test.skip(`pictures on a mount of their own: ${disk}`, () => undefined);
else {
  describe.each([
    ['another file system', disk.directory],
    ['the same file system', undefined],
  ])('a backend whose pictures are on a mount of %s', (where, device) => {
    let home: string;
    let backend: TestBackend;

    beforeEach(async () => {
      home = await mkdtemp(join(tmpdir(), 'restore-'));
      const storage = join(home, 'data/storage');
      await mkdir(storage, { recursive: true });
      await mkdir(join(home, 'pictures'));
      const mounted = spawnSync('mount', ['--bind', device ?? join(home, 'pictures'), storage]);
      expect(mounted.status).toBe(0);
      backend = await startTestBackend({ seeded: false, dataDir: join(home, 'data') });
    });
    afterEach(async () => {
      await backend.stop();
      spawnSync('umount', ['--lazy', join(home, 'data/storage')]);
      await rm(home, { recursive: true });
      if (device === undefined) disk.remove();
    });

    const titles = async () =>
      (await backend.operator.collection('projects').getFullList()).map(({ title }) => title as string);
    const checks = () => backend.visitor.send<object>('/api/health/checks', {});

    test('says that a backup is not restored, and keeps its data', async () => {
      const { operator } = backend;
      await operator.collection('projects').create({ title: 'Before' });
      await operator.backups.create('by-hand.zip');
      await operator.collection('projects').create({ title: 'After' });
      expect(await checks()).toMatchObject({ backups: true });
      const restoring = operator.backups.restore('by-hand.zip');
      if (where === 'another file system') {
        await expect(restoring).rejects.toMatchObject({
          status: 400,
          response: {
            message:
              'No backup can be restored, because the folder storage is a mount of its own. Stop the backend, unmount it, start the backend and restore again.',
          },
        });
      } else {
        await restoring;
        await until('/health reports it', async () => {
          const reported = await checks().catch(() => undefined);
          return reported && !(reported as { backups: boolean }).backups;
        });
        await until('the log says so', async () => {
          const { items } = await operator.logs.getList(1, 50);
          return items.some(({ message }) => message === 'A backup was not restored');
        });
      }
      expect((await titles()).sort()).toEqual(['After', 'Before']);
    });
  });
}
