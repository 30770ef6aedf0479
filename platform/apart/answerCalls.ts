import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { deserialize } from 'node:v8';
import { messageOf } from '@site/shared/node/messageOf';

/** A call, with a unique number. */
export interface Call {
  id: number;
  call: unknown;
}

/** One line of JSON: the number of a call, and its result or error. */
export type Answer = { id: number } & ({ result: unknown } | { failure: string; name: string });

/** The file descriptor of the channel. With Node's own channel, invalid bytes would crash the parent. */
export const CHANNEL = 3;

/**
 * Runs in a process of `openChild`: answers each call with its result as JSON. The process exits when its parent exits.
 */
export function answerCalls(work: (call: unknown) => Promise<unknown>): void {
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true });
  channel.on('error', () => undefined).on('close', () => process.exit());
  createInterface(channel).on('line', (line) => {
    const { id, call } = deserialize(Buffer.from(line, 'base64')) as Call;
    void answer(id, () => work(call)).then((line) => channel.write(`${line}\n`));
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
