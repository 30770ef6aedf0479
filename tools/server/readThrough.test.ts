import '../testing/renderHere';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { sha256 } from '../build/sha256';
import { copyKey, markerKey } from '../release/pictures/pictureKeys';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { useTinySite } from '../testing/useTinySite';
import { readThrough } from './readThrough';

jest.setTimeout(60_000);

const PICTURE = 'a4/projects/abc/picture.jpg';

const site = useTinySite();

let bucket: Store;
let cache: Store;
/** What was asked of the bucket since it was last looked at. */
let asked: string[];
let read: ReturnType<typeof readThrough>;

const open = (isNamed: (key: string) => boolean = () => true) => {
  const seen = { ...bucket, read: (key: string) => (asked.push(key), bucket.read(key)) };
  read = readThrough(seen, cache, isNamed);
};

beforeEach(() => {
  [bucket, cache, asked] = [site.store, memoryStore(), []];
  open();
});

const pageKey = () => `pages/${site.first.pages['index.html']?.content}`;
const assetKey = () => `assets/micora-remote/${site.first.apps['micora-remote']}/routes.js`;
const kinds: [kind: string, keyOf: () => string][] = [
  ['page', pageKey],
  ['asset', assetKey],
];

test.each(kinds)(
  'a %s in each form is fetched once, and again if it has been altered on disk; altered in the bucket it is not sent, nor asked for again',
  async (_kind, keyOf) => {
    for (const key of ['', '.br', '.gz'].map((form) => keyOf() + form)) {
      const right = await bucket.read(key);
      for (const fetched of [1, 0]) {
        asked = [];
        open();
        expect(await read(key)).toEqual(right);
        expect(asked.filter((one) => one === key)).toHaveLength(fetched);
        expect(await cache.read(key)).toEqual(right);
      }
      await cache.write(key, 'something else');
      expect(await read(key)).toEqual(right);
      expect(await cache.read(key)).toEqual(right);

      await cache.remove(key);
      await bucket.write(key, 'something else');
      await expect(read(key)).rejects.toThrow(
        `${key} has been altered in the bucket: put it back, or deploy again.`,
      );
      expect(await cache.read(key)).toBeUndefined();
      asked = [];
      expect(await read(key)).toBeUndefined();
      expect(asked).toEqual([]);
    }
  },
);

test('on a full disk all of it is served, and what describes a build is asked for once', async () => {
  cache.write = () => Promise.reject(new Error('ENOSPC'));
  for (const key of [pageKey(), assetKey(), `${assetKey()}.br`])
    expect(await read(key)).toEqual(await bucket.read(key));
  expect(asked.filter((key) => key.endsWith('artifact.json'))).toHaveLength(1);
});

test.each([
  ...['pages/index.html', `pages/${'0'.repeat(64)}`, 'assets/source.json/live.json', 'history/1.json'],
  ...['assets/micora-remote/../../live.json', 'assets/pictures/../480.avif'],
])('what strangers make up is not there: %s', async (key) => {
  open(() => false);
  await cache.write('assets/source.json/live.json', 'private');
  expect(await read(key)).toBeUndefined();
  expect(asked).toEqual([]);
});

test('a file that a build does not name is not asked for', async () => {
  expect(await read(`${assetKey()}/nothing.js`)).toBeUndefined();
  expect(asked).toEqual([`artifacts/micora-remote/${site.first.apps['micora-remote']}/artifact.json`]);
});

test('the copies of a picture are there once they are made; one that is not made is not asked for again', async () => {
  const key = copyKey(PICTURE, 480);
  await bucket.write(key, 'copy 480');
  expect([await read(key), await read(key)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([markerKey(PICTURE)]);
  const hashes = Object.fromEntries(PICTURE_WIDTHS.map((width) => [width, sha256(`copy ${width}`)]));
  await bucket.write(markerKey(PICTURE), JSON.stringify({ hashes }));
  // As after a minute.
  open();
  expect(String(await read(key))).toBe('copy 480');
  await bucket.write(copyKey(PICTURE, 720), 'something else');
  await expect(read(copyKey(PICTURE, 720))).rejects.toThrow('720.avif has been altered in the bucket');
  // They may have been made again.
  expect(await cache.read(markerKey(PICTURE))).toBeUndefined();
});

test('a picture of which no copies can be made has none, and nothing is wrong with that', async () => {
  await bucket.write(markerKey(PICTURE), JSON.stringify({ refused: 'it is no picture' }));
  expect(await read(copyKey(PICTURE, 480))).toBeUndefined();
});

test('the copies of a picture that was refused are there once it has been tried again', async () => {
  await bucket.write(markerKey(PICTURE), JSON.stringify({ refused: 'it is no picture' }));
  const key = copyKey(PICTURE, 480);
  expect([await read(key), await read(key)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([markerKey(PICTURE)]);
  await bucket.write(key, 'copy 480');
  const hashes = Object.fromEntries(PICTURE_WIDTHS.map((width) => [width, sha256(`copy ${width}`)]));
  await bucket.write(markerKey(PICTURE), JSON.stringify({ hashes }));
  // As after a minute.
  open();
  expect(String(await read(key))).toBe('copy 480');
});
