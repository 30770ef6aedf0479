import { beforeEach, expect, test } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore, explainFullDisk } from './directoryStore';
import type { Store } from './Store';

// `storeContract.integration.test.ts` tests the behaviour that all stores share. This file tests what is specific to
// directories.

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
});

test('a reader sees either the old content or the new content, never a mixture', async () => {
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

test.each(['../a', 'a/../../b', 'a/..', '..'])(
  'refuses the key %s, which leads out of the directory',
  async (key) => {
    for (const act of Object.values(store) as Store['write'][])
      await expect(act(key, 'a')).rejects.toThrow(`${key} is not a valid store key.`);
    await store.write('a..b/..c', 'a');
    expect(String(await store.read('a..b/..c'))).toBe('a');
  },
);

test('a folder and an impossible name have no content, and a file cannot be listed', async () => {
  await store.write('folder/a', 'a');
  for (const key of ['folder', 'folder/a/b', 'a'.repeat(1000)]) expect(await store.read(key)).toBeUndefined();
  await expect(store.list('folder/a')).rejects.toThrow('ENOTDIR');
  await expect(store.list('folder/a', { deep: true })).rejects.toThrow('ENOTDIR');
});

test('removing a key also removes the folders that become empty', async () => {
  for (const key of ['releases/r1/deep/a', 'releases/r1/b', 'top']) await store.write(key, 'a');
  await store.remove('releases/r1/deep/a');
  expect(await readdir(join(directory, 'releases/r1'))).toEqual(['b']);
  await store.remove('releases/r1/b');
  await store.remove('top');
  expect(await readdir(directory, { recursive: true })).toEqual([]);
});

test('loses nothing if a folder is emptied and written to at the same time', async () => {
  const work = Array.from({ length: 300 }, async (_, index) => {
    await store.write(`probes/${index}`, 'a');
    await store.remove(`probes/${index}`);
    await store.write(`kept/${index % 2 === 0 ? 'deep/' : ''}${index}`, 'a');
  });
  await Promise.all(work);
  expect(await store.list('')).toEqual(['kept']);
  expect(await store.list('kept/', { deep: true })).toHaveLength(300);
});

test('a failed write or creation throws, and leaves no temporary file', async () => {
  await mkdir(join(directory, 'taken', 'by-a-folder'), { recursive: true });
  await writeFile(join(directory, 'releases'), 'a file where a folder should be');
  await expect(store.write('taken', 'file')).rejects.toThrow();
  await expect(store.create('releases/1.json', 'first')).rejects.toThrow();
  expect((await readdir(directory)).sort()).toEqual(['releases', 'taken']);
});

test('a list does not name temporary files', async () => {
  await store.write('releases/1.json', 'entry');
  await writeFile(join(directory, '3.json.1234.tmp'), 'half');
  expect(await store.list('')).toEqual(['releases']);
});

// This test simulates both errors. The test in `tests/heavy/fullDisk.integration.test.ts` causes a real ENOSPC. No test
// causes a real EDQUOT, because that would require a file system with quotas.
test.each(['ENOSPC', 'EDQUOT'])('explains the error %s, and returns any other error unchanged', (code) => {
  expect(explainFullDisk('/srv/site', Object.assign(new Error('write'), { code })).message).toBe(
    'The disk that holds /srv/site is full. Free some space (for a store: npm run deploy -- prune --keep-days 30) and try again.',
  );
  const other = Object.assign(new Error('lost'), { code: 'EACCES' });
  expect(explainFullDisk('/srv/site', other)).toBe(other);
});
