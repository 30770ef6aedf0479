import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { storeRelease } from '../testing/storedRelease';
import { latestNumber, liveEntry, liveRelease } from './liveRelease';
import { IntegrityError } from './parseRelease';

const idOf = (number: number) => `20261121T101500123Z-0000000${number}`;

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

async function record(number: number, id: string): Promise<void> {
  await storeRelease(store, id, {});
  await store.write(`history/${number}.json`, JSON.stringify({ release: id }));
}

describe('the release that visitors get', () => {
  test('is none before the first deployment', async () => {
    expect(await latestNumber(store)).toBe(0);
    expect(await liveRelease(store)).toBeUndefined();
  });

  test('is the one with the highest number, not the one with the last name; it may have been live before', async () => {
    await record(2, idOf(2));
    await record(10, idOf(1));
    await record(9, idOf(9));
    await record(1, idOf(1));
    expect(await latestNumber(store)).toBe(10);
    expect(await liveRelease(store)).toMatchObject({ id: idOf(1) });
  });

  test('must be there: a history that names lost ones alone is an error', async () => {
    for (const number of [1, 2])
      await store.write(`history/${number}.json`, JSON.stringify({ release: `r${number}` }));
    await expect(liveRelease(store)).rejects.toThrow('releases/r2.json is missing in the store.');
  });

  test('must be whole: what stands in its place is no release, and nobody gets the one before', async () => {
    await record(1, idOf(1));
    await record(2, idOf(2));
    await store.write(`releases/${idOf(2)}.json`, '{}');
    const looking = liveRelease(store);
    await expect(looking).rejects.toBeInstanceOf(IntegrityError);
    await expect(looking).rejects.toThrow(
      /^releases\/.*-00000002\.json is no manifest: .*\. It is live: put the file back, or remove history\/2\.json, which makes the release before live\.$/,
    );
  });

  test('is the one before if the number of the newest is taken away while it is looked at', async () => {
    await record(1, idOf(1));
    await record(2, idOf(2));
    const looked = steppedStore(store, async (step, key) => {
      if (step === 'read history/' && key === 'history/2.json') await store.remove(key);
    });
    expect(await liveEntry(looked)).toMatchObject({ number: 1, release: { id: idOf(1) } });
  });

  test('is the one before if the newest was removed as it was made live', async () => {
    await record(1, idOf(1));
    await store.write('history/2.json', JSON.stringify({ release: idOf(2) }));
    expect(await liveEntry(store)).toMatchObject({ number: 1, newest: 2, release: { id: idOf(1) } });
  });
});
