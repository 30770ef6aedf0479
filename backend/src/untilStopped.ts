/** The process that started this one; when it ends, another takes its place. */
const PARENT = process.ppid;
/** How often it is looked for. Milliseconds. */
const LOOK_MS = 500;

/**
 * Waits until this process is told to stop: by Ctrl-C, by a signal, or by the end of npm, if npm has started it, for
 * npm passes on no other signals than SIGINT and SIGTERM. Until it is called, a signal ends the process at once.
 */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((done) => {
    // They stay: Ctrl-C in a terminal comes twice, from the terminal and from npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== PARENT) done();
    }, LOOK_MS).unref();
  });
}
