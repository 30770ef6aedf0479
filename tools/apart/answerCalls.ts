import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { deserialize } from 'node:v8';
import { messageOf } from '@site/backend/messageOf';

/** A call, with a unique number. */
export interface Call {
  id: number;
  call: unknown;
}

/** The result of the call with this number, or its error: one line of JSON. */
export type Answer = { id: number } & ({ result: unknown } | { failure: string; name: string });

/** The file descriptor of the channel. Node's own channel would crash the parent if it received invalid bytes. */
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
