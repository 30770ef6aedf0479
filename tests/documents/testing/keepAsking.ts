import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';
import type { Visitor } from './askProxy';

/** The time limit for a response, in milliseconds. */
const LIMIT = 30_000;

/**
 * Makes each client request all pages, over and over, until `during` has finished.
 *
 * @param pages the expected content, by path
 * @param during runs while the clients request pages; receives a function that waits for the given number of further
 *   responses
 * @returns a description of each wrong or missing response
 */
export async function keepAsking(
  visitors: Visitor[],
  pages: Record<string, string>,
  during: (more: (times: number) => Promise<unknown>) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  let answers = 0;
  let isOver = false;
  const ended = visitors.map(async ({ ask, close }) => {
    while (!isOver) {
      for (const [path, content] of Object.entries(pages)) {
        const late = wait(LIMIT, { status: 'no answer', body: '' }, { ref: false });
        const answer = ask(path).catch((error: unknown) => ({ status: String(error), body: '' }));
        const { status, body } = await Promise.race([answer, late]);
        if (status !== 200 || body !== content)
          failures.push(`${path}: ${status}, ${body.length} characters`);
        answers += 1;
      }
    }
    close();
  });
  const more = (times: number) => {
    const enough = answers + times;
    return until(`${times} more answers`, () => answers >= enough, 2 * LIMIT);
  };
  try {
    await during(more);
  } finally {
    isOver = true;
    await Promise.all(ended);
  }
  return failures;
}
