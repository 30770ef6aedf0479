import { beforeEach, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { layeredStore } from './layeredStore';
import type { Store } from './Store';

let top: Store;
let below: Store;
let layered: Store;
beforeEach(async () => {
  [top, below] = [memoryStore(), memoryStore()];
  layered = layeredStore(top, below);
  for (const key of ['pages/a', 'pages/both', 'history/1.json', 'heartbeat']) await below.write(key, 'below');
  for (const key of ['pages/both', 'pages/top']) await top.write(key, 'top');
});

const contentsOf = async (store: Store) =>
  Promise.all((await store.walk('')).map(async ({ key }) => [key, String(await store.read(key))]));

test('reads a key from the store below if the top store lacks it, except history and heartbeat', async () => {
  const read = async (key: string) => (await layered.read(key))?.toString();
  expect(await Promise.all(['pages/a', 'pages/both', 'pages/top'].map(read))).toEqual([
    'below',
    'top',
    'top',
  ]);
  expect(await Promise.all(['history/1.json', 'heartbeat', 'pages/none'].map(read))).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect((await layered.list('pages/')).sort()).toEqual(['a', 'both', 'top']);
  expect((await layered.walk('pages')).map(({ key }) => key).sort()).toEqual([
    'pages/a',
    'pages/both',
    'pages/top',
  ]);
  for (const folder of ['history', 'history/'])
    expect([await layered.list(folder), await layered.walk(folder)]).toEqual([[], []]);
  expect(await layered.list('')).toEqual(['pages']);
  expect(await layered.walk('')).toHaveLength(3);
});

test('never changes the store below', async () => {
  const before = await contentsOf(below);
  await layered.write('pages/a', 'mine');
  expect(await layered.create('history/1.json', 'mine')).toBe(true);
  await layered.write('heartbeat', 'mine');
  expect(String(await layered.read('heartbeat'))).toBe('mine');
  await layered.remove('pages/both');
  expect(String(await layered.read('pages/both'))).toBe('below');
  expect(await layered.list('history/')).toEqual(['1.json']);
  expect(await contentsOf(below)).toEqual(before);
});
