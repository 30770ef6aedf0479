import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { forEachParallel } from './forEachParallel';
import { memoryStore } from '../testing/memoryStore';
import { describeWithS3, newBucketAddress } from '../testing/startS3';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { folderStore } from './folderStore';
import { openStore } from './openStore';
import type { Store } from './Store';

jest.setTimeout(60_000);

/** More keys than an S3 server lists in one response. */
const MANY = 1100;

describe('a store in memory', () =>
  contract(() => {
    const store = memoryStore();
    return () => store;
  }));

const at = (address: string) => () => openStore(address, '/');

describe('a store in a directory', () => contract(async () => at(await temporaryDirectory())));

describe('a store in a folder of another store', () =>
  contract(() => {
    const store = memoryStore();
    return () => folderStore(store, 'folder');
  }));
describeWithS3('a store in a bucket', () => contract(() => at(newBucketAddress())));

type Open = () => Store | Promise<Store>;

/**
 * Defines the tests that every kind of store must pass.
 *
 * @param place creates a new, empty store, and returns a function that opens this store
 */
function contract(place: () => Open | Promise<Open>): void {
  let open: Open;
  let store: Store;

  beforeEach(async () => {
    open = await place();
    store = await open();
  });

  const read = async (key: string) => (await store.read(key))?.toString();

  test('reads a key as it was written', async () => {
    await store.write('releases/r1/projects/_.html', 'page £');
    expect(await read('releases/r1/projects/_.html')).toBe('page £');
    const bytes = Buffer.from([0, 255, 10, 13]);
    await store.write('assets/a', bytes);
    expect(await store.read('assets/a')).toEqual(bytes);
    await store.write('empty', '');
    expect(await read('empty')).toBe('');
    expect(await store.read('nothing/here')).toBeUndefined();
  });

  test('an overwritten key has the new content and the new time', async () => {
    await store.write('folder/a', 'first');
    const [first] = await store.list('folder/', { deep: true });
    // Some servers store times in whole seconds, so wait for longer than a second.
    await new Promise((done) => setTimeout(done, 1100));
    await store.write('folder/a', 'second');
    expect(await read('folder/a')).toBe('second');
    const [second] = await store.list('folder/', { deep: true });
    expect(second?.modified.getTime()).toBeGreaterThan(first?.modified.getTime() ?? Infinity);
  });

  test('lets exactly one of twenty simultaneous creations of a key succeed', async () => {
    const stores = await Promise.all(Array.from({ length: 20 }, async () => open()));
    const created = await Promise.all(
      stores.map((one, index) => one.create('releases/7.json', String(index))),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await store.create('releases/7.json', 'later')).toBe(false);
    expect(await read('releases/7.json')).toBe(String(created.indexOf(true)));
  });

  test('lists the names directly below a folder, and all files in it with size and time', async () => {
    expect([await store.list('releases/'), await store.list('releases/', { deep: true })]).toEqual([[], []]);
    const files = { 'releases/1.json': 'a', 'releases/old/deep/3.json': 'abc', 'historyOfAll/4.json': '' };
    for (const [key, content] of Object.entries(files)) await store.write(key, content);
    for (const folder of ['releases', 'releases/']) {
      expect((await store.list(folder)).sort()).toEqual(['1.json', 'old']);
      const found = (await store.list(folder, { deep: true })).sort((one, other) =>
        one.key.localeCompare(other.key),
      );
      expect(found).toMatchObject([
        { key: 'releases/1.json', bytes: 1 },
        { key: 'releases/old/deep/3.json', bytes: 3 },
      ]);
      for (const { modified } of found)
        expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000);
    }
  });

  test('lists the whole store', async () => {
    expect([await store.list(''), await store.list('', { deep: true })]).toEqual([[], []]);
    for (const key of ['releases/1.json', 'pages/a', 'heartbeat']) await store.write(key, 'a');
    expect((await store.list('')).sort()).toEqual(['heartbeat', 'pages', 'releases']);
    const found = (await store.list('', { deep: true })).map(({ key }) => key).sort();
    expect(found).toEqual(['heartbeat', 'pages/a', 'releases/1.json']);
  });

  test('finds more keys than fit into one response', async () => {
    const names = Array.from({ length: MANY }, (_, index) => `${index}.json`);
    await forEachParallel(names, (name) => store.write(`releases/${name}`, name));
    expect((await store.list('releases/')).sort()).toEqual([...names].sort());
    expect((await store.list('releases/', { deep: true })).map(({ key }) => key).sort()).toEqual(
      names.map((name) => `releases/${name}`).sort(),
    );
  });

  test('removes a key, if it exists, and no other key', async () => {
    await store.write('releases/r1/a', 'a');
    await store.write('releases/r1/b', 'b');
    await store.remove('releases/r1/a');
    await store.remove('releases/r1/a');
    expect(await store.read('releases/r1/a')).toBeUndefined();
    expect(await read('releases/r1/b')).toBe('b');
    await store.remove('releases/r1/b');
    expect(await store.list('releases/')).toEqual([]);
  });
}
