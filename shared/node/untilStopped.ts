/** The id of the parent process at the start. `process.ppid` changes when the parent ends. */
const PARENT = process.ppid;
const LOOK_MS = 500;

/**
 * Returns when this process has to stop: after Ctrl-C or another signal. If npm started this process, also returns when npm
 * ends, because npm forwards only SIGINT and SIGTERM. Before the first call of this function, a signal ends the process at
 * once.
 */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((done) => {
    // The listeners are never removed, because one Ctrl-C in a terminal sends two signals: from the terminal and from npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== PARENT) done();
    }, LOOK_MS).unref();
  });
}
