import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';

/** What `backend/pb_hooks/bell.pb.js` sends, and what PocketBase sends on each connection, once both are listened to. */
const TOPICS = ['content', 'PB_CONNECT'];

/**
 * Listens for changes in what pages show, as a visitor may. Nobody waits for the connection: it is made, and made again,
 * behind.
 *
 * @param signal rings, and ends it
 * @param log told once when changes cannot be heard; each wait tries again
 * @returns waits until it rings, or has rung since the last wait: for a change, and for each new connection, as
 *   something may have changed before it; at most the limit, milliseconds
 */
export function openBell(
  backendUrl: string,
  signal: AbortSignal,
  log: (line: string) => void,
): (limit: number) => Promise<void> {
  // Node 20 has none of its own, and PocketBase's client takes it from here.
  globalThis.EventSource = EventSource;
  const { realtime } = new PocketBase(backendUrl);
  const hangUp = () => realtime.unsubscribe().catch(() => undefined);
  let isListening = false;
  let hasComplained = false;
  let hasRung = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    hasRung = true;
    wake();
  };
  signal.addEventListener('abort', () => {
    ring();
    void hangUp();
  });

  async function listen(): Promise<void> {
    isListening = true;
    try {
      for (const topic of TOPICS) await realtime.subscribe(topic, ring);
      hasComplained = false;
      ring();
    } catch (error) {
      // The client would listen twice when it is told again.
      await hangUp();
      isListening = false;
      const what = 'The backend cannot tell of changes, so they are looked for twice a minute';
      if (!hasComplained && !signal.aborted) log(`${what}: ${String(error)}`);
      hasComplained = true;
    }
    if (signal.aborted) await hangUp();
  }

  return async (limit) => {
    if (!isListening && !signal.aborted) void listen();
    const timer = setTimeout(() => wake(), limit);
    if (!hasRung) await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
    hasRung = false;
  };
}
