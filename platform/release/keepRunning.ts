import { setTimeout as pause } from 'node:timers/promises';

/** How long stopped work may go on, in milliseconds. */
const STOP_LIMIT = 2000;

/**
 * Starts work that goes on until it is stopped.
 *
 * @param work ends soon after the signal
 * @returns a function that stops it, within seconds. What exceeds the limit is cut short when this process exits
 */
export function keepRunning(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const ended = work(stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.race([ended, pause(STOP_LIMIT, undefined, { ref: false })]);
  };
}
