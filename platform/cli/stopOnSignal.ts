import { untilStopped } from '@site/shared/node/untilStopped';

/** The time limit for an orderly shutdown, in milliseconds. It includes 5 s for the server and 10 s for PocketBase. */
const STOP_LIMIT = 20_000;

/**
 * Makes this process shut down in an orderly way after a signal (see `untilStopped`): it calls `stop`, then exits. If `stop`
 * fails or takes too long, the process exits at once, with status 1.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  void untilStopped().then(async () => {
    const late = `Did not stop within ${STOP_LIMIT / 1000} s, so the process was ended.`;
    setTimeout(() => endNow(late), STOP_LIMIT);
    await stop().catch((error: unknown) => endNow(`Did not stop cleanly: ${String(error)}`));
    process.exit(0);
  });
}

function endNow(why: string): void {
  console.error(why);
  process.exit(1);
}
