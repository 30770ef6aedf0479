import { beforeEach, describe, expect, test } from '@jest/globals';
import { latestNumber, liveEntry, liveRelease } from './liveRelease';
import { IntegrityError } from './parseRelease';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { steppedStore } from '../testing/steppedStore';
import { storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
});

const FIRST = '20261121T101500123Z-00000001';
const SECOND = '20261121T101500123Z-00000002';
const NINTH = '20261121T101500123Z-00000009';
const TENTH = '20261121T101500123Z-00000010';

async function record(number: number, id: string): Promise<void> {
  await storeRelease(store, id, {});
  await store.write(`history/${number}.json`, JSON.stringify({ release: id }));
}

describe('the release that visitors get', () => {
  test('is none before the first deployment', async () => {
    expect(await latestNumber(store)).toBe(0);
    expect(await liveRelease(store)).toBeUndefined();
  });

  test('is the one with the highest number, not the one with the last name', async () => {
    await record(2, SECOND);
    await record(10, TENTH);
    await record(9, NINTH);
    expect(await latestNumber(store)).toBe(10);
    expect(await liveRelease(store)).toMatchObject({ id: TENTH });
  });

  test('may be one that was live before', async () => {
    await record(1, FIRST);
    await record(2, SECOND);
    await record(3, FIRST);
    expect(await liveRelease(store)).toMatchObject({ id: FIRST });
  });

  test('is not decided by other files in the history', async () => {
    await record(1, FIRST);
    await store.write('history/99.json.bak', '{}');
    await store.write('history/notes.txt', '');
    expect(await liveRelease(store)).toMatchObject({ id: FIRST });
  });

  test('must be there: a history that names a lost one is an error', async () => {
    await store.write('history/1.json', JSON.stringify({ release: 'lost' }));
    await expect(liveRelease(store)).rejects.toThrow('releases/lost.json is missing in the store.');
  });

  test.each(['', 'garbage', '{}', '[]', 'null'])(
    'must be whole: what stands in its place is no release, and nobody gets the one before: %j',
    async (content) => {
      await record(1, FIRST);
      await record(2, SECOND);
      await store.write(`releases/${SECOND}.json`, content);
      const looking = liveRelease(store);
      await expect(looking).rejects.toBeInstanceOf(IntegrityError);
      await expect(looking).rejects.toThrow(
        /^releases\/.*-00000002\.json is no manifest: .*\. It is live: put the file back, or remove history\/2\.json, which makes the release before live\.$/,
      );
    },
  );

  test('is not one whose number is taken away while it is looked at', async () => {
    await record(1, FIRST);
    await record(2, SECOND);
    const looked = steppedStore(store, async (step, key) => {
      if (step === 'read history/' && key === 'history/2.json') await store.remove(key);
    });
    expect(await liveEntry(looked)).toMatchObject({ number: 1, release: { id: FIRST } });
  });

  test('is the one before if the newest was removed as it was made live', async () => {
    await record(1, FIRST);
    await store.write('history/2.json', JSON.stringify({ release: SECOND, at: new Date().toISOString() }));
    expect(await liveEntry(store)).toMatchObject({ number: 1, newest: 2, release: { id: FIRST } });
  });
});
