import { setTimeout as wait } from 'node:timers/promises';

/** How long something may take at the most, and how often it is looked for. Milliseconds. */
const LIMIT = 60_000;
const INTERVAL = 20;

/**
 * Waits until something is so.
 *
 * @throws Error with what was waited for if it is not so within a minute
 */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${LIMIT / 1000} s: ${what}`);
    await wait(INTERVAL);
  }
}

/** Waits until an address is answered with a page. */
export async function untilAnswered(url: string): Promise<void> {
  await until(`${url} answers`, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT) }).catch(() => undefined);
    return response?.ok === true;
  });
}
