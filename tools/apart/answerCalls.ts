import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { deserialize } from 'node:v8';
import { messageOf } from '@site/backend/messageOf';

/** A call, with a number of its own. */
export interface Call {
  id: number;
  call: unknown;
}

/** What came of the call with this number, or why it failed: one line of JSON. */
export type Answer = { id: number } & ({ result: unknown } | { failure: string; name: string });

/** The file descriptor of the channel. It is not Node's own, whose parent fails on bytes that Node has not written. */
export const CHANNEL = 3;

/**
 * What a process of `openChild` does: it answers each call with what comes of it, as JSON. It ends with the process
 * that has opened it.
 */
export function answerCalls(work: (call: unknown) => Promise<unknown>): void {
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true });
  channel.on('error', () => undefined).on('close', () => process.exit());
  createInterface(channel).on('line', (line) => {
    const { id, call } = deserialize(Buffer.from(line, 'base64')) as Call;
    void answer(id, () => work(call)).then((answered) => channel.write(`${answered}\n`));
  });
}

async function answer(id: number, work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify({ id, result: (await work()) ?? null } satisfies Answer);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    return JSON.stringify({ id, failure: messageOf(error), name } satisfies Answer);
  }
}
