import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPocketBase } from '@site/backend/findPocketBase';
import { readWatchNote } from '@site/backend/readWatchNote';
import { startPocketBase } from '@site/backend/startPocketBase';
import { repetitions } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/testing/signIn';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { agedStore } from '../testing/agedStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import { mountSmallDisk } from '../testing/smallDisk';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { prune } from './prune';
import { pull } from './pull';
import { verify } from './verify';
import { watch } from './watch';

jest.setTimeout(120_000);

const mounted = mountSmallDisk('32m');

if (typeof mounted === 'string') test.skip(`a full disk: ${mounted}`, () => undefined);
else {
  const disk = mounted;
  afterAll(disk.remove);

  const log = () => undefined;

  describe('a store on a full disk', () => {
    let directory: string;
    let store: Store;
    let items: { id: string; title: string }[];
    let backendUrl: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(disk.directory, 'store-'));
      store = directoryStore(directory);
      items = [{ id: 'abc', title: 'Harbour' }];
      backendUrl = await serveItems(() => items);
      const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
      await deploy({ store, artifacts, backendUrl, log });
    });
    afterEach(async () => {
      disk.clear();
      await rm(directory, { recursive: true });
    });

    const FULL = /^The disk of .* is full\. Make space there, .* and try again\.$/;

    test('a deployment says so wherever it is stopped, one whole release stays live, and the next one succeeds', async () => {
      const artifacts = [await tinyPortfolio('Work')];
      const before = await expectWholeSite(directory);
      let failures = 0;
      for (let free = 0; ; free += repetitions(30, 1)) {
        disk.fill(free);
        const isDone = await deploy({ store, artifacts, log }).then(
          () => true,
          (error: unknown) => {
            expect((error as Error).message).toMatch(FULL);
            return false;
          },
        );
        const now = await expectWholeSite(directory);
        await verify(store, log);
        if (isDone) {
          expect(now.apps).not.toEqual(before.apps);
          break;
        }
        failures += 1;
        const left = (await store.walk('')).map(({ key }) => key);
        expect(left.filter((key) => key.endsWith('.tmp'))).toEqual([]);
      }
      expect(failures).toBeGreaterThan(2);
    });

    test('prune makes space', async () => {
      await deploy({ store, artifacts: [await tinyPortfolio('Work')], log });
      const aged = await agedStore(store, 40);
      await deploy({ store: aged, artifacts: [await tinyMicora('MiCora two')], log });
      disk.fill();
      await prune({ store: aged, keepDays: 30, now: new Date(), log });
      await deploy({ store, artifacts: [await tinyMicora('MiCora three')], log });
      await expectWholeSite(directory);
    });

    test('a pull says so and goes on serving, and the next one succeeds', async () => {
      const from = directoryStore(await temporaryDirectory());
      const artifacts = [await tinyShell(), await tinyPortfolio()];
      await deploy({ store: from, artifacts, log });
      const host = join(directory, 'host');
      const pullNow = () => pull({ from, address: 'origin', to: directoryStore(host), log });
      const before = await pullNow();
      const next = await deploy({ store: from, artifacts: [await tinyPortfolio('Work')], log });
      for (const free of [0, 12, 24]) {
        disk.fill(free);
        await expect(pullNow()).rejects.toThrow(FULL);
        expect([before.id, next.id]).toContain((await expectWholeSite(host)).id);
      }
      disk.clear();
      await pullNow();
      expect((await expectWholeSite(host)).id).toBe(next.id);
    });

    test('a watch says so, keeps its note, and publishes once there is space', async () => {
      const lines: string[] = [];
      const dataDir = directory;
      const options = { store, backendUrl, dataDir, interval: 100, log: (line: string) => lines.push(line) };
      const end = watch(options);
      try {
        await until('it has succeeded', async () => (await readWatchNote(dataDir))?.hasSucceeded);
        disk.fill();
        await until('it says so', () => lines.some((line) => line.includes('is full. Make space there')));
        expect(await readWatchNote(dataDir)).toMatchObject({ hasSucceeded: true });
        const before = await expectWholeSite(directory);
        items = [{ id: 'abc', title: 'Harbour two' }];
        disk.clear();
        await until('it is live', async () => (await expectWholeSite(directory)).id !== before.id);
      } finally {
        await end();
      }
    });
  });

  test('PocketBase on a full disk: what it has acknowledged is there afterwards, and it takes requests again', async () => {
    const dataDir = await mkdtemp(join(disk.directory, 'data-'));
    const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log });
    const start = () => startPocketBase({ binary, dataDir, port: 0, log, env: { BACKEND_LIMITS: 'off' } });
    let backend = await start();
    const acknowledged: string[] = [];
    const answers: string[] = [];
    const submit = async () => {
      const response = await fetch(`${backend.url}/api/collections/form_submits/records`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          full_name: 'Ada',
          email_address: 'ada@example.com',
          project_details: 'x'.repeat(4000),
        }),
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
        new Set(['503 {"data":{},"message":"It cannot be saved at the moment.","status":503}']),
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
