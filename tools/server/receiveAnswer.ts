import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { HoldMemory } from './boundMemory';

/** An answer of the backend, whole. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /**
   * Says that somebody has it. It is in memory, and counts, until everybody has given it back.
   *
   * @param cutOff called if its room is needed
   * @returns gives it back
   */
  lend: (cutOff: () => void) => () => void;
}

/** Why there is no answer: there is no room or no place for it now, or the backend does not give one. */
export type Failure = 'busy' | 'unavailable';

/** How large an answer may be. A page of the list has 500 projects. Bytes. */
const ANSWER_LIMIT = 32 * 1024 * 1024;

export interface ReceiveOptions {
  /** The visitor to whom the answer's memory counts. */
  visitor: string;
  hold: HoldMemory;
  /** How long all of it may take. Milliseconds. */
  limit: number;
  /** Whether it may be given up while it comes, if its room is needed. What has been sent must not be sent again. */
  mayGiveUp: boolean;
  /** Told of what no visitor can bring about. */
  onFault: (fault: Error) => void;
}

/** Asks the backend, and reads its answer into memory. */
export async function receiveAnswer(
  backend: Dispatcher,
  call: Omit<Dispatcher.RequestOptions, 'signal'>,
  { visitor, hold, limit, mayGiveUp, onFault }: ReceiveOptions,
): Promise<Answer | Failure> {
  const loans = new Set<() => void>();
  const givingUp = new AbortController();
  const held = hold(visitor, () => {
    givingUp.abort();
    for (const cutOff of [...loans]) cutOff();
  });
  if (!mayGiveUp) held.keep();
  try {
    const signal = AbortSignal.any([givingUp.signal, AbortSignal.timeout(limit)]);
    const { statusCode: status, headers, body: stream } = await backend.request({ ...call, signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_LIMIT) {
        onFault(new Error(`${call.path} is answered with more than ${ANSWER_LIMIT} bytes by the backend.`));
        throw new Error('It is too large.');
      }
      held.add(chunk.length);
      chunks.push(chunk);
    }
    if (givingUp.signal.aborted) return 'busy';
    return { status, headers, body: Buffer.concat(chunks, size), lend };
  } catch {
    held.release();
    return givingUp.signal.aborted ? 'busy' : 'unavailable';
  }

  function lend(cutOff: () => void): () => void {
    loans.add(cutOff);
    return () => {
      loans.delete(cutOff);
      if (loans.size === 0) held.release();
    };
  }
}
