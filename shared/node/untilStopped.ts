/** The id of the parent process. When the parent ends, `process.ppid` changes. */
const PARENT = process.ppid;
/** The time between two checks of the parent, in milliseconds. */
const LOOK_MS = 500;

/**
 * Waits until this process has to stop: after Ctrl-C or another signal. A process that npm has started also has to stop when
 * npm ends, because npm forwards only SIGINT and SIGTERM. Until this function is first called, a signal ends the process at
 * once.
 */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((done) => {
    // The listeners are never removed, because Ctrl-C in a terminal arrives twice: from the terminal and from npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== PARENT) done();
    }, LOOK_MS).unref();
  });
}
