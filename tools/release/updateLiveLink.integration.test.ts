import { beforeEach, describe, expect, test } from '@jest/globals';
import { lstat, readFile, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { storeAsBefore, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { updateLiveLink } from './updateLiveLink';

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
});

describe('the live link', () => {
  const ids = {
    one: '20261121T101500123Z-00000001',
    two: '20261121T101500123Z-00000002',
    nine: '20261121T101500123Z-00000009',
    ten: '20261121T101500123Z-00000010',
  };
  const liveTree = () => readlink(join(directory, 'live'));
  const treeNamed = (name: keyof typeof ids) => `trees/${ids[name]}`;

  async function publish(number: number, name: keyof typeof ids): Promise<void> {
    const release = await storeRelease(store, ids[name], { 'index.html': name });
    await store.write(`history/${number}.json`, JSON.stringify({ release: release.id }));
  }

  test('names the release of the highest number, also past nine', async () => {
    await publish(9, 'nine');
    await publish(10, 'ten');
    await publish(2, 'two');
    await updateLiveLink(store);
    expect(await liveTree()).toBe(treeNamed('ten'));
    expect(await readFile(join(directory, 'live', 'index.html'), 'utf8')).toBe('ten');
    expect(await readFile(join(directory, 'live', 'release.json'), 'utf8')).toContain(`"id":"${ids.ten}"`);
  });

  test('is made again if it is gone, or names something else', async () => {
    await publish(1, 'one');
    await updateLiveLink(store);
    await rm(join(directory, 'live'));
    await updateLiveLink(store);
    expect(await liveTree()).toBe(treeNamed('one'));

    await rm(join(directory, 'live'));
    await symlink('trees/gone', join(directory, 'live'));
    await updateLiveLink(store);
    expect(await liveTree()).toBe(treeNamed('one'));
    expect((await readdir(directory)).sort()).toEqual(['history', 'live', 'pages', 'releases', 'trees']);
  });

  test('stays as it is if it is right', async () => {
    await publish(1, 'one');
    await updateLiveLink(store);
    const { ino } = await lstat(join(directory, 'live'));
    await updateLiveLink(store);
    expect((await lstat(join(directory, 'live'))).ino).toBe(ino);
  });

  test('does not exist before the first release', async () => {
    await updateLiveLink(store);
    expect(await readdir(directory)).toEqual([]);
  });

  test('stays as it is where the live release was written by an earlier version of this program', async () => {
    const release = await storeRelease(store, ids.one, {});
    await storeAsBefore(store, release, {});
    await store.write('history/1.json', JSON.stringify({ release: ids.one }));
    await symlink('releases/old', join(directory, 'live'));
    await updateLiveLink(store);
    expect(await liveTree()).toBe('releases/old');
  });

  test('cannot be made if the history names a release that is gone', async () => {
    await store.write('history/1.json', JSON.stringify({ release: ids.one }));
    await expect(updateLiveLink(store)).rejects.toThrow(`releases/${ids.one}.json is missing in the store.`);
  });

  test('is given up in a history that never rests', async () => {
    for (const name of ['one', 'two'] as const) await storeRelease(store, ids[name], { 'index.html': name });
    const look = store.list.bind(store);
    let looks = 0;
    store.list = async (prefix) => {
      const release = (looks += 1) % 2 ? ids.one : ids.two;
      if (prefix === 'history/') await store.write(`history/${looks}.json`, JSON.stringify({ release }));
      return look(prefix);
    };
    await expect(updateLiveLink(store)).rejects.toThrow(
      'The live link could not be brought up to date: the history keeps changing.',
    );
    expect(looks).toBe(100);
  });

  test('ends at the newest release even if another deployment moves on between look and link', async () => {
    await publish(1, 'one');
    const look = store.list.bind(store);
    store.list = async (prefix) => {
      store.list = look;
      const names = await look(prefix);
      await publish(2, 'two');
      await updateLiveLink(directoryStore(directory));
      return names;
    };
    await updateLiveLink(store);
    expect(await liveTree()).toBe(treeNamed('two'));
  });

  test('ends at the newest release when many follow at once', async () => {
    await publish(1, 'one');
    const stores = Array.from({ length: 10 }, () => directoryStore(directory));
    const following = stores.map((one) => updateLiveLink(one));
    await publish(2, 'two');
    await Promise.all([...following, ...stores.map((one) => updateLiveLink(one))]);
    expect(await liveTree()).toBe(treeNamed('two'));
  });
});
