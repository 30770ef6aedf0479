import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { until } from '@site/backend/testing/until';
import { openMirror } from '@site/tools/server/mirror';
import { directoryStore } from '@site/tools/store/directoryStore';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyShell } from '@site/tools/testing/tinySite';
import { useTinySite } from '@site/tools/testing/useTinySite';

// What prune and a watch do whose store cannot be written, their own tests have.

jest.setTimeout(120_000);

const FULL = /^The disk of .* is full\. Make space there, .* and try again\.$/;
const disk = mountSmallDisk('32m');

if (typeof disk === 'string') test.skip(`a store on a full disk: ${disk}`, () => undefined);
else {
  afterAll(disk.remove);
  let directory: string;
  const site = useTinySite(async () => {
    directory = await mkdtemp(join(disk.directory, 'store-'));
    return directoryStore(directory);
  });
  afterEach(async () => {
    disk.clear();
    await rm(directory, { recursive: true });
  });

  test('a deployment to a full disk says so wherever it is stopped, one whole release stays live, and the next one succeeds', async () => {
    const artifacts = [tinyPortfolio('Work')];
    let failures = 0;
    for (let free = 0; ; free += repetitions(6, 1)) {
      disk.fill(free);
      const failure = await site.deploy({ artifacts }).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      const now = await site.live();
      if (failure === undefined) {
        expect(now.apps).not.toEqual(site.first.apps);
        break;
      }
      expect(failure).toMatch(FULL);
      expect(now).toEqual(site.first);
      failures += 1;
      const left = (await site.store.walk('')).map(({ key }) => key);
      expect(left.filter((key) => key.endsWith('.tmp'))).toEqual([]);
    }
    expect(failures).toBeGreaterThan(2);
  });

  test('a server with its cache there says so and goes on serving, and follows once there is space', async () => {
    const from = memoryStore();
    const before = await site.deploy({ store: from, artifacts: [tinyShell(), tinyPortfolio()] });
    const told: string[] = [];
    const source = await openMirror(from, directoryStore(join(directory, 'host')), {
      address: 's3://site',
      log: (line) => void told.push(line),
      interval: { look: 5, list: 20 },
    });
    try {
      disk.fill(12);
      const next = await site.deploy({ store: from, artifacts: [tinyPortfolio('Work')] });
      await until('it says so', () => told.length > 0);
      expect(told.join()).toMatch(FULL);
      expect((await source.live()).id).toBe(before.id);
      disk.clear();
      await until('it follows', async () => (await source.live()).id === next.id);
    } finally {
      await source.close();
    }
  });
}
