import { expect, test } from '@jest/globals';
import { forEachParallel } from './forEachParallel';

test('several items, but not all, are worked on at a time; after a failure nothing further is begun, and what has begun is waited for', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  let [begun, ended] = [0, 0];
  const work = forEachParallel(items, async (item) => {
    begun += 1;
    await new Promise((done) => setTimeout(done, item === 0 ? 0 : 50));
    if (item === 0) throw new Error('no space left');
    ended += 1;
  });
  await expect(work).rejects.toThrow('no space left');
  expect(ended).toBe(begun - 1);
  expect(begun).toBeGreaterThan(1);
  expect(begun).toBeLessThan(items.length / 2);
});
