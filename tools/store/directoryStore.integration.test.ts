import { beforeEach, expect, test } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore, explainFullDisk } from './directoryStore';
import type { Store } from './Store';

// What every store does, storeContract.integration.test.ts has.

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
});

test('a key is whole at any time: a reader meets the old content or the new one', async () => {
  const contents = ['a', 'b'].map((letter) => letter.repeat(300_000));
  await store.write('big', contents[0] ?? '');
  const state = { isWriting: true };
  const writer = (async () => {
    for (let round = 0; round < 20; round += 1) await store.write('big', contents[round % 2] ?? '');
    state.isWriting = false;
  })();
  let reads = 0;
  for (; state.isWriting; reads += 1) expect(contents).toContain(String(await store.read('big')));
  await writer;
  expect(reads).toBeGreaterThan(1);
});

test.each(['../a', 'a/../../b', 'a/..', '..'])('%s is no key: it leads out of the directory', async (key) => {
  for (const act of Object.values(store) as Store['write'][])
    await expect(act(key, 'a')).rejects.toThrow(`${key} is no key of a store.`);
  await store.write('a..b/..c', 'a');
  expect(String(await store.read('a..b/..c'))).toBe('a');
});

test('a folder is no key that is not there, and a key no folder that is empty', async () => {
  await store.write('folder/a', 'a');
  await expect(store.read('folder')).rejects.toThrow('EISDIR');
  await expect(store.list('folder/a')).rejects.toThrow('ENOTDIR');
  await expect(store.walk('folder/a')).rejects.toThrow('ENOTDIR');
});

test('a key that is removed takes with it the folders that are empty then', async () => {
  for (const key of ['releases/r1/deep/a', 'releases/r1/b', 'top']) await store.write(key, 'a');
  await store.remove('releases/r1/deep/a');
  expect(await readdir(join(directory, 'releases/r1'))).toEqual(['b']);
  await store.remove('releases/r1/b');
  await store.remove('top');
  expect(await readdir(directory, { recursive: true })).toEqual([]);
});

test('a folder that is emptied by one and written to by another loses nothing', async () => {
  const work = Array.from({ length: 300 }, async (_, index) => {
    await store.write(`probes/${index}`, 'a');
    await store.remove(`probes/${index}`);
    await store.write(`kept/${index % 2 === 0 ? 'deep/' : ''}${index}`, 'a');
  });
  await Promise.all(work);
  expect(await store.list('')).toEqual(['kept']);
  expect(await store.walk('kept/')).toHaveLength(300);
});

test('a key that cannot be written or created fails, which is no "somebody was first", and leaves no draft; a list names none', async () => {
  await mkdir(join(directory, 'taken', 'by-a-folder'), { recursive: true });
  await writeFile(join(directory, 'history'), 'a file where a folder should be');
  await expect(store.write('taken', 'file')).rejects.toThrow();
  await expect(store.create('history/1.json', 'first')).rejects.toThrow();
  expect((await readdir(directory)).sort()).toEqual(['history', 'taken']);
  await writeFile(join(directory, '3.json.1234.tmp'), 'half');
  expect((await store.list('')).sort()).toEqual(['history', 'taken']);
});

// A disk that is really full, tests/heavy/fullDisk.integration.test.ts has; a quota needs another kind of disk.
test.each(['ENOSPC', 'EDQUOT'])('%s is explained; any other failure is itself', (code) => {
  expect(explainFullDisk('/srv/site', Object.assign(new Error('write'), { code })).message).toBe(
    'The disk of /srv/site is full. Make space there, for a store by npm run deploy -- prune --keep-days 30, and try again.',
  );
  const other = Object.assign(new Error('lost'), { code: 'EACCES' });
  expect(explainFullDisk('/srv/site', other)).toBe(other);
});
