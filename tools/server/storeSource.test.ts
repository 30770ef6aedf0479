import { expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { storeSource } from './storeSource';

test('looks for a new release before its knowledge is too old, and has nobody wait for that', async () => {
  const clock = simulatedClock();
  const store = memoryStore();
  const one = await storeRelease(store, '20261124T100000000Z-00000001', { 'index.html': 'one' });
  const other = await storeRelease(store, '20261124T100000000Z-00000002', { 'index.html': 'other' });
  await recordLive(store, 1, one);
  let isAnswered = Promise.resolve();
  const source = storeSource(
    { ...store, list: (folder) => isAnswered.then(() => store.list(folder)) } satisfies Store,
    { look: 40_000 },
  );
  expect((await source.live()).id).toBe(one.id);

  let answer = (): void => undefined;
  isAnswered = new Promise((done) => (answer = done));
  await clock.jump(30_000);
  expect((await source.live()).id).toBe(one.id);

  await recordLive(store, 2, other);
  answer();
  await clock.jump(5000);
  expect((await source.live()).id).toBe(other.id);

  // Its deployment takes the number back.
  await store.remove('history/2.json');
  await clock.jump(50_000);
  expect((await source.live()).id).toBe(one.id);
});
