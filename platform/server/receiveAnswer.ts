import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { HoldMemory } from './boundMemory';

/** A complete response of the backend. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /**
   * Registers a user of the response. The response stays in memory, and counts against the limit, until all users have given
   * it back.
   *
   * @param cutOff called if the memory is needed
   * @returns a function that gives the response back
   */
  lend: (cutOff: () => void) => () => void;
}

/** Why there is no response: limits are reached (`busy`), or the backend does not answer. */
export type Failure = 'busy' | 'unavailable';

/** The maximum length of a response, in bytes: enough for a list page with 500 projects. */
const ANSWER_LIMIT = 32 * 1024 * 1024;

export interface ReceiveOptions {
  /** The visitor whose memory use includes the response. */
  visitor: string;
  hold: HoldMemory;
  /** The time limit for the whole response, in milliseconds. */
  limit: number;
  /**
   * Whether the call may be aborted if its memory is needed. A form's call may not be aborted, because the form must not
   * be sent again.
   */
  isAbortable: boolean;
  /** Called for a backend fault that no visitor can cause. */
  onFault: (fault: Error) => void;
}

/** Calls the backend and reads the response into memory. */
export async function receiveAnswer(
  backend: Dispatcher,
  call: Omit<Dispatcher.RequestOptions, 'signal'>,
  { visitor, hold, limit, isAbortable, onFault }: ReceiveOptions,
): Promise<Answer | Failure> {
  const loans = new Set<() => void>();
  const abort = new AbortController();
  const held = hold(visitor, () => {
    abort.abort();
    for (const cutOff of [...loans]) cutOff();
  });
  if (!isAbortable) held.keep();
  try {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(limit)]);
    const { statusCode: status, headers, body: stream } = await backend.request({ ...call, signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_LIMIT) {
        const fault = new Error(`The backend's response to ${call.path} exceeds ${ANSWER_LIMIT} bytes.`);
        onFault(fault);
        throw fault;
      }
      held.add(chunk.length);
      chunks.push(chunk);
    }
    if (abort.signal.aborted) return 'busy';
    return { status, headers, body: Buffer.concat(chunks, size), lend };
  } catch {
    held.release();
    return abort.signal.aborted ? 'busy' : 'unavailable';
  }

  function lend(cutOff: () => void): () => void {
    loans.add(cutOff);
    return () => {
      loans.delete(cutOff);
      if (loans.size === 0) held.release();
    };
  }
}
