import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBell } from './createBell';
import type { Bell } from './createBell';

let bell: Bell;
let stopping: AbortController;
let isOver: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  stopping = new AbortController();
  bell = createBell(stopping.signal);
  isOver = false;
});

const note = (work: Promise<unknown>) => void work.then(() => (isOver = true));
const after = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('a bell', () => {
  test('that rings is heard at once, also if it rang before', async () => {
    note(bell.rings(60_000));
    await after(1000);
    expect(isOver).toBe(false);
    bell.ring();
    await after(0);
    expect(isOver).toBe(true);
    expect(await bell.rings(60_000)).toBe(true);
  });

  test('that does not ring is waited for no longer than the limit', async () => {
    const rings = bell.rings(5000);
    await after(5000);
    expect(await rings).toBe(false);
  });

  test('is quiet when it has not been rung for the period, and forgets then that it was', async () => {
    bell.ring();
    note(bell.staysQuiet(300));
    for (let times = 0; times < 3; times += 1) {
      await after(250);
      expect(isOver).toBe(false);
      bell.ring();
    }
    await after(299);
    expect(isOver).toBe(false);
    await after(1);
    expect(isOver).toBe(true);
    const rings = bell.rings(10);
    await after(10);
    expect(await rings).toBe(false);
  });

  test('that never stops is waited for ten periods', async () => {
    bell.ring();
    note(bell.staysQuiet(300));
    const stream = setInterval(bell.ring, 100);
    await after(2900);
    expect(isOver).toBe(false);
    await after(400);
    expect(isOver).toBe(true);
    clearInterval(stream);
  });

  test('that was not rung is quiet at once, as is one at the end', async () => {
    await bell.staysQuiet(300);
    note(bell.rings(60_000));
    stopping.abort();
    await after(0);
    expect(isOver).toBe(true);
    await bell.staysQuiet(300);
  });
});
