import { beforeEach, describe, expect, test } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore } from './directoryStore';
import type { Store } from './Store';

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
});

describe('a key', () => {
  test('is read as it was written, in a directory made for it', async () => {
    await store.write('releases/r1/projects/_.html', 'page');
    expect((await store.read('releases/r1/projects/_.html'))?.toString()).toBe('page');
    const bytes = Buffer.from([0, 255, 10, 13]);
    await store.write('assets/a', bytes);
    expect(await store.read('assets/a')).toEqual(bytes);
  });

  test('that was never written reads as undefined', async () => {
    expect(await store.read('nothing/here')).toBeUndefined();
  });

  test('that is written again has the new content', async () => {
    await store.write('a', 'first');
    await store.write('a', 'second');
    expect((await store.read('a'))?.toString()).toBe('second');
  });

  test('is whole at any time: a reader meets the old content or the new one', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(300_000));
    await store.write('big', contents[0] ?? '');
    const state = { writing: true };
    const writer = (async () => {
      for (let round = 0; round < 20; round += 1) await store.write('big', contents[round % 2] ?? '');
      state.writing = false;
    })();
    let reads = 0;
    while (state.writing) {
      const seen = (await store.read('big'))?.toString() ?? '';
      expect(contents.includes(seen)).toBe(true);
      reads += 1;
    }
    await writer;
    expect(reads).toBeGreaterThan(1);
  });

  test.each(['../a', 'a/../../b', 'a/..', '..'])(
    'is not %s, which leads out of the directory',
    async (key) => {
      for (const work of [
        () => store.read(key),
        () => store.write(key, 'a'),
        () => store.create(key, 'a'),
        () => store.list(key),
        () => store.walk(key),
        () => store.remove(key),
      ])
        await expect(work()).rejects.toThrow(`${key} is no key of a store.`);
      await store.write('a..b/..c', 'a');
      expect((await store.read('a..b/..c'))?.toString()).toBe('a');
    },
  );

  test('that names a folder is no key that is not there, and no folder that is empty', async () => {
    await store.write('folder/a', 'a');
    await expect(store.read('folder')).rejects.toThrow('EISDIR');
    await expect(store.list('folder/a')).rejects.toThrow('ENOTDIR');
    await expect(store.walk('folder/a')).rejects.toThrow('ENOTDIR');
  });

  test('that is removed takes with it the folders that are empty then, but for the first one', async () => {
    await store.write('releases/r1/projects/a', 'a');
    await store.write('releases/r1/b', 'b');
    await store.remove('releases/r1/projects/a');
    expect(await readdir(join(directory, 'releases/r1'))).toEqual(['b']);
    await store.remove('releases/r1/b');
    expect(await readdir(directory)).toEqual(['releases']);
    expect(await readdir(join(directory, 'releases'))).toEqual([]);
    await store.write('releases/r2/projects/deep/a', 'a');
    await store.remove('releases/r2/projects/deep/a');
    expect(await readdir(join(directory, 'releases'))).toEqual([]);
    await store.write('top', 'a');
    await store.remove('top');
    expect(await readdir(directory)).toEqual(['releases']);
  });

  test('that cannot be written leaves no draft behind', async () => {
    await mkdir(join(directory, 'taken', 'by-a-folder'), { recursive: true });
    await expect(store.write('taken', 'file')).rejects.toThrow();
    expect(await readdir(directory)).toEqual(['taken']);
  });
});

describe('a key that is created', () => {
  test('is there, whole, after the first time; the second time changes nothing', async () => {
    expect(await store.create('history/1.json', 'first')).toBe(true);
    expect(await store.create('history/1.json', 'second')).toBe(false);
    expect((await store.read('history/1.json'))?.toString()).toBe('first');
    expect(await readdir(join(directory, 'history'))).toEqual(['1.json']);
  });

  test('belongs to exactly one of twenty who create it at once', async () => {
    const stores = Array.from({ length: 20 }, () => directoryStore(directory));
    const created = await Promise.all(
      stores.map((one, index) => one.create('history/7.json', String(index))),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect((await store.read('history/7.json'))?.toString()).toBe(String(created.indexOf(true)));
  });

  test('cannot be created if the disk refuses, which is no answer "somebody was first"', async () => {
    await writeFile(join(directory, 'history'), 'a file where a folder should be');
    await expect(store.create('history/1.json', 'first')).rejects.toThrow();
  });
});

describe('a list', () => {
  test('names what lies directly below, and no drafts', async () => {
    await store.write('history/1.json', '');
    await store.write('history/2.json', '');
    await writeFile(join(directory, 'history', '3.json.1234.tmp'), 'half');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json']);
  });

  test('of nothing is empty', async () => {
    expect(await store.list('history/')).toEqual([]);
  });
});
