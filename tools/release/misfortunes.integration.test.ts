import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPocketBase } from '@site/backend/findPocketBase';
import { startPocketBase } from '@site/backend/startPocketBase';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/testing/signIn';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Release } from './Release';
import { startModule } from '../testing/startModule';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { agedStore } from '../testing/agedStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import type { KilledJob } from '../testing/killedChild';
import { simulatedClock } from '../testing/simulatedClock';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { steppedStore, type Step } from '../testing/steppedStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { HEARTBEAT } from './heartbeat';
import { deploy } from './deploy';
import { readReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { openMirror } from '../server/mirror';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { expectWholeStore } from '../testing/expectWholeStore';
import { watch } from './watch';

jest.setTimeout(120_000);

const HOUR = 3_600_000;

const log = () => undefined;

describe('a clock that jumps', () => {
  let directory: string;
  let clock: ReturnType<typeof simulatedClock>;
  let store: Store;
  let first: Release;

  beforeEach(async () => {
    directory = await temporaryDirectory();
    clock = simulatedClock();
    store = clock.storeOf(directoryStore(directory));
    first = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
  });

  const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });

  test('back an hour: what was made before and after is found again, taken back, and kept for as long as it says', async () => {
    const before = await put(await tinyMicora('MiCora two'));
    await clock.jump(-HOUR);
    const after = await put(await tinyMicora('MiCora three'));
    expect(after.id < before.id).toBe(true);
    const releases = await readReleases(store);
    expect(releases.map(({ release }) => release)).toEqual([after.id, before.id, first.id]);
    expect((await deploy({ store, back: { app: 'micora-remote' }, log })).apps).toEqual(before.apps);
    for (const { id } of [first, before, after]) {
      await makeLiveAgain(store, id);
      await prune({ store, keepDays: 1, now: new Date(), log });
      expect((await expectWholeSite(directory)).id).toBe(id);
    }
    expect(await store.list('releases/')).toHaveLength(4);
    await clock.jump(26 * HOUR);
    await prune({ store, keepDays: 1, now: new Date(), log });
    expect(await store.list('releases/')).toEqual([`${after.id}.json`]);
    await expectWholeStore(store);
  });

  test('back an hour: a takedown removes what was made before', async () => {
    await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
    const second = await put(await tinyMicora('MiCora three'));
    await put(await tinyMicora());
    await clock.jump(-HOUR);
    await prune({ store, keepDays: 30, atOnce: true, now: new Date(), log });
    expect(await store.list('previews/')).toEqual([]);
    expect(await store.list('releases/')).toHaveLength(1);
    expect(await store.list('releases/')).not.toContain(`${second.id}.json`);
  });

  test('forward, as for a deployment that was stopped: whatever is removed meanwhile, one whole release is live', async () => {
    const build = await tinyMicora('MiCora two');
    const steps: Step[] = [];
    const note = (step: Step) => Promise.resolve(void steps.push(step));
    await deploy({ store: steppedStore(store, note), artifacts: [build], log });
    const last = steps.lastIndexOf('create history/');
    const points = steps.flatMap((step, index) =>
      index >= last - 2 || (IS_SOAK && steps.indexOf(step) === index) ? [index] : [],
    );
    expect(points.length).toBeGreaterThan(2);
    for (const [index, point] of points.entries()) {
      let count = 0;
      const stopped = steppedStore(store, async () => {
        if (count++ !== point) return;
        await clock.jump(HOUR);
        await prune({ store, keepDays: 1, atOnce: true, now: new Date(), log });
      });
      const artifacts = [await tinyMicora(`MiCora again ${index}`)];
      const release = await deploy({ store: stopped, artifacts, log });
      expect((await expectWholeSite(directory)).apps).toEqual(release.apps);
      await expectWholeStore(store);
    }
  });
});

test('a process that is stopped before a change, while another team deploys, goes on: what both made is live', async () => {
  const directory = await temporaryDirectory();
  const store = directoryStore(directory);
  await deploy({ store, artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()], log });
  /** @returns what it changed */
  const deployStopped = async (text: string, killAt?: number, meanwhile?: () => Promise<unknown>) => {
    const build = await temporaryDirectory();
    const { version } = await writeRemoteBuild(build, {
      name: 'micora',
      mount: '/micora',
      pages: { '/micora': `return '${text}'` },
    });
    const child = startModule(join(__dirname, '../testing/killedChild.ts'), process.env);
    await once(child, 'message');
    const made = once(child, 'message') as Promise<[string[]]>;
    const job: KilledJob = { command: 'deploy', address: directory, build, environment: {} };
    child.send({ ...job, killAt, signal: 'SIGSTOP' });
    if (meanwhile) {
      const state = () => spawnSync('ps', ['-o', 'state=', '-p', String(child.pid)], { encoding: 'utf8' });
      await until('it is stopped', () => state().stdout.startsWith('T'));
      await meanwhile();
      child.kill('SIGCONT');
    }
    const [changes] = await made;
    expect((await expectWholeSite(directory)).apps['micora-remote']).toBe(version);
    return changes;
  };
  const changes = await deployStopped('One');
  for (const change of IS_SOAK ? new Set(changes) : ['create history']) {
    const studio = await tinyStudio(`Home before ${change}`);
    await deployStopped(`Before ${change}`, changes.indexOf(change) + 1, async () => {
      await deploy({ store, artifacts: [studio], log });
      await prune({ store, keepDays: 1, now: new Date(), log });
    });
    expect((await expectWholeSite(directory)).apps['studio-remote']).toBe(studio.artifact.version);
    await expectWholeStore(store);
  }
});

const mounted = mountSmallDisk('32m');

if (typeof mounted === 'string') test.skip(`a full disk: ${mounted}`, () => undefined);
else {
  const disk = mounted;
  afterAll(disk.remove);

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
      for (let free = 0; ; free += repetitions(6, 1)) {
        disk.fill(free);
        const isDone = await deploy({ store, artifacts, log }).then(
          () => true,
          (error: unknown) => {
            expect((error as Error).message).toMatch(FULL);
            return false;
          },
        );
        const now = await expectWholeSite(directory);
        await expectWholeStore(store);
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

    test('a server with its cache there says so and goes on serving, and follows once there is space', async () => {
      const from = directoryStore(await temporaryDirectory());
      const before = await deploy({
        store: from,
        artifacts: [await tinyShell(), await tinyPortfolio()],
        log,
      });
      const cache = directoryStore(join(directory, 'host'));
      const told: string[] = [];
      const tell = (problem: unknown) => void told.push((problem as Error).message);
      const interval = { look: 5, list: 20 };
      const source = await openMirror(from, cache, { address: 's3://site', tell, interval });
      try {
        disk.fill(12);
        const next = await deploy({ store: from, artifacts: [await tinyPortfolio('Work')], log });
        while (told.length === 0) await pause(5);
        expect(told.join()).toMatch(FULL);
        expect((await source.live()).id).toBe(before.id);
        disk.clear();
        while ((await source.live()).id !== next.id) await pause(5);
      } finally {
        await source.close();
      }
    });

    test('a watch says so, keeps its heartbeat, and publishes once there is space', async () => {
      const lines: string[] = [];
      const end = watch({ store, backendUrl, interval: 100, log: (line: string) => lines.push(line) });
      try {
        const heartbeat = await until('it has succeeded', () => store.read(HEARTBEAT));
        disk.fill();
        items = [{ id: 'abc', title: 'Harbour two' }];
        await until('it says so', () => lines.some((line) => line.includes('is full. Make space there')));
        expect(await store.read(HEARTBEAT)).toEqual(heartbeat);
        const before = await expectWholeSite(directory);
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
