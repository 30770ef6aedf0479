import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';

/** Tells of changes in a backend. */
export interface ChangeSubscription {
  /** Listens to these collections, too. Nobody waits for it: a connection is made, and made again, behind. */
  follow: (collections: string[]) => void;
  unsubscribe: () => void;
}

/**
 * Listens to PocketBase's realtime, as a visitor may: needs no account.
 *
 * @param onChange called for each change in what is followed, and after each new connection, when all of it is subscribed to again
 * @param log told when changes cannot be heard; they are listened to again with the next call of `follow`
 */
export function subscribeToChanges(
  backendUrl: string,
  onChange: () => void,
  log: (line: string) => void,
): ChangeSubscription {
  // Node 20 has none of its own, and PocketBase's client takes it from here.
  globalThis.EventSource = EventSource;
  const { realtime } = new PocketBase(backendUrl);
  const followed = new Set<string>();

  async function listen(topic: string): Promise<void> {
    followed.add(topic);
    try {
      await realtime.subscribe(topic, onChange);
      onChange();
    } catch (error) {
      followed.delete(topic);
      // The client would listen twice when it is told again.
      await realtime.unsubscribe(topic).catch(() => undefined);
      log(`The backend cannot tell of its changes, so they are looked for once a minute: ${String(error)}`);
    }
  }
  return {
    follow(collections) {
      const topics = ['PB_CONNECT', ...collections.map((name) => `${name}/*`)];
      for (const topic of topics) if (!followed.has(topic)) void listen(topic);
    },
    unsubscribe: () => void realtime.unsubscribe().catch(() => undefined),
  };
}
