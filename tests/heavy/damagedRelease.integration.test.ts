import '@site/platform/testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { describeRelease } from '@site/platform/cli/describeRelease';
import { formatReleases, listReleases } from '@site/platform/cli/listReleases';
import { mirrorBucket } from '@site/platform/server/mirrorBucket';
import type { SiteSource } from '@site/platform/server/SiteSource';
import { directoryStore } from '@site/platform/store/directoryStore';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { tinyMicora } from '@site/platform/testing/tinySite';
import { useTinySite } from '@site/platform/testing/useTinySite';
import { prune } from '@site/platform/release/prune';
import { readNumber, releaseKey } from '@site/platform/release/readReleases';
import { listVersions, type Release } from '@site/platform/release/Release';

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

async function withCopy(work: (source: SiteSource) => Promise<void>): Promise<void> {
  const source = await mirrorBucket(site.store, copyDirectory, {
    address: 's3://site',
    log: site.log,
    interval: { look: 5, list: 5 },
  });
  await work(source).finally(() => source.close());
}

describe('a damaged release', () => {
  test('if the newest release is damaged, the previous release is served until the next deployment', async () => {
    await site.store.write(releaseKey(2), 'garbage');
    await withCopy(async (source) => expect((await source.live()).id).toBe(site.first.id));
    const third = await site.put(tinyMicora('MiCora three'));
    expect(third.base).toBe(site.first.id);
    expect(await readNumber(site.store, 3)).toEqual(third);
    await site.live();
  });

  test('a damaged release affects nothing else while another release is live', async () => {
    const key = releaseKey(1);
    await site.store.write(key, 'garbage');
    expect(formatReleases(await listReleases(site.store)).join('\n')).toContain(site.first.id);
    expect((await describeRelease(site.store, second, undefined)).join()).toContain(`after ${site.first.id}`);
    await withCopy(async (source) => expect((await source.live()).id).toBe(second.id));
    await prune({ store: site.store, keepDays: 30, log: site.log });
    expect(site.lines).toContainEqual(expect.stringContaining(`${key} is not a valid release: `));
    expect(listVersions(await site.back('micora-remote'))).toEqual(listVersions(site.first));
  });

  test('a release that is damaged only in the mirror, and not in the bucket, is copied again', async () => {
    await withCopy(() => Promise.resolve());
    const mirror = directoryStore(copyDirectory);
    const [live] = (await mirror.list('', { deep: true })).filter(({ key }) =>
      key.endsWith('/releases/2.json.gz'),
    );
    await mirror.write(live?.key ?? '', 'garbage');
    await withCopy(async (source) => expect(await source.live()).toEqual(second));
  });
});
