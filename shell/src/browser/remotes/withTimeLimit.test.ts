import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { withTimeLimit } from './withTimeLimit';

describe('work with a time limit', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('gives what the work gives, and leaves no timer running', async () => {
    await expect(withTimeLimit(Promise.resolve('done'), 1000)).resolves.toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('fails as the work fails, and leaves no timer running', async () => {
    const failure = new Error('lost');
    await expect(withTimeLimit(Promise.reject(failure), 1000)).rejects.toBe(failure);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('fails once the limit is over, not before', async () => {
    const settled = jest.fn();
    const limited = withTimeLimit(new Promise<never>(() => undefined), 1000);
    limited.catch(settled);
    await jest.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await expect(limited).rejects.toThrow('No answer within 1000 ms.');
    expect(settled).toHaveBeenCalledTimes(1);
  });
});
