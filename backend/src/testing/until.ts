import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls `ask` until its answer is something other than false or undefined.
 * @param state the awaited state, for the error message: "the child runs"
 * @param limit the longest wait, in milliseconds
 * @throws Error if there is no such answer within the limit
 */
export async function until<T>(
  state: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  limit = 20_000,
): Promise<T> {
  const end = Date.now() + limit;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await wait(50);
  }
  throw new Error(`Timed out after ${limit / 1000} s. Waited until ${state}.`);
}
