import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for work that has been told to stop, in milliseconds. */
const STOP_LIMIT = 2000;

/**
 * Starts work that runs until it is stopped.
 *
 * @param work must end soon after its signal is aborted
 * @returns a function that stops the work. Its promise resolves when the work has ended, or after two seconds at the latest
 */
export function keepRunning(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const ended = work(stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.race([ended, pause(STOP_LIMIT, undefined, { ref: false })]);
  };
}
