import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';
import type { Visitor } from './askProxy';

/** How long an answer may take. Milliseconds. */
const PATIENCE = 30_000;

/**
 * Has visitors ask for pages without a pause while something happens.
 *
 * @param pages what has to be answered, by path
 * @param during gets what waits until they have been answered so often once more, well or badly
 * @returns what was not answered as it should have been
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
        const late = wait(PATIENCE, { status: 'no answer', body: '' }, { ref: false });
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
    return until(`${times} more answers`, () => answers >= enough, 2 * PATIENCE);
  };
  try {
    await during(more);
  } finally {
    isOver = true;
    await Promise.all(ended);
  }
  return failures;
}
