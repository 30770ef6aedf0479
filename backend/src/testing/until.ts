import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls `ask` until it returns something other than false or undefined, and returns that value.
 * @param state the expected state, as it appears in the error message, e.g. "the child runs"
 * @param limit the maximum wait, in milliseconds
 * @throws Error if the limit is exceeded
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
