import '../testing/renderHere';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { setTimeout as pause } from 'node:timers/promises';
import { deploy } from '../release/deploy';
import { copyKey, markerKey } from '../release/pictures/pictureKeys';
import { HEARTBEAT } from '../release/heartbeat';
import { previewRelease, removePreview } from '../release/previewRelease';
import { prune } from '../release/prune';
import { releaseKey } from '../release/readRelease';
import { buildsOf, contentsOf, type Release } from '../release/Release';
import { sha256 } from '../build/sha256';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { sharedSite } from '../testing/sharedSite';
import { NO_S3 } from '../testing/startS3';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { createSite } from './createSite';
import { openMirror } from './mirror';
import type { SiteSource } from './SiteSource';

jest.setTimeout(60_000);

const DAY = 86_400_000;
const ADDRESS = 's3://site/production';
const PICTURE = 'a2/projects/abc/picture.jpg';

const begin = sharedSite(async (store) =>
  deploy({
    store,
    artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()],
    log: () => undefined,
  }),
);

let bucket: Store;
/** The bucket as the mirror sees it: what was asked for, and whether it can be reached. */
let seen: Store;
let asked: string[];
let isAway: boolean;
let cache: Store;
let told: string[];
let source: SiteSource;
let first: Release;

beforeEach(async () => {
  bucket = directoryStore(await temporaryDirectory());
  cache = directoryStore(await temporaryDirectory());
  asked = [];
  told = [];
  isAway = false;
  seen = {
    ...bucket,
    read: (key) => ask(key, () => bucket.read(key)),
    list: (prefix) => ask(prefix, () => bucket.list(prefix)),
    walk: (prefix) => ask(prefix, () => bucket.walk(prefix)),
  };
  first = await begin(bucket);
});

afterEach(() => source.close());

async function ask<Answer>(key: string, answer: () => Promise<Answer>): Promise<Answer> {
  asked.push(key);
  if (isAway) throw new Error('The bucket cannot be reached.');
  return answer();
}

const open = async (store = seen, address = ADDRESS) =>
  (source = await openMirror(store, cache, {
    address,
    tell: (problem) => void told.push((problem as Error).message),
    interval: { look: 5, list: 20 },
  }));

const put = (...artifacts: LoadedArtifact[]) => deploy({ store: bucket, artifacts, log: () => undefined });

/** A preview that the source has. */
async function previewed(): Promise<Release> {
  const artifacts = [await tinyStudio('Home two')];
  const preview = await previewRelease({ store: bucket, artifacts, log: () => undefined });
  await until(async () => (await source.preview(preview.id)) !== undefined);
  return preview;
}

const liveId = async () => (await source.live()).id;

/** Until it is so; the test's own limit ends what never is. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(5);
}

/** Until it has looked at what there was when this was called. */
async function looked(): Promise<void> {
  const looks = () => asked.filter((key) => key === 'previews/').length;
  const before = looks();
  await until(() => looks() >= before + 3);
}

const pageKey = (release: Release, page: string) => `pages/${release.pages[page]?.content}`;
const filesAsked = () => asked.filter((key) => /^(?:pages|assets|artifacts|pictures)\//.test(key));

async function keysOf(release: Release): Promise<string[]> {
  const keys = contentsOf(release).map(([, content]) => `pages/${content}`);
  for (const build of buildsOf(release))
    keys.push(...(await bucket.walk(`assets/${build}/`)).map(({ key }) => key));
  return keys;
}

async function expectWhole(release: Release): Promise<void> {
  expect(await source.live()).toEqual(release);
  for (const key of await keysOf(release)) expect(await source.read(key)).toEqual(await bucket.read(key));
}

describe('a site that is served from a bucket', () => {
  test('knows when a watcher last succeeded, as long as the bucket says so, and asks it for no visitor', async () => {
    const heartbeat = async () => (await source.read(HEARTBEAT))?.toString();
    await open();
    expect(await heartbeat()).toBeUndefined();
    for (const beat of ['2026-11-21T10:15:00.123Z', '2026-11-21T10:16:00.123Z']) {
      await bucket.write(HEARTBEAT, beat);
      await until(async () => (await heartbeat()) === beat);
    }
    isAway = true;
    await until(() => told.length > 0);
    asked.length = 0;
    expect(await heartbeat()).toBe('2026-11-21T10:16:00.123Z');
    expect(asked).toEqual([]);
    isAway = false;
    await bucket.remove(HEARTBEAT);
    await until(async () => (await heartbeat()) === undefined);
  });

  test('has all of a release, each file fetched once, before visitors see it', async () => {
    await open();
    await expectWhole(first);
    expect(filesAsked()).toHaveLength(new Set(filesAsked()).size);
    let isHeld = true;
    seen.read = async (key) => {
      if (key.endsWith('routes.js.gz')) await until(() => !isHeld);
      return ask(key, () => bucket.read(key));
    };
    asked.length = 0;
    const second = await put(await tinyMicora('MiCora two'));
    await until(() => filesAsked().some((key) => key.startsWith('assets/micora-remote/')));
    expect(await liveId()).toBe(first.id);
    isHeld = false;
    await until(async () => (await liveId()) === second.id);
    await expectWhole(second);
    expect(filesAsked()).toHaveLength(new Set(filesAsked()).size);
    // The other apps' builds are here.
    expect(filesAsked().filter((key) => /^assets\/(?:shell|studio)/.test(key))).toEqual([]);
    expect(told).toEqual([]);
  });

  test.each([
    ['a page', 'altered', (release: Release) => pageKey(release, 'micora.html')],
    ['a page', 'missing', (release: Release) => `${pageKey(release, 'micora.html')}.br`],
    [
      'an asset',
      'altered',
      (release: Release) => `assets/micora-remote/${release.apps['micora-remote']}/routes.js.gz`,
    ],
    [
      'an asset',
      'missing',
      (release: Release) => `assets/micora-remote/${release.apps['micora-remote']}/routes.js`,
    ],
    [
      'the description of a build',
      'altered',
      (release: Release) => `artifacts/micora-remote/${release.apps['micora-remote']}/artifact.json`,
    ],
    ['the manifest', 'altered', (release: Release) => releaseKey(release.id)],
  ])(
    'stays as it is if %s of a new release is %s, says so once, and follows when it is mended',
    async (_what, state, keyOf) => {
      await open();
      let key = '';
      seen.read = async (asked) => {
        if (asked !== key) return ask(asked, () => bucket.read(asked));
        return state === 'altered' ? Buffer.from('something else') : undefined;
      };
      const damaging: Store = {
        ...bucket,
        create: async (name, content) => {
          const { release: id } = JSON.parse(content.toString()) as { release: string };
          // Before it becomes live.
          if (name.startsWith('history/'))
            key = keyOf(JSON.parse(String(await bucket.read(releaseKey(id)))) as Release);
          return bucket.create(name, content);
        },
      };
      const artifacts = [await tinyMicora('MiCora two')];
      const second = await deploy({ store: damaging, artifacts, log: () => undefined });
      await until(() => told.some((line) => line.includes(key)));
      await looked();
      await expectWhole(first);
      expect(told.filter((line) => line.includes(key) && !line.includes('cannot be made live'))).toHaveLength(
        1,
      );
      key = '';
      await until(async () => (await liveId()) === second.id);
      await expectWhole(second);
    },
  );

  test('goes on while the bucket is away, also after a restart, and follows when it is back', async () => {
    await open();
    await looked();
    isAway = true;
    const second = await put(await tinyMicora('MiCora two'));
    await until(() => told.length > 0);
    await expectWhole(first);
    await source.close();
    told.length = 0;
    await open();
    await expectWhole(first);
    await until(() => told.length > 0);
    const before = asked.length;
    await until(() => asked.length > before + 10);
    expect(told).toEqual(['The bucket cannot be reached.']);
    isAway = false;
    await until(async () => (await liveId()) === second.id);
    await expectWhole(second);
  });

  test('says that nothing is live, and serves what comes', async () => {
    const empty = directoryStore(await temporaryDirectory());
    await open(empty);
    await expect(source.live()).rejects.toThrow(`Nothing has been deployed to ${ADDRESS}.`);
    const release = await begin(empty);
    await until(() =>
      liveId().then(
        (id) => id === release.id,
        () => false,
      ),
    );
  });

  test('asks the bucket for nothing that strangers make up', async () => {
    await open();
    await looked();
    const site = await createSite(source);
    asked.length = 0;
    const version = first.apps['studio-remote'];
    const addresses = [
      `/assets/studio-remote/${version}/nothing.js`,
      `/assets/studio-remote/${version}/routes.js/nothing.js`,
      `/assets/studio-remote/${'0'.repeat(16)}/routes.js`,
      `/assets/${PICTURE}/480.avif`,
      `/assets/pictures/${PICTURE}/480.avif`,
      `/assets/source.json/live.json`,
      `/nothing?release=20261121T101500123Z-${'a'.repeat(32)}`,
    ];
    for (const url of addresses) expect((await site.inject({ url })).statusCode).not.toBe(200);
    const cookie = `release=20261121T101500123Z-${'b'.repeat(32)}`;
    expect((await site.inject({ url: '/', headers: { cookie } })).statusCode).toBe(200);
    expect(await source.read(`pages/${'0'.repeat(64)}`)).toBeUndefined();
    expect(filesAsked()).toEqual([]);
    expect(asked.filter((key) => /^previews\/./.test(key))).toEqual([]);
    await site.close();
  });

  test('has the builds that open tabs are on, and keeps them when they were asked for', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await open();
    await looked();
    expect(await liveId()).toBe(second.id);
    const key = `assets/micora-remote/${first.apps['micora-remote']}/routes.js`;
    expect(filesAsked()).not.toContain(key);
    expect(await source.read(key)).toEqual(await bucket.read(key));
    expect(await source.read(key)).toEqual(await bucket.read(key));
    expect(asked.filter((one) => one === key)).toHaveLength(1);
  });

  test('has a preview when it is asked for, until it is removed', async () => {
    await open();
    const preview = await previewed();
    expect(await source.preview(preview.id)).toEqual(preview);
    const key = pageKey(preview, 'index.html');
    expect(filesAsked()).not.toContain(key);
    expect(String(await source.read(key))).toContain('<main>Home two</main>');
    expect(await liveId()).toBe(first.id);
    await removePreview(bucket, preview.id, () => undefined);
    await until(async () => (await source.preview(preview.id)) === undefined);
    // What only the preview named goes from the disk.
    await until(async () => (await cache.read(key)) === undefined);
    await expectWhole(first);
  });

  test('has the copies of a picture once they are made, and asks for one that is not made once a minute', async () => {
    const [file = '', page] = Object.entries(first.pages)[0] ?? [];
    const pages = { ...first.pages, [file]: { ...page, pictures: [PICTURE] } };
    await bucket.write(releaseKey(first.id), JSON.stringify({ ...first, pages }));
    const key = copyKey(PICTURE, 480);
    await bucket.write(key, 'copy 480');
    await open();
    await looked();
    expect(await source.read(copyKey(PICTURE.replace('picture', 'other'), 480))).toBeUndefined();
    expect(await source.read(key)).toBeUndefined();
    expect(await source.read(key)).toBeUndefined();
    expect(filesAsked().filter((one) => one.includes('pictures/'))).toEqual([markerKey(PICTURE)]);
    await source.close();
    const hashes = Object.fromEntries(PICTURE_WIDTHS.map((width) => [width, sha256(`copy ${width}`)]));
    await bucket.write(markerKey(PICTURE), JSON.stringify({ hashes }));
    await open();
    await looked();
    expect(String(await source.read(key))).toBe('copy 480');
    await bucket.write(copyKey(PICTURE, 720), 'something else');
    await expect(source.read(copyKey(PICTURE, 720))).rejects.toThrow(
      '720.avif has been altered in the bucket',
    );
  });

  test('keeps on disk nothing that has been pruned', async () => {
    await open();
    const second = await put(await tinyMicora('MiCora two'));
    await until(async () => (await liveId()) === second.id);
    await looked();
    const old = `micora-remote/${first.apps['micora-remote']}`;
    expect(await cache.walk(`assets/${old}/`)).not.toEqual([]);
    await prune({ store: bucket, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log: () => undefined });
    const keys = async (store: Store) => (await store.walk('pages/')).map(({ key }) => key).sort();
    await until(async () => (await cache.walk(`assets/${old}/`)).length === 0);
    await until(async () => (await keys(cache)).join() === (await keys(bucket)).join());
    expect(await cache.list('releases/')).toEqual([`${second.id}.json`]);
    expect(await cache.walk(`artifacts/${old}/`)).toEqual([]);
    isAway = true;
    await expectWhole(second);
  });

  test('fetches again what has been altered on disk', async () => {
    await open();
    await looked();
    for (const key of await keysOf(first)) await cache.write(key, 'something else');
    await expectWhole(first);
    isAway = true;
    await expectWhole(first);
    const key = pageKey(first, 'index.html');
    await cache.write(key, 'something else');
    await expect(source.read(key)).rejects.toThrow('The bucket cannot be reached.');
  });

  test('is served by two processes with one cache', async () => {
    const one = await open();
    const other = await open();
    const second = await put(await tinyMicora('MiCora two'));
    for (const each of [one, other]) {
      source = each;
      await until(async () => (await liveId()) === second.id);
    }
    await looked();
    isAway = true;
    for (const each of [one, other]) {
      source = each;
      await expectWhole(second);
    }
    await one.close();
  });

  test('is whole after a restart without the bucket, wherever it was ended while it fetched', async () => {
    await open();
    await source.close();
    const before = cache;
    const second = await put(await tinyMicora('MiCora two'));
    const shown: string[] = [];
    for (let left = 0; shown.at(-1) !== second.id; left += 1) {
      const disk = memoryStore();
      await Promise.all(
        (await before.walk('')).map(async ({ key }) => disk.write(key, (await before.read(key)) ?? '')),
      );
      let writes = 0;
      let hasEnded = false;
      // From one of its writes on nothing reaches the disk any more.
      cache = {
        ...disk,
        write: async (key, content) => {
          writes += 1;
          hasEnded ||= writes > left;
          if (hasEnded) throw new Error('It has been ended.');
          await disk.write(key, content);
        },
        remove: async (key) => {
          if (!hasEnded) await disk.remove(key);
        },
      };
      isAway = false;
      await open();
      await until(async () => hasEnded || (await liveId()) === second.id);
      await source.close();
      cache = disk;
      isAway = true;
      await open();
      shown.push(await liveId());
      await expectWhole(shown.at(-1) === second.id ? second : first);
      await source.close();
    }
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((id) => id === second.id)).toHaveLength(1);
  });

  test("refuses another store's cache, and a directory that holds something else", async () => {
    await open();
    await expect(open(seen, 's3://site/another')).rejects.toThrow(
      `The cache holds what ${ADDRESS} has, not s3://site/another: name another one, --cache <directory>.`,
    );
    cache = bucket;
    const before = await bucket.walk('');
    await expect(open()).rejects.toThrow('The cache holds something else: name an empty directory');
    expect(await bucket.walk('')).toEqual(before);
    cache = directoryStore(await temporaryDirectory());
    await cache.write('pages/index.tsx', 'of another project');
    await expect(open()).rejects.toThrow('The cache holds something else: name an empty directory');
    expect(String(await cache.read('pages/index.tsx'))).toBe('of another project');
    await expectWhole(first);
  });

  test("shows and removes nothing if the bucket at its address becomes another site's, or empty", async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await open();
    await looked();
    const before = (await cache.walk('')).map(({ key }) => key).sort();
    const another = directoryStore(await temporaryDirectory());
    for (const words of ['one', 'two', 'three']) {
      const artifacts = [await tinyShell(words), await tinyStudio(words), await tinyMicora(words)];
      await deploy({ store: another, artifacts, log: () => undefined });
    }
    const here = bucket;
    for (const [other, said] of [
      [another, `${ADDRESS} has another site's history than what is served here`],
      [directoryStore(await temporaryDirectory()), `Nothing has been deployed to ${ADDRESS}.`],
    ] as const) {
      told.length = 0;
      bucket = other;
      seen.read = (key) => ask(key, () => other.read(key));
      seen.list = (prefix) => ask(prefix, () => other.list(prefix));
      await until(() => told.length > 0);
      // Also after a restart.
      await source.close();
      await open();
      const rounds = () => asked.filter((key) => key === 'history/1.json').length;
      const begun = rounds();
      await until(() => rounds() > begun + 3);
      expect(told.every((line) => line.startsWith(said))).toBe(true);
      expect((await cache.walk('')).map(({ key }) => key).sort()).toEqual(before);
      bucket = here;
      await expectWhole(second);
      seen.read = (key) => ask(key, () => here.read(key));
      seen.list = (prefix) => ask(prefix, () => here.list(prefix));
      await looked();
    }
  });

  test('keeps nothing longer because a clock is set back', async () => {
    await open();
    const preview = await previewed();
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    await removePreview(bucket, preview.id, () => undefined);
    await until(async () => (await source.preview(preview.id)) === undefined);
    clock.mockRestore();
  });
});

if (NO_S3) test.skip(`a site that is served from a real bucket: ${NO_S3}`, () => undefined);
else {
  describe('a site that is served from a real bucket', () => {
    useS3();
    test('follows its releases, and has its previews', async () => {
      bucket = await openStore(newBucketAddress(), '/');
      const live = await begin(bucket);
      await open(bucket);
      await expectWhole(live);
      const second = await put(await tinyMicora('MiCora two'));
      await until(async () => (await liveId()) === second.id);
      await expectWhole(second);
      const artifacts = [await tinyStudio('Home two')];
      const preview = await previewRelease({ store: bucket, artifacts, log: () => undefined });
      await until(async () => (await source.preview(preview.id)) !== undefined);
      expect(String(await source.read(pageKey(preview, 'index.html')))).toContain('Home two');
      expect(told).toEqual([]);
    });
  });
}
