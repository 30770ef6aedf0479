import { messageOf } from '@site/backend/messageOf';

/** What came of a call, or why it failed. */
export type Answer = { result: unknown } | { failure: string; name: string };

/** What a process of `openChild` does: answers each call with what comes of it. */
export function answerCalls(work: (call: unknown) => Promise<unknown>): void {
  const send = (message: Answer) => process.send?.(message);
  process.on('message', (call) => void answer(call));

  async function answer(call: unknown): Promise<void> {
    try {
      send({ result: await work(call) });
    } catch (error) {
      send({ failure: messageOf(error), name: error instanceof Error ? error.name : 'Error' });
    }
  }
}
