import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';

/** The topic of `backend/pb_hooks/bell.pb.js`, and the one that PocketBase sends on each new connection. */
const TOPICS = ['content', 'PB_CONNECT'];

/**
 * Listens for changes of what pages show, as a visitor may. The connection is made, and made again, in the
 * background.
 *
 * @param signal ends it, and the wait that is under way
 * @param log told once when changes cannot be heard; each wait tries again
 * @returns waits until the bell rings, at most the given milliseconds; not at all if it has rung since the last
 *   wait. Each change rings it, and each new connection, since something may have changed before
 */
export function openBell(
  backendUrl: string,
  signal: AbortSignal,
  log: (line: string) => void,
): (limit: number) => Promise<void> {
  // Node 20 has no EventSource, and PocketBase's client takes it from here.
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
      // Else the client would listen twice after the next try.
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
