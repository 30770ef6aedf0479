import { untilStopped } from '@site/backend/untilStopped';

/** How long it may take to end in order; the site is given 5 s of it, PocketBase 10 s. Milliseconds. */
const STOP_LIMIT = 20_000;

/** Ends this process in order when it is told to stop, see `untilStopped`, and after a time limit in any case. */
export function stopOnSignal(stop: () => Promise<void>): void {
  void untilStopped().then(async () => {
    setTimeout(() => fail(`It did not stop within ${STOP_LIMIT / 1000} s and has been ended.`), STOP_LIMIT);
    await stop().catch((error: unknown) => fail(`It did not stop cleanly: ${String(error)}`));
    process.exit(0);
  });
}

function fail(why: string): void {
  console.error(why);
  process.exit(1);
}
