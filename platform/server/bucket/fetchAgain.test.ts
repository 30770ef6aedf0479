import '../../testing/renderHere';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { storePicture } from '../../pictures/createPictureQueue';
import { copyKey, markerKey } from '../../pictures/pictureKeys';
import type { Store } from '../../store/Store';
import { copySite } from '../../testing/copyStore';
import { memoryStore } from '../../testing/memoryStore';
import { tinyPicture } from '../../testing/tinyPicture';
import { useTinySite } from '../../testing/useTinySite';
import type { SiteSource } from '../SiteSource';
import { storeSource } from '../storeSource';
import { fetchAgain } from './fetchAgain';

jest.setTimeout(60_000);

const PICTURE = tinyPicture.name;

/** A site whose store is the bucket. */
const site = useTinySite();

let copy: Store;
/** The keys that were read from the bucket since the source was opened. */
let asked: string[];
let reported: string[];
let source: SiteSource;
let clock: jest.SpiedFunction<typeof performance.now> | undefined;

/** Opens the source, as a restart does. */
function open(read: Store['read'] = (key) => site.store.read(key)): void {
  asked = [];
  const bucket = { ...site.store, read: (key: string) => (asked.push(key), read(key)) };
  const from = { bucket, copy, signal: new AbortController().signal };
  const again = fetchAgain(from, (line) => void reported.push(line));
  source = storeSource(copy, { fetchAgain: again });
}

beforeEach(async () => {
  [copy, reported] = [memoryStore(), []];
  await storePicture(site.store, PICTURE, tinyPicture.copies);
  await copySite(site.store, copy);
  open();
});
afterEach(() => clock?.mockRestore());

const pageKey = () => `pages/${site.first.pages['index.html']?.content}`;
const buildFolder = () => `micora-remote/${site.first.apps['micora-remote']}`;
const assetKey = () => `assets/${buildFolder()}/routes.js`;
const OTHER_CONTENT = Buffer.from('something else');

describe.each<[kind: string, keyOf: () => string]>([
  ['a page', pageKey],
  ['a compressed page', () => `${pageKey()}.br`],
  ['a script', assetKey],
  ['a compressed script', () => `${assetKey()}.gz`],
  ['a picture’s copy', () => copyKey(PICTURE, 480)],
])('the local file of %s', (_kind, keyOf) => {
  test.each([
    ['was altered', () => copy.write(keyOf(), OTHER_CONTENT)],
    ['is missing', () => copy.remove(keyOf())],
  ])('is fetched again exactly once if it %s', async (damageKind, damage) => {
    const right = await site.store.read(keyOf());
    expect(await source.read(keyOf())).toEqual(right);
    expect(asked).toEqual([]);
    await damage();
    expect(await Promise.all([source.read(keyOf()), source.read(keyOf())])).toEqual([right, right]);
    expect(asked).toEqual([keyOf()]);
    expect(await copy.read(keyOf())).toEqual(right);
    expect(reported).toEqual(
      damageKind === 'was altered' ? [`${keyOf()} was damaged in the copy and has been fetched again.`] : [],
    );
    expect(await source.read(keyOf())).toEqual(right);
    expect(asked).toEqual([keyOf()]);
  });

  test('is requested from the bucket once a minute if it is damaged there, too', async () => {
    const right = await site.store.read(keyOf());
    await copy.write(keyOf(), OTHER_CONTENT);
    await site.store.write(keyOf(), OTHER_CONTENT);
    const problem = `${keyOf()} has been altered in the bucket: put it back, or deploy again.`;
    for (let repeat = 0; repeat < 3; repeat += 1) await expect(source.read(keyOf())).rejects.toThrow(problem);
    expect(asked.filter((key) => key === keyOf()).length).toBeLessThanOrEqual(2);
    await site.store.write(keyOf(), right ?? '');
    const now = performance.now.bind(performance);
    clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    // The cache that remembers failed attempts does not read the clock on every access, so wait until it does.
    await pause(20);
    expect(await source.read(keyOf())).toEqual(right);
    expect(await copy.read(keyOf())).toEqual(right);
  });

  test('is requested from the bucket only once if it is missing there, too', async () => {
    for (const store of [copy, site.store]) await store.remove(keyOf());
    for (let repeat = 0; repeat < 3; repeat += 1) expect(await source.read(keyOf())).toBeUndefined();
    expect(asked).toEqual([keyOf()]);
  });

  test('is served from the bucket if it cannot be written, and the problem is reported', async () => {
    const right = await site.store.read(keyOf());
    await copy.write(keyOf(), OTHER_CONTENT);
    copy.write = () => Promise.reject(new Error('The disk is full.'));
    expect(await source.read(keyOf())).toEqual(right);
    expect(reported[0]).toBe('The disk is full.');
  });
});

test.each([
  ['a build', () => `artifacts/${buildFolder()}/artifact.json`, assetKey],
  ['a picture', () => markerKey(PICTURE), () => copyKey(PICTURE, 480)],
])('the description of %s is fetched again only if damaged', async (_of, descriptionKey, keyOf) => {
  const description = await copy.read(descriptionKey());
  const right = await copy.read(keyOf());
  await copy.write(descriptionKey(), OTHER_CONTENT);
  expect(await source.read(keyOf())).toEqual(right);
  expect(await copy.read(descriptionKey())).toEqual(description);
  await copy.remove(descriptionKey());
  open();
  expect(await source.read(keyOf())).toBeUndefined();
  expect(asked).toEqual([]);
});

test('if a picture’s copies were regenerated, their new description is fetched, too', async () => {
  for (const key of [copyKey(PICTURE, 480), markerKey(PICTURE)]) await site.store.remove(key);
  const copies = { ...tinyPicture.copies, 480: Buffer.from('made again') };
  await storePicture(site.store, PICTURE, copies);
  await copy.write(copyKey(PICTURE, 480), OTHER_CONTENT);
  expect(await source.read(copyKey(PICTURE, 480))).toEqual(copies[480]);
  expect(await copy.read(markerKey(PICTURE))).toEqual(await site.store.read(markerKey(PICTURE)));
});

test('a visitor gets an error while the bucket hangs, and the page once the bucket answers', async () => {
  let answer: (content: Buffer | undefined) => void = () => undefined;
  open(() => new Promise((done) => (answer = done)));
  const right = await copy.read(pageKey());
  await copy.remove(pageKey());
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'performance'] });
  try {
    const silent = expect(source.read(pageKey())).rejects.toThrow('the bucket does not answer');
    await jest.advanceTimersByTimeAsync(5000);
    await silent;
    answer(right);
    expect(await source.read(pageKey())).toEqual(right);
    expect(asked).toEqual([pageKey()]);
  } finally {
    jest.useRealTimers();
  }
});
