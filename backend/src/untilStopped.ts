/** The process that started this one. When it ends, `process.ppid` changes. */
const PARENT = process.ppid;
/** How often the parent is checked. Milliseconds. */
const LOOK_MS = 500;

/**
 * Waits until this process has to stop: after Ctrl-C or a signal, or when npm ends, if npm has started it. (npm forwards only
 * SIGINT and SIGTERM.) Before the first call, a signal ends the process at once.
 */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((done) => {
    // The listeners remain, because Ctrl-C in a terminal arrives twice: from the terminal and from npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== PARENT) done();
    }, LOOK_MS).unref();
  });
}
