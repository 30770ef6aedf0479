import { expect, test } from '@jest/globals';
import { forEachParallel } from './forEachParallel';

const items = Array.from({ length: 100 }, (_, index) => index);
const soon = () => new Promise((done) => setImmediate(done));

test('every item has its turn, once, several but not all at a time', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await forEachParallel(items, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await soon();
    running -= 1;
    seen.push(item);
  });
  expect(seen.sort((one, other) => one - other)).toEqual(items);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(items.length / 2);
});

test('after a failure nothing further is begun, and what has begun is waited for', async () => {
  let begun = 0;
  let ended = 0;
  const work = forEachParallel(items, async (item) => {
    begun += 1;
    if (item === 3) throw new Error('no space left');
    await soon();
    ended += 1;
  });
  await expect(work).rejects.toThrow('no space left');
  expect(ended).toBe(begun - 1);
  expect(begun).toBeLessThan(items.length / 2);
});
