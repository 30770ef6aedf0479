import type { Store } from '../store/Store';

/**
 * The key of the heartbeat file. Its first line is the time of the watcher's last success (ISO 8601). Each further line
 * names a damaged file of a live build. All servers of the site read this file, and prune never removes it.
 */
export const HEARTBEAT = 'heartbeat';

/**
 * How often the heartbeat is written, how old a fresh heartbeat may be, and how far two machines' clocks may differ, in
 * milliseconds.
 */
const LIMITS = { interval: 60_000, silence: 300_000, skew: 60_000 };

/**
 * Prepares the watcher's heartbeat.
 *
 * @returns a function to call after each success, with a line for each damaged file of a build. It writes the heartbeat at
 *   most once a minute, but at once if the lines have changed
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
