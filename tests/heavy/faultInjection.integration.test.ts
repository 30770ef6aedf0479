import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { until } from '@site/backend/testing/until';
import { readReleases } from '@site/tools/cli/releasesCommand';
import { openMirror } from '@site/tools/server/mirror';
import { directoryStore } from '@site/tools/store/directoryStore';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { simulatedClock } from '@site/tools/testing/simulatedClock';
import { steppedStore, type Step } from '@site/tools/testing/steppedStore';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '@site/tools/testing/tinySite';
import { useTinySite, type TinySite } from '@site/tools/testing/useTinySite';
import { HEARTBEAT } from '@site/tools/release/heartbeat';
import { previewRelease } from '@site/tools/release/previewRelease';
import { prune } from '@site/tools/release/prune';
import { watch } from '@site/tools/release/watch';

jest.setTimeout(120_000);

const HOUR = 3_600_000;

const pruneNow = ({ store, log }: TinySite, keepDays: number, atOnce = false) =>
  prune({ store, keepDays, atOnce, now: new Date(), log });

let clock: ReturnType<typeof simulatedClock>;

describe('a clock that jumps', () => {
  const site = useTinySite(async () => {
    clock = simulatedClock();
    return clock.storeOf(directoryStore(await temporaryDirectory()));
  });

  test('back an hour: what was made before and after is found again, taken back, and kept for as long as it says', async () => {
    const before = await site.put(tinyMicora('MiCora two'));
    await clock.jump(-HOUR);
    const after = await site.put(tinyMicora('MiCora three'));
    expect(after.id < before.id).toBe(true);
    const releases = await readReleases(site.store);
    expect(releases.map(({ release }) => release)).toEqual([after.id, before.id, site.first.id]);
    expect((await site.back('micora-remote')).apps).toEqual(before.apps);
    for (const { id } of [site.first, before, after]) {
      await site.restore(id);
      await pruneNow(site, 1);
      expect((await site.live()).id).toBe(id);
    }
    expect(await site.store.list('releases/')).toHaveLength(4);
    await clock.jump(26 * HOUR);
    await pruneNow(site, 1);
    expect(await site.store.list('releases/')).toEqual([`${after.id}.json`]);
    await site.live();
  });

  test('back an hour: a takedown removes what was made before', async () => {
    await previewRelease({ store: site.store, artifacts: [tinyMicora('MiCora two')], log: site.log });
    await site.put(tinyMicora('MiCora three'));
    const { id } = await site.put(tinyMicora());
    await clock.jump(-HOUR);
    await pruneNow(site, 30, true);
    expect(await site.store.list('previews/')).toEqual([]);
    expect(await site.store.list('releases/')).toEqual([`${id}.json`]);
  });

  test('forward, as for a deployment that was stopped: whatever is removed meanwhile, one whole release is live', async () => {
    const steps: Step[] = [];
    const noted = steppedStore(site.store, (step) => Promise.resolve(void steps.push(step)));
    await site.deploy({ store: noted, artifacts: [tinyMicora('MiCora two')] });
    const last = steps.lastIndexOf('create history/');
    const points = steps.flatMap((step, index) =>
      index >= last - 2 || (IS_SOAK && steps.indexOf(step) === index) ? [index] : [],
    );
    expect(points.length).toBeGreaterThan(2);
    for (const [index, point] of points.entries()) {
      let count = 0;
      const store = steppedStore(site.store, async () => {
        if (count++ !== point) return;
        await clock.jump(HOUR);
        await pruneNow(site, 1, true);
      });
      const release = await site.deploy({ store, artifacts: [tinyMicora(`MiCora again ${index}`)] });
      expect((await site.live()).apps).toEqual(release.apps);
    }
  });
});

const disk = mountSmallDisk('32m');

if (typeof disk === 'string') test.skip(`a store on a full disk: ${disk}`, () => undefined);
else {
  afterAll(disk.remove);

  describe('a store on a full disk', () => {
    let directory: string;
    const site = useTinySite(async () => {
      directory = await mkdtemp(join(disk.directory, 'store-'));
      clock = simulatedClock();
      return clock.storeOf(directoryStore(directory));
    });
    afterEach(async () => {
      disk.clear();
      await rm(directory, { recursive: true });
    });

    const FULL = /^The disk of .* is full\. Make space there, .* and try again\.$/;

    test('a deployment says so wherever it is stopped, one whole release stays live, and the next one succeeds', async () => {
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

    test('prune makes space', async () => {
      await site.put(tinyPortfolio('Work'));
      await clock.jump(40 * 24 * HOUR);
      await site.put(tinyMicora('MiCora two'));
      disk.fill();
      await pruneNow(site, 30);
      await site.put(tinyMicora('MiCora three'));
      await site.live();
    });

    test('a server with its cache there says so and goes on serving, and follows once there is space', async () => {
      const from = memoryStore();
      const before = await site.deploy({ store: from, artifacts: [tinyShell(), tinyPortfolio()] });
      const told: string[] = [];
      const source = await openMirror(from, directoryStore(join(directory, 'host')), {
        address: 's3://site',
        tell: (problem) => void told.push((problem as Error).message),
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

    test('a watch says so, keeps its heartbeat, and publishes once there is space', async () => {
      const end = watch({ ...site, interval: 100 });
      try {
        const heartbeat = await until('it has succeeded', () => site.store.read(HEARTBEAT));
        disk.fill();
        site.items = [{ id: 'abc', title: 'Harbour two' }];
        await until('it says so', () =>
          site.lines.some((line) => line.includes('is full. Make space there')),
        );
        expect(await site.store.read(HEARTBEAT)).toEqual(heartbeat);
        disk.clear();
        await until('it is live', async () => (await site.live()).id !== site.first.id);
      } finally {
        await end();
      }
    });
  });
}
