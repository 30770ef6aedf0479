import type { Store } from './Store';

/** Keys that are never read from the store below: the history, and the time of the watcher's last success. */
const OWN = /^(?:history(?:\/|$)|heartbeat$)/;

/**
 * Overlays one store on another. A key that the top store lacks is read from the store below, except for the history
 * and the heartbeat. All writes and removals go to the top store, so the store below never changes.
 */
export function layeredStore(top: Store, below: Store): Store {
  return {
    ...top,
    async read(key) {
      const content = await top.read(key);
      return content || OWN.test(key) ? content : below.read(key);
    },
    async modified(key) {
      const time = await top.modified(key);
      return time || OWN.test(key) ? time : below.modified(key);
    },
    async list(prefix) {
      const above = await top.list(prefix);
      if (OWN.test(prefix)) return above;
      const others = await below.list(prefix);
      return [...new Set([...above, ...others.filter((name) => !OWN.test(prefix + name))])];
    },
    async walk(prefix) {
      const above = await top.walk(prefix);
      if (OWN.test(prefix)) return above;
      const known = new Set(above.map(({ key }) => key));
      const others = await below.walk(prefix);
      return [...above, ...others.filter(({ key }) => !known.has(key) && !OWN.test(key))];
    },
  };
}
