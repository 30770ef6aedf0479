import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls until the answer is neither false nor undefined.
 * @param what the awaited event, for the error message
 * @param limit milliseconds
 * @throws Error after the limit
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  limit = 20_000,
): Promise<T> {
  const end = Date.now() + limit;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await wait(50);
  }
  throw new Error(`It did not happen within ${limit / 1000} s: ${what}`);
}
