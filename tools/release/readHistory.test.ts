import { expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { listNumbers, readHistory } from './readHistory';

test('the history is read newest first, each entry by the number of its file, and no other file', async () => {
  const store = memoryStore();
  for (const number of [9, 10, 2])
    await store.write(`history/${number}.json`, JSON.stringify({ release: `r${number}`, number: 1 }));
  for (const name of ['7.json.bak', 'x8.json', '11.txt', '.json', 'notes.json'])
    await store.write(`history/${name}`, '{}');
  expect((await listNumbers(store)).sort((one, other) => one - other)).toEqual([2, 9, 10]);
  const numbers = [10, 9, 2];
  expect(await readHistory(store)).toEqual(numbers.map((number) => ({ number, release: `r${number}` })));

  // An entry that prune removes meanwhile is left out.
  const pruned = steppedStore(store, async (step, key) => {
    if (step === 'read history/' && key === 'history/9.json') await store.remove(key);
  });
  expect((await readHistory(pruned)).map(({ number }) => number)).toEqual([10, 2]);
});
