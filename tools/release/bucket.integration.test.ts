import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { deploy } from './deploy';
import { listReleases } from '../cli/listReleases';
import { liveRelease } from './liveRelease';
import { previewRelease, removePreview } from './previewRelease';
import { deployPreviewed } from '../testing/deployPreviewed';
import { prune } from './prune';
import { formsOf } from '../store/compress';
import type { LoadedArtifact } from '../store/readArtifact';
import { readHistory } from './readHistory';
import { contentsOf, type Release } from './Release';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { NO_S3 } from '../testing/startS3';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { expectWholeStore } from '../testing/expectWholeStore';

jest.setTimeout(240_000);

const DAY = 86_400_000;
const RACERS = repetitions(6, 20);

if (NO_S3) test.skip(`a store in a bucket: ${NO_S3}`, () => undefined);
else {
  describe('a store in a bucket', () => {
    useS3();

    let address: string;
    let store: Store;
    let first: Release;
    const log = () => undefined;
    const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });

    beforeEach(async () => {
      address = newBucketAddress();
      store = await openStore(address, '/');
      first = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
    });

    /** The live release, with all of it there and unaltered. */
    async function live(): Promise<Release | undefined> {
      await expectWholeStore(store);
      return liveRelease(store);
    }

    test('is deployed to, one app alone, and taken back', async () => {
      const second = await put(await tinyMicora('MiCora two'));
      expect((await live())?.id).toBe(second.id);
      const page = await store.read(`pages/${second.pages['micora.html']?.content}`);
      expect(page?.toString()).toContain('<main>MiCora two</main>');
      await deploy({ store, back: { app: 'micora-remote' }, log });
      const back = await live();
      expect(back?.apps).toEqual(first.apps);
      expect(back?.pages).toEqual(first.pages);
      await put(await tinyStudio('Home two'));
      await deploy({ store, back: { app: 'micora-remote', version: second.apps['micora-remote'] }, log });
      expect((await live())?.apps).toMatchObject({ 'micora-remote': second.apps['micora-remote'] });
      expect((await listReleases(store)).map((line) => line.trim().split(/ +/)[0])).toEqual([
        '5',
        '4',
        '3',
        '2',
        '1',
      ]);
    });

    test('has previews, whose builds are deployed, or which are removed', async () => {
      const seen = await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
      expect((await live())?.id).toBe(first.id);
      expect(await store.list('previews/')).toEqual([`${seen.id}.json`]);
      await deployPreviewed(store, seen.id);
      expect((await live())?.pages).toEqual(seen.pages);
      await removePreview(store, seen.id, log);
      const other = await previewRelease({ store, artifacts: [await tinyStudio('Home two')], log });
      await removePreview(store, other.id, log);
      expect(await store.list('previews/')).toEqual([]);
      await makeLiveAgain(store, first.id);
      expect((await live())?.id).toBe(first.id);
    });

    test('is pruned, and what was taken down is gone at once', async () => {
      const second = await put(await tinyMicora('MiCora two'));
      await prune({ store, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log });
      expect(await store.list('releases/')).toEqual([`${second.id}.json`]);
      expect(await store.list('assets/micora-remote/')).toEqual([second.apps['micora-remote']]);
      expect((await live())?.id).toBe(second.id);
      const third = await put(await tinyStudio('Home two'));
      // The server tells times in whole seconds.
      const now = new Date(Date.now() + 2000);
      await prune({ store, keepDays: 30, atOnce: true, now, log });
      expect(await store.list('releases/')).toEqual([`${third.id}.json`]);
      expect((await store.list('pages/')).sort()).toEqual(
        contentsOf(third)
          .flatMap(([file, content]) => formsOf(file).map((form) => content + form))
          .sort(),
      );
      expect(await store.list('artifacts/studio-remote/')).toHaveLength(2);
      expect((await live())?.id).toBe(third.id);
    });

    test('is found damaged if it is', async () => {
      const key = `pages/${first.pages['index.html']?.content}`;
      await store.write(key, 'altered');
      await store.remove(`assets/shell/${first.apps.shell}/main.js`);
      await expect(expectWholeStore(store)).rejects.toThrow(
        new RegExp(`main\\.js is missing[^]*${key} has been altered`),
      );
    });

    test('takes many deployments of both remotes at once: all succeed or say why, and one whole release is live', async () => {
      const builds = await Promise.all(
        Array.from({ length: RACERS }, (_, index) =>
          index % 2 ? tinyStudio(`Home ${index}`) : tinyMicora(`MiCora ${index}`),
        ),
      );
      const results = await Promise.allSettled(
        builds.map(async (build) =>
          deploy({ store: await openStore(address, '/'), artifacts: [build], log }),
        ),
      );
      const released = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [String(result.reason)] : [],
      );
      for (const reason of refused) expect(reason).toMatch(/Other deployments were first|took longer/);
      const history = await readHistory(store);
      expect(history).toHaveLength(1 + released.length);
      const newest = await live();
      for (const app of ['studio-remote', 'micora-remote']) {
        const last = history.find(({ what }) => what === `deploy ${app}`);
        expect(newest?.apps[app]).toBe(released.find(({ id }) => id === last?.release)?.apps[app]);
      }
    });
  });
}
