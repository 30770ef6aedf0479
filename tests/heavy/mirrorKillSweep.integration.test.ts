import '@site/tools/testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import pMap from 'p-map';
import { repetitions } from '@site/backend/testing/repetitions';
import { until } from '@site/backend/testing/until';
import { deploy } from '@site/tools/release/deploy';
import { prune } from '@site/tools/release/prune';
import { buildsOf, type Release } from '@site/tools/release/Release';
import { directoryStore } from '@site/tools/store/directoryStore';
import type { Store } from '@site/tools/store/Store';
import { copyStore } from '@site/tools/testing/copyStore';
import type { MirrorJob } from '@site/tools/testing/killedMirror';
import { copySite } from '@site/tools/testing/sharedSite';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { runKilled, startKilled } from '@site/tools/testing/runKilled';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
import { pageFiles } from '@site/tools/server/checkedFile';
import { openMirror } from '@site/tools/server/mirror';

// Mirrors that really die, in a process of their own.

jest.setTimeout(repetitions(120_000, 600_000));

const log = () => undefined;

const runMirror = async (job: MirrorJob) => runKilled(await startKilled('killedMirror'), job);

test('a mirror that is killed at any change shows one whole release from its cache, and the next one the newest', async () => {
  const [origin, start] = [await temporaryDirectory(), await temporaryDirectory()];
  const bucket = directoryStore(origin);
  const artifacts = [tinyShell(), tinyStudio(), tinyMicora()];
  const first = await deploy({ store: bucket, artifacts, log });
  await runMirror({ origin, cache: start, newest: first.id });
  const newest = await deploy({ store: bucket, artifacts: [tinyMicora('MiCora two')], log });
  // All that there ever was; the bucket itself is pruned, so that there is something to remove, too.
  const all = memoryStore();
  await copySite(bucket, all);
  await prune({ store: bucket, keepDays: 30, now: new Date(Date.now() + 60 * 86_400_000), log });

  const open = (from: Store, cache: string) =>
    openMirror(from, directoryStore(cache), { address: origin, tell: log, interval: { look: 5, list: 20 } });
  const away = () => Promise.reject(new Error('The bucket is away.'));
  const names = async (store: Store) => (await store.list('pages/')).sort().join();

  /** What a mirror shows from its cache alone. */
  async function cachedRelease(cache: string): Promise<Release> {
    const source = await open({ ...bucket, read: away, list: away, walk: away }, cache);
    const live = await source.live();
    const assets = await Promise.all([...buildsOf(live)].map((build) => all.walk(`assets/${build}/`)));
    for (const { key } of [...pageFiles(live), ...assets.flat()])
      expect([key, await source.read(key)]).toEqual([key, await all.read(key)]);
    await source.close();
    return live;
  }

  const shown = new Set<string>();
  async function killOnce(killAt?: number): Promise<string[]> {
    const cache = await temporaryDirectory();
    copyStore(start, cache);
    const changes = await runMirror({ origin, cache, newest: newest.id, killAt });
    const killed = await cachedRelease(cache);
    expect([first, newest]).toContainEqual(killed);
    shown.add(killed.id);
    const source = await open(bucket, cache);
    const disk = directoryStore(cache);
    await until(
      'all of it is there, and nothing else',
      async () => (await names(disk)) === (await names(bucket)),
    );
    await source.close();
    expect(await disk.list('releases/')).toEqual([`${newest.id}.json`]);
    expect(await cachedRelease(cache)).toEqual(newest);
    return changes;
  }

  const changes = await killOnce();
  expect([...new Set(changes)]).toEqual([
    ...['write pages', 'write artifacts', 'write assets', 'write releases', 'write live.json'],
    ...['remove releases', 'remove artifacts', 'remove pages', 'remove assets'],
  ]);
  // Before the first and the last change of each kind; in a soak before all.
  const isEdge = (change: string, index: number) =>
    index === changes.indexOf(change) || index === changes.lastIndexOf(change);
  const points = changes.flatMap((change, index) =>
    repetitions(isEdge(change, index), true) ? index + 1 : [],
  );
  await pMap(points, killOnce, { concurrency: 4 });
  expect([...shown].sort()).toEqual([first.id, newest.id].sort());
});
