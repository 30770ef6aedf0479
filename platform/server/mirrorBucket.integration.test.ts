import '../../testing/renderHere';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { HEARTBEAT } from '../../release/heartbeat';
import { storePicture } from '../../pictures/createPictureQueue';
import { COPIES, copyKey, copyKeys, markerKey } from '../../pictures/pictureKeys';
import { prune } from '../../release/prune';
import { buildsOf, contentsOf, type Release } from '../../release/Release';
import { directoryStore } from '../../store/directoryStore';
import { openStore } from '../../store/openStore';
import type { Store } from '../../store/Store';
import { describeWithS3, newBucketAddress } from '../../testing/startS3';
import { storeAround } from '../../testing/steppedStore';
import { temporaryDirectory } from '../../testing/temporaryDirectory';
import { tinyPicture } from '../../testing/tinyPicture';
import { tinyMicora, tinyShell, tinyStudio } from '../../testing/tinySite';
import { useTinySite } from '../../testing/useTinySite';
import { bucketSource } from './bucketSource';

jest.setTimeout(60_000);

const ADDRESS = 's3://site/production';
const PICTURE = tinyPicture.name;
const DAY = 86_400_000;

/** A site whose store is the bucket. */
const site = useTinySite(async () => directoryStore(await temporaryDirectory()));
const { log } = site;

let copy: Store;
/** The keys that were read from the bucket. */
let fetched: string[];
/** How often the bucket has been listed. */
let listings: number;
/** How the bucket answers a read. */
let onRead: (key: string) => Promise<Buffer | undefined>;
let isAway: boolean;
let logged: string[];
let source: Awaited<ReturnType<typeof bucketSource>>;

beforeEach(async () => {
  copy = directoryStore(await temporaryDirectory());
  [fetched, listings, logged, isAway] = [[], 0, [], false];
  onRead = (key) => site.store.read(key);
});
afterEach(() => source.close());

async function open({ address = ADDRESS, list = 20 } = {}) {
  const seen = storeAround({ ...site.store, read: (key) => onRead(key) }, (take, step, key) => {
    if (step.startsWith('read')) fetched.push(key);
    if (key === HEARTBEAT) listings += 1;
    return isAway ? Promise.reject(new Error('The bucket cannot be reached.')) : take();
  });
  const options = { address, log: (line: string) => void logged.push(line), interval: { look: 5, list } };
  return (source = await bucketSource(seen, copy, options));
}

/** Waits until a condition is met, up to the time limit of the test. */
async function until(isMet: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isMet())) await pause(5);
}

const isLive = async ({ id }: Release) => (await source.live().catch(() => undefined))?.id === id;

/** Waits for three more listings of the bucket, so that at least one shows all changes made so far. */
async function listed(): Promise<void> {
  const before = listings;
  await until(() => listings >= before + 3);
}

const filesFetched = () => fetched.filter((key) => /^(?:pages|assets|artifacts|pictures)\//.test(key));
const keysIn = async (store: Store, folder: string) =>
  (await store.walk(folder)).map(({ key }) => key).sort();
const stays = ({ id }: Release) => `Meanwhile, release ${id} is served from the copy.`;
const micoraOf = ({ apps }: Release) => `micora-remote/${apps['micora-remote']}`;
const pruneAfter = (days: number) =>
  prune({ store: site.store, keepDays: 30, now: new Date(Date.now() + days * DAY), log });

/** Expects that visitors get the complete release, with the same files as in the bucket. */
async function expectServed(release: Release): Promise<void> {
  expect(await source.live()).toEqual(release);
  const keys = contentsOf(release).map(([, content]) => `pages/${content}`);
  for (const build of buildsOf(release)) keys.push(...(await keysIn(site.store, `assets/${build}/`)));
  for (const key of keys) expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
}

describe('a site that is served from a bucket', () => {
  test('is still served while the bucket is unavailable, and is updated afterwards', async () => {
    await open();
    await listed();
    isAway = true;
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => logged.length > 0);
    const before = await keysIn(copy, '');
    fetched = [];
    await until(() => fetched.length > 10);
    await expectServed(site.first);
    expect(await keysIn(copy, '')).toEqual(before);
    expect(logged).toEqual([`The bucket cannot be reached. ${stays(site.first)}`]);
    isAway = false;
    await until(() => isLive(second));
    await expectServed(second);
  });

  test('is still served if restarted while the bucket is unavailable, and is updated afterwards', async () => {
    await open();
    await source.close();
    const second = await site.put(tinyMicora('MiCora two'));
    isAway = true;
    await open();
    await expectServed(site.first);
    await until(() => logged.length > 0);
    expect(logged).toEqual([`The bucket cannot be reached. ${stays(site.first)}`]);
    isAway = false;
    await until(() => isLive(second));
    await expectServed(second);
  });

  test('if the bucket is unavailable and there is no copy yet, reports that it serves nothing', async () => {
    isAway = true;
    await open();
    expect(logged).toEqual(['The bucket cannot be reached. Meanwhile, there is nothing to serve.']);
    isAway = false;
    await until(() => isLive(site.first));
    await expectServed(site.first);
  });

  test('copies the heartbeat regularly, not on a visitor’s request', async () => {
    const heartbeat = async () => (await source.read(HEARTBEAT))?.toString();
    await open();
    expect(await heartbeat()).toBeUndefined();
    for (const beat of ['2026-11-21T10:15:00.123Z', '2026-11-21T10:16:00.123Z']) {
      await site.store.write(HEARTBEAT, beat);
      await until(async () => (await heartbeat()) === beat);
    }
    isAway = true;
    await until(() => logged.length > 0);
    fetched = [];
    expect(await heartbeat()).toBe('2026-11-21T10:16:00.123Z');
    expect(fetched).not.toContain(HEARTBEAT);
    isAway = false;
    await site.store.remove(HEARTBEAT);
    await until(async () => (await heartbeat()) === undefined);
  });

  test('fetches each file of a release once, before visitors see the release', async () => {
    await open();
    await listed();
    await expectServed(site.first);
    expect(filesFetched()).toHaveLength(new Set(filesFetched()).size);
    let isHeld = true;
    onRead = async (key) => {
      if (key.endsWith('routes.js.gz')) await until(() => !isHeld);
      return site.store.read(key);
    };
    fetched = [];
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => filesFetched().some((key) => key.endsWith('routes.js.gz')));
    expect(await isLive(site.first)).toBe(true);
    expect(await copy.list('history/')).not.toContain('2.json');
    isHeld = false;
    await until(() => isLive(second));
    fetched = fetched.filter((key) => !/^assets\/micora|^artifacts\/micora/.test(key));
    await expectServed(second);
    expect(filesFetched()).toHaveLength(new Set(filesFetched()).size);
    expect(filesFetched().filter((key) => /^(?:assets|artifacts)\//.test(key))).toEqual([]);
  });

  test('does not show a release until its copy is complete, even if files are removed meanwhile', async () => {
    await open();
    await source.close();
    const second = await site.put(tinyMicora('MiCora two'));
    const lost = `pages/${second.pages['micora.html']?.content}`;
    const write = copy.write.bind(copy);
    const steps: string[] = [];
    copy.write = async (key, bytes) => {
      await write(key, bytes);
      if (key === 'history/2.json') steps.push((await copy.read(lost)) ? 'live' : 'live without it');
      if (key !== `artifacts/${micoraOf(second)}/artifact.json`) return;
      await copy.remove(lost);
      steps.push('removed');
    };
    await open();
    await until(() => isLive(second));
    expect(steps).toEqual(['removed', 'live']);
    await expectServed(second);
  });

  test('follows a deployment and a rollback by reading only the next history entry', async () => {
    await open({ list: DAY });
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    expect(listings).toBe(1);
    await expectServed(third);
  });

  test('finds the live release even if history entries were pruned, replaced or removed', async () => {
    await open();
    isAway = true;
    const numbers = [await site.put(tinyMicora('MiCora two')), await site.put(tinyMicora('MiCora three'))];
    await site.store.remove('history/2.json');
    isAway = false;
    const [, third = site.first] = numbers;
    await until(() => isLive(third));
    await expectServed(third);
    // A deployment removes the history entry that it wrote, and the next deployment reuses the entry's number before
    // the source notices the removal.
    isAway = true;
    await site.store.remove('history/3.json');
    const fourth = await site.put(tinyMicora('MiCora four'));
    isAway = false;
    await until(() => isLive(fourth));
    await expectServed(fourth);
    await site.store.remove('history/2.json');
    await until(() => isLive(site.first));
    await expectServed(site.first);
  });

  test.each(['pages/', 'assets/', 'artifacts/', 'releases/'])(
    'keeps the old release while %s of a new release is damaged or cannot be written',
    async (folder) => {
      await open();
      let damaged = 'none yet';
      let content: Buffer | undefined = Buffer.from('something else');
      onRead = async (key) => {
        const isNew = key.startsWith(folder) && !key.includes(site.first.id);
        if (damaged === 'none yet' && isNew) damaged = key;
        return key === damaged ? content : site.store.read(key);
      };
      const second = await site.put(tinyMicora('MiCora two'));
      // A release whose manifest is missing is not published.
      for (content of folder === 'releases/' ? [content] : [content, undefined]) {
        logged.length = 0;
        await until(() => logged.some((line) => line.includes(damaged) && line.endsWith(stays(site.first))));
        await listed();
        await expectServed(site.first);
        expect(logged).toHaveLength(new Set(logged).size);
      }
      damaged = 'nothing';
      const write = copy.write.bind(copy);
      copy.write = (key, bytes) =>
        key.startsWith(folder) ? Promise.reject(new Error('The file cannot be written.')) : write(key, bytes);
      await until(() => logged.includes(`The file cannot be written. ${stays(site.first)}`));
      await expectServed(site.first);
      copy.write = write;
      await until(() => isLive(second));
      await expectServed(second);
    },
  );

  test('reports an empty bucket, and serves the first release once it is deployed', async () => {
    site.store = directoryStore(await temporaryDirectory());
    await open();
    await expect(source.live()).rejects.toThrow('Nothing has been deployed to the store.');
    expect(logged).toEqual([
      `Nothing has been deployed to ${ADDRESS}. Meanwhile, there is nothing to serve.`,
    ]);
    const release = await site.put(tinyShell(), tinyStudio());
    await until(() => isLive(release));
  });

  test('copies the builds of open tabs, but no server bundles and no data', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    expect((await source.live()).id).toBe(second.id);
    await until(async () => (await copy.list(`artifacts/${micoraOf(site.first)}/`)).length > 0);
    fetched = [];
    for (const key of await keysIn(site.store, `assets/${micoraOf(site.first)}/`))
      expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
    expect(filesFetched()).toEqual([]);
    expect(await keysIn(copy, 'data/')).toEqual([]);
    expect((await keysIn(copy, 'artifacts/')).filter((key) => !key.endsWith('/artifact.json'))).toEqual([]);
  });

  test('copies the live release first, then builds of open tabs, then pictures', async () => {
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    const live = filesFetched();
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    const last = (files: string[], folder: string) => files.findLastIndex((key) => key.startsWith(folder));
    const rest = filesFetched().slice(live.length);
    expect(last(live, `assets/${micoraOf(second)}/`)).toBeGreaterThan(0);
    expect(last(rest, `assets/${micoraOf(site.first)}/`)).toBeGreaterThan(0);
    expect(rest.findIndex((key) => key.includes('pictures/'))).toBeGreaterThan(
      last(rest, `assets/${micoraOf(site.first)}/`),
    );
    expect(live.filter((key) => key.includes('pictures/') || key.includes(micoraOf(site.first)))).toEqual([]);
  });

  test('follows a release while pictures are still being copied', async () => {
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    let isHeld = true;
    onRead = async (key) => {
      if (key === copyKey(PICTURE, 480)) await until(() => !isHeld);
      return site.store.read(key);
    };
    await open();
    await until(() => fetched.includes(copyKey(PICTURE, 480)));
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    expect(await copy.read(markerKey(PICTURE))).toBeUndefined();
    isHeld = false;
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
  });

  test('does not ask the bucket for made-up names', async () => {
    await open();
    await listed();
    fetched = [];
    for (const key of [
      `assets/studio-remote/${'0'.repeat(16)}/routes.js`,
      `assets/${micoraOf(site.first)}/none.js`,
      ...[copyKey(PICTURE, 480), 'assets/pictures/../480.avif', 'assets/source.json/live.json'],
      ...['pages/index.html', 'source.json', 'history/1.json'],
    ])
      expect(await source.read(key)).toBeUndefined();
    expect(filesFetched()).toEqual([]);
  });

  test('serves pictures from the time they are made until they are pruned', async () => {
    await open();
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    isAway = true;
    for (const [width, key] of copyKeys(PICTURE))
      expect(await source.read(key)).toEqual(tinyPicture.copies[width]);
    isAway = false;
    await pruneAfter(31);
    for (const folder of [COPIES, 'pictures/'])
      await until(async () => (await keysIn(copy, folder)).length === 0);
  });

  test('serves a picture as soon as it has been made, even if it was refused before', async () => {
    await site.store.write(markerKey(PICTURE), JSON.stringify({ refused: 'it is not a picture' }));
    await open();
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    expect(await source.read(copyKey(PICTURE, 480))).toBeUndefined();
    await site.store.remove(markerKey(PICTURE));
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
  });

  test('reports a picture that is damaged in the bucket, and copies the rest', async () => {
    const other = PICTURE.replace('abc', 'other');
    for (const name of [PICTURE, other]) await storePicture(site.store, name, tinyPicture.copies);
    await site.store.write(copyKey(PICTURE, 480), 'something else');
    await open();
    await until(async () => (await copy.read(markerKey(other))) !== undefined);
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    await listed();
    const damage = `${copyKey(PICTURE, 480)} has been altered in the bucket: put it back, or deploy again.`;
    expect(logged).toEqual([damage]);
    expect(await copy.read(markerKey(PICTURE))).toBeUndefined();
    await site.store.write(copyKey(PICTURE, 480), tinyPicture.copies[480]);
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
  });

  test('copies pictures although the live release is damaged in the bucket', async () => {
    await open();
    // The bucket is made unavailable, so that this test can remove the page before it is copied.
    isAway = true;
    const second = await site.put(tinyMicora('MiCora two'));
    const page = `pages/${second.pages['micora.html']?.content}`;
    await site.store.remove(page);
    isAway = false;
    await until(() => logged.some((line) => line.includes(page)));
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    await expectServed(site.first);
  });

  test('is served by two processes that share a copy, even after the bucket has been pruned', async () => {
    const both = [await open(), await open()];
    const second = await site.put(tinyMicora('MiCora two'));
    for (source of both) await until(() => isLive(second));
    expect(await keysIn(copy, `assets/${micoraOf(site.first)}/`)).not.toEqual([]);
    await pruneAfter(31);
    for (const folder of ['pages/', 'releases/', 'assets/'])
      await until(
        async () => (await keysIn(copy, folder)).join() === (await keysIn(site.store, folder)).join(),
      );
    await until(async () => (await keysIn(copy, `artifacts/${micoraOf(site.first)}/`)).length === 0);
    isAway = true;
    for (source of both) await expectServed(second);
    await both[0]?.close();
  });

  test('removes abandoned partial files of a killed process', async () => {
    await open();
    const left = ['pages/one.tmp', `assets/${micoraOf(site.first)}/routes.js.two.tmp`];
    for (const key of left) await copy.write(key, 'half');
    await listed();
    for (const key of left) expect(await copy.read(key)).toBeDefined();
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_700_000);
    for (const key of left) await until(async () => (await copy.read(key)) === undefined);
    clock.mockRestore();
    await expectServed(site.first);
  });

  test('is copied again after somebody has emptied the directory', async () => {
    await open();
    for (const { key } of await copy.walk('')) await copy.remove(key);
    const isBack = async () => (await keysIn(copy, 'history/')).length > 0;
    await until(isBack);
    await expectServed(site.first);
    await source.close();
    isAway = true;
    await open();
    await expectServed(site.first);
  });

  test("refuses another bucket's copy, and a directory with other files", async () => {
    await open();
    await expect(open({ address: 's3://site/another' })).rejects.toThrow(
      `The directory contains a copy of ${ADDRESS}, not of s3://site/another. Choose another directory: --cache <directory>.`,
    );
    copy = site.store;
    const before = await site.store.walk('');
    await expect(open()).rejects.toThrow('The directory contains other files. Choose an empty directory');
    expect(await site.store.walk('')).toEqual(before);
    await expectServed(site.first);
  });

  test('keeps its copy if the bucket contains another site, or is empty', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    await listed();
    await source.close();
    const before = await keysIn(copy, '');
    const [here, another] = [site.store, directoryStore(await temporaryDirectory())];
    for (const words of ['one', 'two', 'three'])
      await site.deploy({ store: another, artifacts: [tinyShell(words), tinyStudio(words)] });
    for (const [other, problem] of [
      [another, `${ADDRESS} does not contain the site whose copy is served here`],
      [directoryStore(await temporaryDirectory()), `Nothing has been deployed to ${ADDRESS}.`],
    ] as const) {
      await source.close();
      logged.length = 0;
      site.store = other;
      await open();
      const rounds = () => fetched.filter((key) => key === 'history/1.json').length;
      const begun = rounds();
      await until(() => rounds() > begun + 3);
      expect(logged).toEqual([expect.stringContaining(problem)]);
      expect(await keysIn(copy, '')).toEqual(before);
      await source.close();
      site.store = here;
      await expectServed(second);
    }
  });
});

const disk = mountSmallDisk('2m');

if (typeof disk === 'string') test.skip(`a copy on a full disk: ${disk}`, () => undefined);
else
  describe('a copy on a full disk', () => {
    afterAll(disk.remove);

    afterEach(disk.clear);
    beforeEach(() => void (copy = directoryStore(disk.directory)));

    test('keeps the old release until there is space again', async () => {
      await open();
      await listed();
      disk.fill(2);
      const second = await site.put(tinyMicora('MiCora two'));
      const full =
        /^The disk that holds .* is full\. Free some space .* try again\. Meanwhile, release .* is served from the copy\.$/;
      await until(() => logged.some((line) => full.test(line)));
      expect(logged.filter((line) => !line.endsWith(stays(site.first)))).toEqual([]);
      await listed();
      await expectServed(site.first);
      disk.clear();
      await until(() => isLive(second));
      await expectServed(second);
    });

    test('is updated once pruning the bucket has freed space', async () => {
      await open();
      for (const text of ['MiCora two', 'MiCora three']) {
        const release = await site.put(tinyMicora(text));
        await until(() => isLive(release));
      }
      await site.store.write(HEARTBEAT, new Date().toISOString());
      await listed();
      disk.fill(0);
      const last = await site.put(tinyMicora('MiCora four'));
      await until(() => logged.length > 0);
      expect(await isLive(last)).toBe(false);
      await pruneAfter(31);
      await until(() => isLive(last));
      await expectServed(last);
    });
  });

describeWithS3('a real S3 server', () => {
  test('the site shows a deployment, then a rollback, and serves pictures', async () => {
    const address = newBucketAddress();
    const directory = site.store;
    site.store = await openStore(address, '/');
    for (const { key } of await directory.walk(''))
      await site.store.write(key, (await directory.read(key)) ?? '');
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await open({ address, list: 200 });
    await expectServed(site.first);
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    await expectServed(second);
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    await expectServed(third);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
    expect(logged).toEqual([]);
  });
});
