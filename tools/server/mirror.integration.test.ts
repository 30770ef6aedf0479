import '../testing/renderHere';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT } from '../release/heartbeat';
import { prune } from '../release/prune';
import { buildsOf, contentsOf, type Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { storeAround } from '../testing/steppedStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { openMirror } from './mirror';

jest.setTimeout(60_000);

const ADDRESS = 's3://site/production';

/** Its store is the bucket. */
const site = useTinySite(async () => directoryStore(await temporaryDirectory()));
const { log } = site;

let cache: Store;
/** What was asked of the bucket. */
let asked: string[];
/** What happens when something is read from it. */
let onRead: (key: string) => Promise<Buffer | undefined>;
let isAway: boolean;
let told: string[];
let source: Awaited<ReturnType<typeof openMirror>>;

beforeEach(async () => {
  cache = directoryStore(await temporaryDirectory());
  [asked, told, isAway] = [[], [], false];
  onRead = (key) => site.store.read(key);
});
afterEach(() => source.close());

const open = async (address = ADDRESS) => {
  const seen = storeAround({ ...site.store, read: (key) => onRead(key) }, (take, _step, key) => {
    asked.push(key);
    return isAway ? Promise.reject(new Error('The bucket cannot be reached.')) : take();
  });
  const options = { address, log: (line: string) => void told.push(line), interval: { look: 5, list: 20 } };
  return (source = await openMirror(seen, cache, options));
};

/** Until it is so; the test's own limit ends what never is. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(5);
}

const isLive = async ({ id }: Release) => (await source.live().catch(() => undefined))?.id === id;

/** Until it has listed what there was when this was called. */
async function listed(): Promise<void> {
  const listings = () => asked.filter((key) => key === 'releases/').length;
  const before = listings();
  await until(() => listings() >= before + 3);
}

const filesAsked = () => asked.filter((key) => /^(?:pages|assets|artifacts|pictures)\//.test(key));
const keysIn = async (store: Store, folder: string) =>
  (await store.walk(folder)).map(({ key }) => key).sort();

async function expectWhole(release: Release): Promise<void> {
  expect(await source.live()).toEqual(release);
  const keys = contentsOf(release).map(([, content]) => `pages/${content}`);
  for (const build of buildsOf(release)) keys.push(...(await keysIn(site.store, `assets/${build}/`)));
  for (const key of keys) expect([key, await source.read(key)]).toEqual([key, await site.store.read(key)]);
}

describe('a site that is served from a bucket', () => {
  // And after a restart, tests/heavy/killSweep.integration.test.ts has.
  test('goes on while the bucket is away, says so once, and follows when it is back; when a watcher last succeeded, it knows without asking', async () => {
    const heartbeat = async () => (await source.read(HEARTBEAT))?.toString();
    await open();
    expect(await heartbeat()).toBeUndefined();
    for (const beat of ['2026-11-21T10:15:00.123Z', '2026-11-21T10:16:00.123Z']) {
      await site.store.write(HEARTBEAT, beat);
      await until(async () => (await heartbeat()) === beat);
    }
    isAway = true;
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => told.length > 0);
    asked.length = 0;
    await until(() => asked.length > 10);
    expect(await heartbeat()).toBe('2026-11-21T10:16:00.123Z');
    expect(asked).not.toContain(HEARTBEAT);
    await expectWhole(site.first);
    expect(told).toEqual(['The bucket cannot be reached.']);
    isAway = false;
    await site.store.remove(HEARTBEAT);
    await until(async () => (await isLive(second)) && (await heartbeat()) === undefined);
    await expectWhole(second);
  });

  test('has all of a release, each file fetched once, before visitors see it, and follows if its number is taken back', async () => {
    await open();
    await expectWhole(site.first);
    expect(filesAsked()).toHaveLength(new Set(filesAsked()).size);
    let isHeld = true;
    onRead = async (key) => {
      if (key.endsWith('routes.js.gz')) await until(() => !isHeld);
      return site.store.read(key);
    };
    asked.length = 0;
    const second = await site.put(tinyMicora('MiCora two'));
    await until(() => filesAsked().some((key) => key.endsWith('routes.js.gz')));
    expect(await isLive(site.first)).toBe(true);
    isHeld = false;
    await until(() => isLive(second));
    await expectWhole(second);
    expect(filesAsked()).toHaveLength(new Set(filesAsked()).size);
    expect(filesAsked().filter((key) => /^assets\/(?:shell|studio)/.test(key))).toEqual([]);
    // As a deployment does that was stopped for minutes; here while nobody looks, before another one takes the number.
    isAway = true;
    await site.store.remove('history/2.json');
    const third = await site.put(tinyMicora('MiCora three'));
    isAway = false;
    await until(() => isLive(third));
    await expectWhole(third);
    await site.store.remove('history/2.json');
    await until(() => isLive(site.first));
    await expectWhole(site.first);
  });

  test.each(['pages/', 'assets/', 'artifacts/', 'releases/'])(
    'stays as it is if something in %s of a new release is altered or, but for its manifest, missing, or cannot be kept, says so, and follows when it is mended',
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
      for (content of folder === 'releases/' ? [content] : [content, undefined]) {
        told.length = 0;
        await until(() => told.some((line) => line.includes(damaged)));
        await listed();
        await expectWhole(site.first);
        expect(told).toHaveLength(new Set(told).size);
      }
      damaged = 'none any more';
      // As on a full disk.
      const write = cache.write.bind(cache);
      const full = new Error('The disk is full.');
      cache.write = (key, bytes) => (key.startsWith(folder) ? Promise.reject(full) : write(key, bytes));
      await until(() => told.includes(full.message));
      await expectWhole(site.first);
      cache.write = write;
      await until(() => isLive(second));
      await expectWhole(second);
    },
  );

  test('says that nothing is live, and serves what comes', async () => {
    site.store = directoryStore(await temporaryDirectory());
    await open();
    await expect(source.live()).rejects.toThrow('Nothing has been deployed to the store.');
    expect(told).toEqual([`Nothing has been deployed to ${ADDRESS}.`]);
    const release = await site.put(tinyShell(), tinyStudio());
    await until(() => isLive(release));
  });

  test('has what open tabs name when it is asked for, and asks for nothing else', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    await until(() => isLive(second));
    await listed();
    const earlier = `assets/micora-remote/${site.first.apps['micora-remote']}/routes.js`;
    expect(asked).not.toContain(earlier);
    expect(await source.read(earlier)).toEqual(await site.store.read(earlier));
    asked.length = 0;
    expect(await source.read(`assets/studio-remote/${'0'.repeat(16)}/routes.js`)).toBeUndefined();
    expect(await source.read(`pages/${'0'.repeat(64)}`)).toBeUndefined();
    expect(filesAsked()).toEqual([]);
    await expectWhole(second);
  });

  test('is served by two processes with one cache, in which nothing stays that has been pruned', async () => {
    const both = [await open(), await open()];
    const second = await site.put(tinyMicora('MiCora two'));
    for (source of both) await until(() => isLive(second));
    const old = `micora-remote/${site.first.apps['micora-remote']}`;
    expect(await keysIn(cache, `assets/${old}/`)).not.toEqual([]);
    await prune({ store: site.store, keepDays: 30, now: new Date(Date.now() + 31 * 86_400_000), log });
    for (const folder of ['pages/', 'releases/', 'assets/'])
      await until(
        async () => (await keysIn(cache, folder)).join() === (await keysIn(site.store, folder)).join(),
      );
    await until(async () => (await keysIn(cache, `artifacts/${old}/`)).length === 0);
    isAway = true;
    for (source of both) await expectWhole(second);
    await both[0]?.close();
  });

  test("refuses another store's cache, and a directory that holds something else", async () => {
    await open();
    await expect(open('s3://site/another')).rejects.toThrow(
      `The cache holds what ${ADDRESS} has, not s3://site/another: name another one, --cache <directory>.`,
    );
    cache = site.store;
    const before = await site.store.walk('');
    await expect(open()).rejects.toThrow('The cache holds something else: name an empty directory');
    expect(await site.store.walk('')).toEqual(before);
    await expectWhole(site.first);
  });

  test("shows and removes nothing if the bucket at its address becomes another site's, or empty", async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await open();
    await listed();
    const before = await keysIn(cache, '');
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
      const rounds = () => asked.filter((key) => key === 'history/1.json').length;
      const begun = rounds();
      await until(() => rounds() > begun + 3);
      expect(told).toEqual([expect.stringContaining(said)]);
      expect(await keysIn(cache, '')).toEqual(before);
      site.store = here;
      await expectWhole(second);
    }
  });
});
