import { expect, test } from '@jest/globals';
import { forEachParallel } from './forEachParallel';

const ITEMS = Array.from({ length: 100 }, (_, index) => index);
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test('works on several items at a time, but not on all of them at once', async () => {
  let running = 0;
  let most = 0;
  await forEachParallel(ITEMS, async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(1);
    running -= 1;
  });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(ITEMS.length / 2);
});

test('after a failure, finishes the started items and starts no others', async () => {
  let started = 0;
  let finished = 0;
  const work = forEachParallel(ITEMS, async (item) => {
    started += 1;
    await pause(item === 0 ? 0 : 50);
    if (item === 0) throw new Error('no space left');
    finished += 1;
  });
  await expect(work).rejects.toThrow('no space left');
  expect(finished).toBe(started - 1);
  expect(started).toBeGreaterThan(1);
  expect(started).toBeLessThan(ITEMS.length / 2);
});
