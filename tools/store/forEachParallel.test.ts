import { expect, jest, test } from '@jest/globals';
import { forEachParallel } from './forEachParallel';

const items = Array.from({ length: 100 }, (_, index) => index);
const soon = () => new Promise((done) => setImmediate(done));

test('every item has its turn, once, several but not all at a time', async () => {
  const seen: number[] = [];
  let running = 0;
  const counts: number[] = [];
  await forEachParallel(items, async (item) => {
    counts.push((running += 1));
    await soon();
    running -= 1;
    seen.push(item);
  });
  expect(seen.sort((one, other) => one - other)).toEqual(items);
  expect(Math.max(...counts)).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThan(items.length / 2);
});

test('after a failure nothing further is begun, and what has begun is waited for', async () => {
  let [begun, ended] = [0, 0];
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

test('long work says now and then how far it is, and short work nothing', async () => {
  const told: number[] = [];
  const tell = (done: number) => void told.push(done);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const after = (milliseconds: number) => () => Promise.resolve(clock.mockReturnValue(milliseconds));
  await forEachParallel([1, 2, 3], after(1999), tell);
  expect(told).toEqual([]);
  clock.mockReturnValue(0);
  const ticks = [1999, 2000, 2001, 3999, 4000];
  await forEachParallel(
    ticks,
    (time) => new Promise((done) => setTimeout(done, time / 100)).then(after(time)),
    tell,
  );
  expect(told).toEqual([2, 5]);
  clock.mockRestore();
});
