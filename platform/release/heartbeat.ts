import type { Store } from '../store/Store';

/**
 * The key of the heartbeat file, which contains the time of the watcher's last success, ISO 8601. All servers of the
 * site read this file, and prune never removes it.
 */
export const HEARTBEAT = 'heartbeat';

/**
 * In milliseconds: how often the heartbeat is written, how old a heartbeat may be, and how far the clocks of two machines may
 * differ.
 */
const LIMITS = { interval: 60_000, silence: 300_000, skew: 60_000 };

/** @returns a function that records a success of the watcher, at most once a minute */
export function heartbeat(store: Store): () => Promise<void> {
  let recordedAt = -Infinity;
  return async () => {
    if (performance.now() - recordedAt < LIMITS.interval) return;
    await store.write(HEARTBEAT, new Date().toISOString());
    recordedAt = performance.now();
  };
}

/** Whether a watcher has succeeded lately. A heartbeat that is invalid or from the future is ignored. */
export function isFresh(stored: Buffer | undefined): boolean {
  const age = Date.now() - Date.parse(String(stored));
  return age < LIMITS.silence && age > -LIMITS.skew;
}
