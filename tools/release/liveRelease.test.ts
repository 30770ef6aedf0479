import { beforeEach, expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { storeRelease } from '../testing/storedRelease';
import { latestNumber, liveEntry, liveRelease, readHistory } from './readHistory';
import { IntegrityError } from './readRelease';

const idOf = (number: number) => `20261121T101500123Z-0000000${number}`;

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  // None of these is an entry of the history.
  for (const name of ['27.json.bak', 'x28.json', '31.txt', '.json', 'notes.json'])
    await store.write(`history/${name}`, '{}');
});

const name = (number: number, id: string) =>
  store.write(`history/${number}.json`, JSON.stringify({ release: id, number: 1 }));

async function record(number: number, id: string): Promise<void> {
  await storeRelease(store, id, {});
  await name(number, id);
}

test('nothing is live before the first deployment', async () => {
  expect(await latestNumber(store)).toBe(0);
  expect(await liveRelease(store)).toBeUndefined();
});

test('what is live has the highest number, not the last name, and may have been live before', async () => {
  const history: [number: number, id: string][] = [
    [10, idOf(1)],
    [9, idOf(9)],
    [2, idOf(2)],
    [1, idOf(1)],
  ];
  for (const [number, id] of history) await record(number, id);
  expect(await latestNumber(store)).toBe(10);
  expect(await liveRelease(store)).toMatchObject({ id: idOf(1) });
  expect((await readHistory(store)).map(({ number, release }) => [number, release])).toEqual(history);
});

test('a number that is taken away while it is looked at is nobody’s, and the one before is live', async () => {
  for (const number of [1, 2]) await record(number, idOf(number));
  const looked = steppedStore(store, async (step, key) => {
    if (step === 'read history/' && key === 'history/2.json') await store.remove(key);
  });
  expect(await liveEntry(looked)).toMatchObject({ number: 1, release: { id: idOf(1) } });
  await name(2, idOf(2));
  expect((await readHistory(looked)).map(({ number }) => number)).toEqual([1]);
});

test('if the newest was removed as it was made live, the one before is live; a history without any is an error', async () => {
  await name(2, idOf(2));
  await name(1, idOf(1));
  await expect(liveRelease(store)).rejects.toThrow(`releases/${idOf(2)}.json is missing in the store.`);
  await record(1, idOf(1));
  expect(await liveEntry(store)).toMatchObject({ number: 1, newest: 2, release: { id: idOf(1) } });
});

test('what is live must be whole: nobody gets the one before instead', async () => {
  for (const number of [1, 2]) await record(number, idOf(number));
  await store.write(`releases/${idOf(2)}.json`, '{}');
  const looking = liveRelease(store);
  await expect(looking).rejects.toBeInstanceOf(IntegrityError);
  await expect(looking).rejects.toThrow(
    /^releases\/.*-00000002\.json is no manifest: .*\. It is live: put the file back, or remove history\/2\.json, which makes the release before live\.$/,
  );
});
