import '@site/tools/testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@site/backend/testing/until';
import { sha256 } from '@site/tools/build/sha256';
import { describeRelease } from '@site/tools/cli/describeRelease';
import { listReleases } from '@site/tools/cli/releasesCommand';
import { bucketSource } from '@site/tools/server/bucket/bucketSource';
import type { SiteSource } from '@site/tools/server/SiteSource';
import { storeSource } from '@site/tools/server/storeSource';
import { compress } from '@site/tools/store/compress';
import { directoryStore } from '@site/tools/store/directoryStore';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora } from '@site/tools/testing/tinySite';
import { useTinySite } from '@site/tools/testing/useTinySite';
import { previewRelease, removePreview } from '@site/tools/release/previewRelease';
import { prune } from '@site/tools/release/prune';
import { releaseKey } from '@site/tools/release/readRelease';
import type { Release } from '@site/tools/release/Release';

// Whoever can make previews can write what they like where previews and builds are kept. What else a manifest may not
// say, readRelease.test.ts has.

jest.setTimeout(60_000);

const DAY = 86_400_000;
const FOREIGN = '20261121T101500123Z-00112233445566778899aabbccddeeff';

let directory: string;
let host: string;
let second: Release;
let preview: Release;

const site = useTinySite(async () => {
  [directory, host] = [await temporaryDirectory(), await temporaryDirectory()];
  return directoryStore(directory);
});
beforeEach(async () => {
  second = await site.put(tinyMicora('MiCora two'));
  preview = await makePreview('Three');
  site.lines = [];
});

const makePreview = (text: string) =>
  previewRelease({ store: site.store, artifacts: [tinyMicora(text)], name: 'pr-1', log: site.log });
const pruneLater = (days = 0) =>
  prune({ store: site.store, keepDays: 30, now: new Date(Date.now() + days * DAY), log: site.log });
const listed = async () => (await listReleases(site.store)).join('\n');

/** Serves the store as a bucket that is copied, while something is done. */
async function copied(work: (source: SiteSource) => Promise<void>): Promise<void> {
  const source = await bucketSource(site.store, directoryStore(host), {
    address: 's3://site',
    log: site.log,
    interval: { look: 5, list: 5 },
  });
  await work(source).finally(() => source.close());
}

/** Puts a page into the store. @returns its hash */
async function putContent(text: string): Promise<string> {
  const content = sha256(text);
  for (const [file, bytes] of await compress('page.html', Buffer.from(text)))
    await site.store.write(`pages/${file.replace('page.html', content)}`, bytes);
  return content;
}

/** A number of the history that makes an old release live. */
const entry = () => JSON.stringify({ release: site.first.id, at: '2026-11-21T10:15:00.123Z' });

describe('a preview whose manifest has a file whose name leads into the history', () => {
  const key = `previews/${FOREIGN}.json`;
  const told = expect.stringMatching(
    new RegExp(`${key} is no manifest: .*\\. Remove it: npm run deploy -- preview --remove ${FOREIGN}\\.$`),
  );

  beforeEach(async () => {
    const files = { ...preview.files, '../../history/999.json': await putContent(entry()) };
    await site.store.write(key, JSON.stringify({ ...preview, id: FOREIGN, name: 'pr-2', files }));
    // The manifest of a release among the previews is nobody's.
    await site.store.write(`previews/${site.first.id}.json`, JSON.stringify(site.first));
  });

  test('is told by its key, stops nothing that is done to others, and can be removed', async () => {
    const [live = '', older = '', ...previews] = await listReleases(site.store);
    expect(live).toContain(`live     ${second.id}`);
    expect(older).toContain(site.first.id);
    expect(previews.sort()).toEqual([told, expect.stringMatching(new RegExp(`preview +${preview.id} `))]);
    await expect(site.promote(FOREIGN)).rejects.toThrow(`${key} is no manifest: `);
    expect(await storeSource(site.store).preview(FOREIGN)).toBeUndefined();
    expect(await site.live()).toEqual(second);

    await removePreview(site.store, 'pr-1', site.log);
    expect(site.lines).toContainEqual(told);
    expect(site.lines).toContain(`Preview ${preview.id} is removed.`);
    await site.put(tinyPortfolio('Work'));
    await makePreview('4');
    await site.back();
    await site.live();
    await removePreview(site.store, FOREIGN, site.log);
    expect(await listed()).not.toContain(FOREIGN);
  });

  test('is not shown by a server of a copied bucket, nor does anything come there by its words', async () => {
    await copied(async (source) => {
      await until('the other is there', async () => (await source.preview(preview.id)) !== undefined);
      expect((await source.live()).id).toBe(second.id);
      expect(await source.preview(FOREIGN)).toBeUndefined();
      expect(site.lines).toEqual([]);
    });
    expect(await readdir(join(host, 'releases'))).toEqual([`${second.id}.json`]);
    const folders = ['artifacts', 'assets', 'history', 'pages', 'releases', 'source.json'];
    expect((await readdir(host)).sort()).toEqual(folders);
    expect((await readdir(join(host, 'history'))).sort()).toEqual(['1.json', '2.json']);
  });

  test('is told when the store is cleaned, keeps nothing, and goes when it is old', async () => {
    await pruneLater();
    expect(site.lines).toContainEqual(told);
    expect(await listed()).toContain(preview.id);
    await pruneLater(31);
    expect(await site.store.list('previews/')).toEqual([]);
    expect(await listed()).toContain('pruned');
    await site.live();
  });
});

test('a page that somebody has put into a preview does not become live with its builds', async () => {
  const micora = { ...preview.pages['micora.html'], content: await putContent('theirs') };
  const altered = { ...preview, pages: { ...preview.pages, 'micora.html': micora } };
  await site.store.write(releaseKey(preview.id), JSON.stringify(altered));
  const release = await site.promote(preview.id);
  expect(release.apps).toEqual(preview.apps);
  expect(release.pages).toEqual(preview.pages);
});

describe('a release that is damaged', () => {
  test('stops nothing but itself if another one is live', async () => {
    const key = releaseKey(site.first.id);
    await site.store.write(key, 'garbage');
    expect(await listed()).toContain(site.first.id);
    expect((await describeRelease(site.store, second)).join()).toContain(`after ${site.first.id}`);
    await copied(async (source) => expect((await source.live()).id).toBe(second.id));
    await pruneLater();
    expect(site.lines).toContainEqual(expect.stringContaining(`${key} is no manifest: `));
    expect((await site.back('micora-remote')).apps).toEqual(site.first.apps);
  });

  test('is copied again if it is in the copy of a bucket', async () => {
    await copied(() => Promise.resolve());
    const cache = directoryStore(host);
    await cache.write(releaseKey(second.id), 'garbage');
    await copied(async (source) => expect(await source.live()).toEqual(second));
    expect(await cache.read(releaseKey(second.id))).toEqual(await site.store.read(releaseKey(second.id)));
  });
});
