import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { listReleases } from '../cli/listReleases';
import { formsOf } from '../store/compress';
import { openStore } from '../store/openStore';
import { deployPreviewed } from '../testing/deployPreviewed';
import { NO_S3 } from '../testing/startS3';
import { tinyMicora } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { useTinySite } from '../testing/useTinySite';
import { previewRelease, removePreview } from './previewRelease';
import { prune } from './prune';
import { contentsOf } from './Release';

jest.setTimeout(60_000);

const DAY = 86_400_000;

(NO_S3 ? describe.skip : describe)(`a site in a bucket${NO_S3 ? `, not tested: ${NO_S3}` : ''}`, () => {
  useS3();
  const site = useTinySite(() => openStore(newBucketAddress(), '/'));

  test('is deployed to, one app alone, and taken back', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    expect(await site.live()).toEqual(second);
    expect(await site.page('micora.html')).toContain('<main>MiCora two</main>');
    await site.back('micora-remote');
    expect((await site.live()).pages).toEqual(site.first.pages);
    expect(await site.put()).toEqual(await site.live());
  });

  test('has previews, whose builds are deployed, or which are removed', async () => {
    const artifacts = [tinyMicora('MiCora two')];
    const seen = await previewRelease({ store: site.store, artifacts, log: site.log });
    expect(await site.live()).toEqual(site.first);
    expect(await site.store.list('previews/')).toEqual([`${seen.id}.json`]);
    await deployPreviewed(site.store, seen.id);
    expect((await site.live()).pages).toEqual(seen.pages);
    await removePreview(site.store, seen.id, site.log);
    expect(await site.store.list('previews/')).toEqual([]);
  });

  test('is pruned, and what was taken down is gone at once', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    const pruneAfter = (milliseconds: number, atOnce = false) =>
      prune({
        ...{ store: site.store, keepDays: 30, atOnce, log: site.log },
        now: new Date(Date.now() + milliseconds),
      });
    await pruneAfter(31 * DAY);
    expect(await site.store.list('releases/')).toEqual([`${second.id}.json`]);
    expect(await site.store.list('assets/micora-remote/')).toEqual([second.apps['micora-remote']]);
    expect(await site.live()).toEqual(second);
    expect((await listReleases(site.store)).at(-1)).toContain('pruned');

    const third = await site.put(tinyMicora('MiCora three'));
    // The server tells times in whole seconds.
    await pruneAfter(2000, true);
    expect(await site.store.list('releases/')).toEqual([`${third.id}.json`]);
    const shown = contentsOf(third).flatMap(([file, content]) => formsOf(file).map((form) => content + form));
    expect((await site.store.list('pages/')).sort()).toEqual(shown.sort());
    expect(await site.store.list('artifacts/micora-remote/')).toHaveLength(2);
    expect(await site.live()).toEqual(third);
  });
});
