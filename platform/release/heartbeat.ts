import type { Store } from '../store/Store';

/**
 * The key of the heartbeat file. The file's first line is the time of the watcher's last success (ISO 8601). Each further
 * line names a damaged file in a live build. All of the site's servers read the file, and prune never removes it.
 */
export const HEARTBEAT = 'heartbeat';

/**
 * All limits are in milliseconds. `interval` is the time between two heartbeats. Once a heartbeat is older than `silence`,
 * it is no longer fresh. The clocks of two machines may differ by `skew`.
 */
const LIMITS = { interval: 60_000, silence: 300_000, skew: 60_000 };

/**
 * Prepares the watcher's heartbeat.
 *
 * @returns a function to call after each successful round. Its argument has one line for each damaged file of a live build.
 *   The function writes a heartbeat if the lines have changed, or if the last heartbeat is at least a minute old
 */
export function heartbeat(store: Store): (damage: readonly string[]) => Promise<void> {
  let recordedAt = -Infinity;
  let recorded = '';
  return async (damage) => {
    const lines = damage.join('\n');
    if (lines === recorded && performance.now() - recordedAt < LIMITS.interval) return;
    await store.write(HEARTBEAT, [new Date().toISOString(), ...damage].join('\n'));
    recordedAt = performance.now();
    recorded = lines;
  };
}

/** Parses a heartbeat file. A heartbeat is not fresh if it is missing, invalid, too old, or too far in the future. */
export function readHeartbeat(stored: Buffer | undefined): { isFresh: boolean; hasDamage: boolean } {
  const [time = '', ...damage] = String(stored).split('\n');
  const age = Date.now() - Date.parse(time);
  return { isFresh: age < LIMITS.silence && age > -LIMITS.skew, hasDamage: damage.length > 0 };
}
