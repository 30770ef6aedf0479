import type { Store } from '../store/Store';

/**
 * The key of the heartbeat file. Its first line is the time of the watcher's last success, ISO 8601. Each further line names
 * a damaged file of a live build. All servers of the site read this file, and prune never removes it.
 */
export const HEARTBEAT = 'heartbeat';

/**
 * In milliseconds: how often the heartbeat is written, how old a heartbeat may be, and how far the clocks of two machines may
 * differ.
 */
const LIMITS = { interval: 60_000, silence: 300_000, skew: 60_000 };

/**
 * @returns a function that records a success of the watcher, and the damaged files of builds that it has found. Other damage is
 *   recorded at once, and the same at most once a minute
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

/** What a heartbeat says. A heartbeat that is invalid or from the future is not fresh. */
export function readHeartbeat(stored: Buffer | undefined): { isFresh: boolean; hasDamage: boolean } {
  const [time = '', ...damage] = String(stored).split('\n');
  const age = Date.now() - Date.parse(time);
  return { isFresh: age < LIMITS.silence && age > -LIMITS.skew, hasDamage: damage.length > 0 };
}
