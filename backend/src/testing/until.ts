import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither false nor undefined.
 * @throws Error after 20 seconds, with what was waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await wait(50);
  }
  throw new Error(`It did not happen within 20 s: ${what}`);
}
