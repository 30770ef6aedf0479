import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How long it may take to start. Milliseconds. */
const START_LIMIT = 30_000;

/**
 * Starts one of the servers of this folder in a process of its own; it ends with this process in any case.
 *
 * @returns its address without a trailing slash
 * @throws Error if it does not say where it listens
 */
export async function startServer(name: 'serveSite' | 'serveBySirv' | 'beRude', words: string[]) {
  const child = fork(join(import.meta.dirname, `${name}.ts`), words, {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const told = once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT) });
  const [{ origin }] = (await told.catch(() => {
    child.kill('SIGKILL');
    throw new Error(`${name} did not start within ${START_LIMIT / 1000} s.`);
  })) as [{ origin: string }];
  return {
    origin,
    pid: child.pid,
    async stop(): Promise<void> {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
