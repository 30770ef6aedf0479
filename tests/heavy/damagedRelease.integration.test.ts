import '@site/platform/testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { describeRelease } from '@site/platform/cli/describeRelease';
import { listReleases } from '@site/platform/cli/releasesCommand';
import { mirrorBucket } from '@site/platform/server/mirrorBucket';
import type { SiteSource } from '@site/platform/server/SiteSource';
import { directoryStore } from '@site/platform/store/directoryStore';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { tinyMicora } from '@site/platform/testing/tinySite';
import { useTinySite } from '@site/platform/testing/useTinySite';
import { prune } from '@site/platform/release/prune';
import { releaseKey } from '@site/platform/release/readRelease';
import type { Release } from '@site/platform/release/Release';

jest.setTimeout(60_000);

let copyDirectory: string;
let second: Release;

const site = useTinySite(async () => {
  copyDirectory = await temporaryDirectory();
  return directoryStore(await temporaryDirectory());
});
beforeEach(async () => {
  second = await site.put(tinyMicora('MiCora two'));
  site.lines = [];
});

/** Mirrors the store as if it were a bucket, and calls `work` with the site source that reads the mirror. */
async function withCopy(work: (source: SiteSource) => Promise<void>): Promise<void> {
  const source = await mirrorBucket(site.store, copyDirectory, {
    address: 's3://site',
    log: site.log,
    interval: { look: 5, list: 5 },
  });
  await work(source).finally(() => source.close());
}

describe('a damaged release', () => {
  test('a damaged release affects nothing else while another release is live', async () => {
    const key = releaseKey(site.first.id);
    await site.store.write(key, 'garbage');
    expect((await listReleases(site.store)).join('\n')).toContain(site.first.id);
    expect((await describeRelease(site.store, second)).join()).toContain(`after ${site.first.id}`);
    await withCopy(async (source) => expect((await source.live()).id).toBe(second.id));
    await prune({ store: site.store, keepDays: 30, now: new Date(), log: site.log });
    expect(site.lines).toContainEqual(expect.stringContaining(`${key} is not a valid manifest: `));
    expect((await site.back('micora-remote')).apps).toEqual(site.first.apps);
  });

  test('a release that is damaged only in the mirror, and not in the bucket, is copied again', async () => {
    await withCopy(() => Promise.resolve());
    const mirror = directoryStore(copyDirectory);
    const [live] = (await mirror.walk('')).filter(({ key }) => key.endsWith('/live.json'));
    await mirror.write(live?.key ?? '', 'garbage');
    await withCopy(async (source) => expect(await source.live()).toEqual(second));
  });
});
