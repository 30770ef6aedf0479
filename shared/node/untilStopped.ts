/** The parent process's id when this module was loaded. `process.ppid` changes when the parent ends. */
const PARENT = process.ppid;
const LOOK_MS = 500;

/**
 * Waits for SIGINT (Ctrl-C), SIGTERM or SIGHUP. If npm started this process, also stops waiting when npm ends, because npm
 * forwards only SIGINT and SIGTERM. Until the first call to this function, each of these signals ends the process at once.
 */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((done) => {
    // The listeners are never removed, because Ctrl-C in a terminal sends this process two signals, one from the terminal
    // and one from npm. Without a listener, the second signal would end the process at once.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== PARENT) done();
    }, LOOK_MS).unref();
  });
}
