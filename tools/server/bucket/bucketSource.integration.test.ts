import '../../testing/renderHere';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { HEARTBEAT } from '../../release/heartbeat';
import { storePicture } from '../../release/pictures/createPictureQueue';
import { COPIES, copyKey, copyKeys, markerKey } from '../../release/pictures/pictureKeys';
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

/** Its store is the bucket. */
const site = useTinySite(async () => directoryStore(await temporaryDirectory()));
const { log } = site;

let copy: Store;
/** What has been read from the bucket. */
let fetched: string[];
/** How often the bucket has been listed. */
let listings: number;
/** What happens when something is read from it. */
let onRead: (key: string) => Promise<Buffer | undefined>;
let isAway: boolean;
let told: string[];
let source: Awaited<ReturnType<typeof bucketSource>>;

beforeEach(async () => {
  copy = directoryStore(await temporaryDirectory());
  [fetched, listings, told, isAway] = [[], 0, [], false];
  onRead = (key) => site.store.read(key);
});
afterEach(() => source.close());

async function open({ address = ADDRESS, list = 20 } = {}) {
  const seen = storeAround({ ...site.store, read: (key) => onRead(key) }, (take, step, key) => {
    if (step.startsWith('read')) fetched.push(key);
    if (key === HEARTBEAT) listings += 1;
    return isAway ? Promise.reject(new Error('The bucket cannot be reached.')) : take();
  });
  const options = { address, log: (line: string) => void told.push(line), interval: { look: 5, list } };
  return (source = await bucketSource(seen, copy, options));
}

/** Until it is so; the test's own limit ends what never is. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(5);
}

const isLive = async ({ id }: Release) => (await source.live().catch(() => undefined))?.id === id;

/** Until it has listed what there was when this was called. */
async function listed(): Promise<void> {
  const before = listings;
  await until(() => listings >= before + 3);
}

const filesFetched = () => fetched.filter((key) => /^(?:pages|assets|artifacts|pictures)\//.test(key));
const keysIn = async (store: Store, folder: string) =>
  (await store.walk(folder)).map(({ key }) => key).sort();
const stays = ({ id }: Release) => `Until then release ${id} is served, from the copy.`;
const micoraOf = ({ apps }: Release) => `micora-remote/${apps['micora-remote']}`;
const pruneAfter = (days: number) =>
  prune({ store: site.store, keepDays: 30, now: new Date(Date.now() + days * DAY), log });

/** Expects that visitors get all of a release as it is in the bucket. */
async function expectWhole(release: Release): Promise<void> {
  expect(await source.live()).toEqual(release);
  const keys = contentsOf(release).map(([, content]) => `pages/${content}`);
  for (const build of buildsOf(release)) keys.push(...(await keysIn(site.store, `assets/${build}/`)));
  for (const key of keys) expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
}

describe('a site that is served from a bucket', () => {
  test('goes on while the bucket is away, says so once, and follows when it is back', async () => {
    await open();
    await listed();
    isAway = true;
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => told.length > 0);
    const before = await keysIn(copy, '');
    fetched = [];
    await until(() => fetched.length > 10);
    await expectWhole(site.first);
    expect(await keysIn(copy, '')).toEqual(before);
    expect(told).toEqual([`The bucket cannot be reached. ${stays(site.first)}`]);
    isAway = false;
    await until(() => isLive(second));
    await expectWhole(second);
  });

  test('is served without its bucket after a restart, says which release, and follows when it is back', async () => {
    await open();
    await source.close();
    const second = await site.put(tinyMicora('MiCora two'));
    isAway = true;
    await open();
    await expectWhole(site.first);
    await until(() => told.length > 0);
    expect(told).toEqual([`The bucket cannot be reached. ${stays(site.first)}`]);
    isAway = false;
    await until(() => isLive(second));
    await expectWhole(second);
  });

  test('says so if there is neither a bucket nor a copy', async () => {
    isAway = true;
    await open();
    expect(told).toEqual(['The bucket cannot be reached. Until then there is nothing to serve.']);
    isAway = false;
    await until(() => isLive(site.first));
    await expectWhole(site.first);
  });

  test('knows when a watcher last succeeded, which visitors do not ask the bucket for', async () => {
    const heartbeat = async () => (await source.read(HEARTBEAT))?.toString();
    await open();
    expect(await heartbeat()).toBeUndefined();
    for (const beat of ['2026-11-21T10:15:00.123Z', '2026-11-21T10:16:00.123Z']) {
      await site.store.write(HEARTBEAT, beat);
      await until(async () => (await heartbeat()) === beat);
    }
    isAway = true;
    await until(() => told.length > 0);
    fetched = [];
    expect(await heartbeat()).toBe('2026-11-21T10:16:00.123Z');
    expect(fetched).not.toContain(HEARTBEAT);
    isAway = false;
    await site.store.remove(HEARTBEAT);
    await until(async () => (await heartbeat()) === undefined);
  });

  test('has all of a release, each file fetched once, before visitors see it', async () => {
    await open();
    await listed();
    await expectWhole(site.first);
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
    await expectWhole(second);
    expect(filesFetched()).toHaveLength(new Set(filesFetched()).size);
    expect(filesFetched().filter((key) => /^(?:assets|artifacts)\//.test(key))).toEqual([]);
  });

  test('is not shown before all of it is there, even if something is removed while it is copied', async () => {
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
    await expectWhole(second);
  });

  test('follows by looking for the next number alone: a deployment, and a rollback', async () => {
    await open({ list: DAY });
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    expect(listings).toBe(1);
    await expectWhole(third);
  });

  test('follows if the next number was pruned before it was seen, or was taken back', async () => {
    await open();
    isAway = true;
    const numbers = [await site.put(tinyMicora('MiCora two')), await site.put(tinyMicora('MiCora three'))];
    await site.store.remove('history/2.json');
    isAway = false;
    const [, third = site.first] = numbers;
    await until(() => isLive(third));
    await expectWhole(third);
    // As a deployment does that was stopped for minutes; here while nobody looks, before another one takes the number.
    isAway = true;
    await site.store.remove('history/3.json');
    const fourth = await site.put(tinyMicora('MiCora four'));
    isAway = false;
    await until(() => isLive(fourth));
    await expectWhole(fourth);
    await site.store.remove('history/2.json');
    await until(() => isLive(site.first));
    await expectWhole(site.first);
  });

  test.each(['pages/', 'assets/', 'artifacts/', 'releases/'])(
    'stays as it is while something in %s of a new release is altered or missing, or cannot be kept',
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
      // Without its manifest it does not count as published.
      for (content of folder === 'releases/' ? [content] : [content, undefined]) {
        told.length = 0;
        await until(() => told.some((line) => line.includes(damaged) && line.endsWith(stays(site.first))));
        await listed();
        await expectWhole(site.first);
        expect(told).toHaveLength(new Set(told).size);
      }
      damaged = 'none any more';
      const write = copy.write.bind(copy);
      copy.write = (key, bytes) =>
        key.startsWith(folder) ? Promise.reject(new Error('It cannot be written.')) : write(key, bytes);
      await until(() => told.includes(`It cannot be written. ${stays(site.first)}`));
      await expectWhole(site.first);
      copy.write = write;
      await until(() => isLive(second));
      await expectWhole(second);
    },
  );

  test('says that nothing is live, and serves what comes', async () => {
    site.store = directoryStore(await temporaryDirectory());
    await open();
    await expect(source.live()).rejects.toThrow('Nothing has been deployed to the store.');
    expect(told).toEqual([`Nothing has been deployed to ${ADDRESS}. Until then there is nothing to serve.`]);
    const release = await site.put(tinyShell(), tinyStudio());
    await until(() => isLive(release));
  });

  test('has the builds that open tabs load, but neither what renders pages nor their data', async () => {
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

  test('copies what is live first, then the builds that open tabs load, and then pictures', async () => {
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

  test('does not ask the bucket for what strangers make up', async () => {
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

  test('has pictures once they are made, without a release, and until they are pruned', async () => {
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

  test('has a picture that was refused once it has been made after all', async () => {
    await site.store.write(markerKey(PICTURE), JSON.stringify({ refused: 'it is not a picture' }));
    await open();
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    expect(await source.read(copyKey(PICTURE, 480))).toBeUndefined();
    await site.store.remove(markerKey(PICTURE));
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
  });

  test('says which picture is damaged in the bucket; other pictures come, and the next release', async () => {
    const other = PICTURE.replace('abc', 'other');
    for (const name of [PICTURE, other]) await storePicture(site.store, name, tinyPicture.copies);
    await site.store.write(copyKey(PICTURE, 480), 'something else');
    await open();
    await until(async () => (await copy.read(markerKey(other))) !== undefined);
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    await listed();
    const damage = `${copyKey(PICTURE, 480)} has been altered in the bucket: put it back, or deploy again.`;
    expect(told).toEqual([damage]);
    expect(await copy.read(markerKey(PICTURE))).toBeUndefined();
    await site.store.write(copyKey(PICTURE, 480), tinyPicture.copies[480]);
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
  });

  test('gets pictures although the release that is live in the bucket is damaged', async () => {
    await open();
    const second = await site.put(tinyMicora('MiCora two'));
    const page = `pages/${second.pages['micora.html']?.content}`;
    await site.store.remove(page);
    await until(() => told.some((line) => line.includes(page)));
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await copy.read(markerKey(PICTURE))) !== undefined);
    await expectWhole(site.first);
  });

  test('is served by two processes with one copy, in which nothing stays that has been pruned', async () => {
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
    for (source of both) await expectWhole(second);
    await both[0]?.close();
  });

  test('removes what a killed process has left half-written, once nobody can be writing it', async () => {
    await open();
    const left = ['pages/one.tmp', `assets/${micoraOf(site.first)}/routes.js.two.tmp`];
    for (const key of left) await copy.write(key, 'half');
    await listed();
    for (const key of left) expect(await copy.read(key)).toBeDefined();
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_700_000);
    for (const key of left) await until(async () => (await copy.read(key)) === undefined);
    clock.mockRestore();
    await expectWhole(site.first);
  });

  test('is copied again if somebody empties the directory, and can be started again', async () => {
    await open();
    for (const { key } of await copy.walk('')) await copy.remove(key);
    const isBack = async () => (await keysIn(copy, 'history/')).length > 0;
    await until(isBack);
    await expectWhole(site.first);
    await source.close();
    isAway = true;
    await open();
    await expectWhole(site.first);
  });

  test("refuses another bucket's copy, and a directory that has something else in it", async () => {
    await open();
    await expect(open({ address: 's3://site/another' })).rejects.toThrow(
      `The directory has a copy of ${ADDRESS}, not of s3://site/another: name another one, --cache <directory>.`,
    );
    copy = site.store;
    const before = await site.store.walk('');
    await expect(open()).rejects.toThrow('The directory has something else in it: name an empty one');
    expect(await site.store.walk('')).toEqual(before);
    await expectWhole(site.first);
  });

  test("shows and removes nothing if the bucket at its address becomes another site's, or empty", async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    await listed();
    await source.close();
    const before = await keysIn(copy, '');
    const [here, another] = [site.store, directoryStore(await temporaryDirectory())];
    for (const words of ['one', 'two', 'three'])
      await site.deploy({ store: another, artifacts: [tinyShell(words), tinyStudio(words)] });
    for (const [other, said] of [
      [another, `${ADDRESS} has another site's history than what is served here`],
      [directoryStore(await temporaryDirectory()), `Nothing has been deployed to ${ADDRESS}.`],
    ] as const) {
      await source.close();
      told.length = 0;
      site.store = other;
      await open();
      const rounds = () => fetched.filter((key) => key === 'history/1.json').length;
      const begun = rounds();
      await until(() => rounds() > begun + 3);
      expect(told).toEqual([expect.stringContaining(said)]);
      expect(await keysIn(copy, '')).toEqual(before);
      await source.close();
      site.store = here;
      await expectWhole(second);
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

    test('says so, and goes on with the old release, until there is room again', async () => {
      await open();
      await listed();
      disk.fill(2);
      const second = await site.put(tinyMicora('MiCora two'));
      const full =
        /^The disk of .* is full\. Free some space .* try again\. Until then release .* is served, from the copy\.$/;
      await until(() => told.some((line) => full.test(line)));
      expect(told.filter((line) => !line.endsWith(stays(site.first)))).toEqual([]);
      await listed();
      await expectWhole(site.first);
      disk.clear();
      await until(() => isLive(second));
      await expectWhole(second);
    });

    test('gets room when the bucket is pruned', async () => {
      await open();
      for (const text of ['MiCora two', 'MiCora three']) {
        const release = await site.put(tinyMicora(text));
        await until(() => isLive(release));
      }
      await site.store.write(HEARTBEAT, new Date().toISOString());
      await listed();
      disk.fill(0);
      const last = await site.put(tinyMicora('MiCora four'));
      await until(() => told.length > 0);
      expect(await isLive(last)).toBe(false);
      await pruneAfter(31);
      await until(() => isLive(last));
      await expectWhole(last);
    });
  });

describeWithS3('a site that is served from a bucket of a real S3 server', () => {
  test('follows a deployment and a rollback, and has pictures', async () => {
    const address = newBucketAddress();
    const directory = site.store;
    site.store = await openStore(address, '/');
    for (const { key } of await directory.walk(''))
      await site.store.write(key, (await directory.read(key)) ?? '');
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await open({ address, list: 200 });
    await expectWhole(site.first);
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    await expectWhole(second);
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    await expectWhole(third);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
    expect(told).toEqual([]);
  });
});
