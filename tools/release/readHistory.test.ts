import { beforeEach, expect, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { steppedStore } from '../testing/steppedStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { listNumbers, readHistory } from './readHistory';

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
  for (const number of [9, 10, 2])
    await store.write(`history/${number}.json`, JSON.stringify({ release: `r${number}`, number: 1 }));
});

test('the numbers of the history are those of its entries, and of no other file', async () => {
  for (const name of ['7.json.bak', 'x8.json', '11.txt', '.json', 'notes.json'])
    await store.write(`history/${name}`, '{}');
  expect((await listNumbers(store)).sort((one, other) => one - other)).toEqual([2, 9, 10]);
});

test('the history is read newest first, each entry by the number of its file', async () => {
  expect(await readHistory(store)).toEqual([
    { number: 10, release: 'r10' },
    { number: 9, release: 'r9' },
    { number: 2, release: 'r2' },
  ]);
});

test('an entry that prune removes meanwhile is left out', async () => {
  const pruned = steppedStore(store, async (step, key) => {
    if (step === 'read history/' && key === 'history/9.json') await store.remove(key);
  });
  expect((await readHistory(pruned)).map(({ number }) => number)).toEqual([10, 2]);
});
