import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createDebouncer, type Debouncer } from './createDebouncer';

let debouncer: Debouncer;
let stopping: AbortController;
let isOver: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  stopping = new AbortController();
  debouncer = createDebouncer(stopping.signal);
  isOver = false;
});

const note = (work: Promise<unknown>) => void work.then(() => (isOver = true));
const after = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('a debouncer', () => {
  test('that is triggered says so at once, also if it was before', async () => {
    note(debouncer.waitForTrigger(60_000));
    await after(1000);
    expect(isOver).toBe(false);
    debouncer.trigger();
    await after(0);
    expect(isOver).toBe(true);
    expect(await debouncer.waitForTrigger(60_000)).toBe(true);
  });

  test('that is not triggered is waited for no longer than the limit', async () => {
    const triggered = debouncer.waitForTrigger(5000);
    await after(5000);
    expect(await triggered).toBe(false);
  });

  test('settles when it has not been triggered for the period, and forgets then that it was', async () => {
    debouncer.trigger();
    note(debouncer.settle(300));
    for (let times = 0; times < 3; times += 1) {
      await after(250);
      expect(isOver).toBe(false);
      debouncer.trigger();
    }
    await after(299);
    expect(isOver).toBe(false);
    await after(1);
    expect(isOver).toBe(true);
    const triggered = debouncer.waitForTrigger(10);
    await after(10);
    expect(await triggered).toBe(false);
  });

  test('that is triggered all the time is waited for ten periods', async () => {
    debouncer.trigger();
    note(debouncer.settle(300));
    const stream = setInterval(debouncer.trigger, 100);
    await after(2900);
    expect(isOver).toBe(false);
    await after(400);
    expect(isOver).toBe(true);
    clearInterval(stream);
  });

  test('that was not triggered settles at once, as does one at the end', async () => {
    await debouncer.settle(300);
    note(debouncer.waitForTrigger(60_000));
    stopping.abort();
    await after(0);
    expect(isOver).toBe(true);
    await debouncer.settle(300);
  });
});
