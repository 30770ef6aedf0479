import '../testing/renderHere';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { HEARTBEAT } from '../release/heartbeat';
import { storePicture } from '../pictures/storePicture';
import { copyKey, copyKeys } from '../pictures/pictureKeys';
import { releaseKey } from '../release/readReleases';
import { listBuildNames, listContents, listVersions, type Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { pruneLater } from '../testing/pruneLater';
import { describeWithS3, newBucketAddress } from '../testing/startS3';
import { storeAround } from '../testing/steppedStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyPicture } from '../testing/tinyPicture';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { mirrorBucket } from './mirrorBucket';

jest.setTimeout(60_000);

const ADDRESS = 's3://site/production';
const PICTURE = tinyPicture.name;
const DAY = 86_400_000;

/** A site that is deployed to the bucket. A directory stands in for the bucket. */
const site = useTinySite(async () => directoryStore(await temporaryDirectory()));

let directory: string;
let fetched: string[];
let listings: number;
let onRead: (key: string) => Promise<Buffer | undefined>;
let isAway: boolean;
let logged: string[];
let source: Awaited<ReturnType<typeof mirrorBucket>>;

beforeEach(async () => {
  directory = await temporaryDirectory();
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
  return (source = await mirrorBucket(seen, directory, options));
}

async function until(isMet: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isMet())) await pause(5);
}

const isLive = async ({ id }: Release) => (await source.live().catch(() => undefined))?.id === id;

/** Waits for three more listings of the bucket, so that at least one shows all changes made so far. */
async function listed(): Promise<void> {
  const before = listings;
  await until(() => listings >= before + 3);
}

const filesFetched = () => fetched.filter((key) => /^(?:pages|assets|builds|pictures)\//.test(key));
const keysIn = async (store: Store, folder: string) =>
  (await store.list(folder, { deep: true })).map(({ key }) => key).sort();
/** Lists the keys of all copied files, relative to the folders of their mirrors. */
const copied = async () =>
  (await keysIn(directoryStore(directory), '')).map((key) => key.split('/').slice(2).join('/')).sort();
const stays = ({ id }: Release) => `Meanwhile, release ${id} is served from the copy.`;
const micoraBuild = (release: Release) => `micora-remote/${listVersions(release)['micora-remote']}`;

async function expectServed(release: Release): Promise<void> {
  expect(await source.live()).toEqual(release);
  const keys = listContents(release).map(([, content]) => `pages/${content}`);
  for (const build of listBuildNames(release)) keys.push(...(await keysIn(site.store, `assets/${build}/`)));
  for (const key of keys) expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
}

describe('a site that is served from a bucket', () => {
  test('is still served while the bucket is unavailable, and is updated afterwards', async () => {
    await open();
    await listed();
    isAway = true;
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => logged.length > 0);
    const before = await copied();
    fetched = [];
    await until(() => fetched.length > 10);
    await expectServed(site.first);
    expect(await copied()).toEqual(before);
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

  test('reports that it serves nothing if the bucket is unavailable and there is no copy yet', async () => {
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
    isHeld = false;
    await until(() => isLive(second));
    fetched = fetched.filter((key) => !/^assets\/micora|^builds\/micora/.test(key));
    await expectServed(second);
    expect(filesFetched()).toHaveLength(new Set(filesFetched()).size);
    expect(filesFetched().filter((key) => /^(?:assets|builds)\//.test(key))).toEqual([]);
  });

  test('follows a deployment and a rollback by reading only the next release', async () => {
    await open({ list: DAY });
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    expect(listings).toBe(1);
    await expectServed(third);
  });

  test('finds the live release even if releases were pruned, replaced or removed', async () => {
    await open();
    isAway = true;
    const numbers = [await site.put(tinyMicora('MiCora two')), await site.put(tinyMicora('MiCora three'))];
    await site.store.remove(releaseKey(2));
    isAway = false;
    const [, third = site.first] = numbers;
    await until(() => isLive(third));
    await expectServed(third);
    // A suspended deployment may resume, and remove its release. Before the mirror notices the removal, the next deployment
    // may reuse the number.
    isAway = true;
    await site.store.remove(releaseKey(3));
    const fourth = await site.put(tinyMicora('MiCora four'));
    isAway = false;
    await until(() => isLive(fourth));
    await expectServed(fourth);
    await site.store.remove(releaseKey(2));
    await until(() => isLive(site.first));
    await expectServed(site.first);
  });

  test.each(['pages/', 'assets/', 'builds/', 'releases/'])(
    'keeps the old release while %s of a new release is damaged or missing',
    async (folder) => {
      await open();
      let damaged = 'none yet';
      let content: Buffer | undefined = Buffer.from('something else');
      onRead = async (key) => {
        const isNew = key.startsWith(folder) && key !== releaseKey(1);
        if (damaged === 'none yet' && isNew) damaged = key;
        return key === damaged ? content : site.store.read(key);
      };
      const second = await site.put(tinyMicora('MiCora two'));
      const isRelease = folder === 'releases/';
      const advice = isRelease ? 'It is skipped: restore the file, or remove it.' : stays(site.first);
      // In `releases/`, only damage is tested: if a release's own file is missing, the release does not exist, and nothing
      // is reported.
      for (content of isRelease ? [content] : [content, undefined]) {
        logged.length = 0;
        await until(() => logged.some((line) => line.includes(damaged) && line.endsWith(advice)));
        await expectServed(site.first);
        expect(await source.isIntact()).toBe(!isRelease);
      }
      damaged = 'nothing';
      await until(() => isLive(second));
      await expectServed(second);
    },
  );

  test('reports an empty bucket, and serves the first release once it is deployed', async () => {
    site.store = directoryStore(await temporaryDirectory());
    await open();
    await expect(source.live()).rejects.toThrow(`No release of ${ADDRESS} has been copied yet.`);
    expect(logged).toEqual([
      `Nothing has been deployed to ${ADDRESS}. Meanwhile, there is nothing to serve.`,
    ]);
    const release = await site.put(tinyShell(), tinyStudio());
    await until(() => isLive(release));
  });

  test('copies no server bundles and no data but the answers', async () => {
    await site.deploy({ backendUrl: site.backendUrl });
    const { answers } = await site.live();
    await open();
    await listed();
    const keys = await copied();
    expect(keys.filter((key) => key.startsWith('builds/'))).toEqual([]);
    const expected = Object.values(answers).map(({ content }) => `data/${content}.json.gz`);
    expect(keys.filter((key) => key.startsWith('data/'))).toEqual(expected);
  });

  test('copies a build of open tabs when it is first requested', async () => {
    await site.put(tinyMicora('MiCora two'));
    await open();
    await listed();
    const keys = await keysIn(site.store, `assets/${micoraBuild(site.first)}/`);
    expect(await copied()).not.toEqual(expect.arrayContaining(keys));
    for (const time of [1, 2]) {
      fetched = [];
      for (const key of keys)
        expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
      expect(filesFetched()).toEqual(time === 1 ? keys : []);
    }
    isAway = true;
    for (const key of keys) expect(await source.read(key)).toBeDefined();
  });

  test('removes files that the live release does not need and nobody has requested in a week', async () => {
    await open({ list: 20 });
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    const [asked = '', unasked = ''] = await keysIn(site.store, `assets/${micoraBuild(site.first)}/`);
    await source.close();
    const old = directoryStore(directory);
    for (const { key } of await old.list('', { deep: true })) {
      const weeksAgo = new Date(Date.now() - 8 * DAY);
      await utimes(join(directory, key), weeksAgo, weeksAgo);
    }
    await open({ list: DAY });
    expect(await source.read(asked)).toBeDefined();
    await source.close();
    await open({ list: 20 });
    await until(async () => !(await copied()).includes(unasked));
    expect(await copied()).toContain(asked);
    await expectServed(second);
  });

  test('does not ask the bucket for made-up names', async () => {
    await open();
    await listed();
    fetched = [];
    const unserved = (await keysIn(site.store, '')).filter((key) => /server\.cjs$|^releases/.test(key));
    expect(unserved).toHaveLength(4);
    for (const key of [
      ...unserved.filter((one) => one !== releaseKey(1)),
      `assets/studio-remote/${'0'.repeat(16)}/routes.js`,
      ...[copyKey(PICTURE, 480), 'assets/source.json/live.json'],
      ...['pages/index.html', 'source.json', releaseKey(2)],
    ])
      expect(await source.read(key)).toBeUndefined();
    expect(filesFetched()).toEqual([]);
  });

  test('serves the live release’s pictures from the time they are made', async () => {
    site.items = [{ id: 'abc', title: 'Harbour', images: [PICTURE.split('/').at(-1) ?? ''] }];
    await site.deploy({ backendUrl: site.backendUrl });
    await open();
    await listed();
    expect(await source.read(copyKey(PICTURE, 480))).toBeUndefined();
    await storePicture(site.store, PICTURE, tinyPicture.copies);
    await until(async () => (await source.read(copyKey(PICTURE, 480))) !== undefined);
    for (const [, key] of copyKeys(PICTURE)) await until(async () => (await source.read(key)) !== undefined);
    isAway = true;
    for (const [width, key] of copyKeys(PICTURE))
      expect(await source.read(key)).toEqual(tinyPicture.copies[width]);
  });

  test('is served by two processes that share a copy, even after the bucket has been pruned', async () => {
    const both = [await open(), await open()];
    const second = await site.put(tinyMicora('MiCora two'));
    for (source of both) await until(() => isLive(second));
    await pruneLater(31, { store: site.store });
    isAway = true;
    for (source of both) await expectServed(second);
    await both[0]?.close();
  });

  test('is copied again after somebody has emptied the directory', async () => {
    await open();
    const store = directoryStore(directory);
    for (const { key } of await store.list('', { deep: true })) await store.remove(key);
    await until(async () => (await copied()).includes(releaseKey(1)));
    await expectServed(site.first);
    await source.close();
    isAway = true;
    await open();
    await expectServed(site.first);
  });

  test('has a folder for each bucket, and for each site that a bucket has contained', async () => {
    await open();
    await source.close();
    await open({ address: 's3://site/another' });
    await expectServed(site.first);
    await source.close();
    expect(await directoryStore(directory).list('')).toHaveLength(2);
    const emptied = directoryStore(await temporaryDirectory());
    site.store = emptied;
    await open();
    await until(() => logged.length > 0);
    expect((await source.live()).id).toBe(site.first.id);
    expect(logged).toEqual([`Nothing has been deployed to ${ADDRESS}. ${stays(site.first)}`]);
    const again = await site.put(tinyShell('Again'), tinyStudio('Again'));
    await until(() => isLive(again));
    await expectServed(again);
  });
});

const disk = mountSmallDisk('2m');

if (typeof disk === 'string') test.skip(`a copy on a full disk: ${disk}`, () => undefined);
else
  describe('a copy on a full disk', () => {
    afterAll(disk.remove);

    afterEach(disk.clear);
    beforeEach(() => void (directory = disk.directory));

    test('keeps the old release until there is space again', async () => {
      await open();
      await listed();
      disk.fill(2);
      const second = await site.put(tinyMicora('MiCora two'));
      const full =
        /^The disk that holds .* is full\. Free some space .* try again\. Meanwhile, release .* is served from the copy\.$/;
      await until(() => logged.some((line) => full.test(line)));
      expect(logged.filter((line) => !line.endsWith(stays(site.first)))).toEqual([]);
      await expectServed(site.first);
      disk.clear();
      await until(() => isLive(second));
      await expectServed(second);
    });
  });

describeWithS3('a real S3 server', () => {
  test('the site shows a deployment, then a rollback', async () => {
    const address = newBucketAddress();
    const local = site.store;
    site.store = await openStore(address, '/');
    for (const { key } of await local.list('', { deep: true }))
      await site.store.write(key, (await local.read(key)) ?? '');
    await open({ address, list: 200 });
    await expectServed(site.first);
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => isLive(second));
    await expectServed(second);
    const third = await site.back('micora-remote');
    await until(() => isLive(third));
    await expectServed(third);
    expect(logged).toEqual([]);
  });
});
