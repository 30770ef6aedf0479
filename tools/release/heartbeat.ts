import type { Store } from '../store/Store';

/**
 * The key where a store says when a watcher last succeeded (ISO 8601), for every server of the site. Prune never
 * removes it.
 */
export const HEARTBEAT = 'heartbeat';

/** How often it is written, how old it may be, and how far clocks may differ. Milliseconds. */
const LIMITS = { interval: 60_000, silence: 300_000, skew: 60_000 };

/** @returns notes that the watcher has succeeded, unless it did so less than a minute ago */
export function heartbeat(store: Store): () => Promise<void> {
  let notedAt = -Infinity;
  return async () => {
    if (performance.now() - notedAt < LIMITS.interval) return;
    await store.write(HEARTBEAT, new Date().toISOString());
    notedAt = performance.now();
  };
}

/** Whether a heartbeat says that a watcher has succeeded lately; one from the future, or of garbage, does not. */
export function isFresh(said: Buffer | undefined): boolean {
  const age = Date.now() - Date.parse(String(said));
  return age < LIMITS.silence && age > -LIMITS.skew;
}
