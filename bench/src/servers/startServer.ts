import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server in a process of its own. */
export interface ServerProcess {
  /** Without a trailing slash. */
  origin: string;
  /** Its memory, bytes. */
  readMemory(): Promise<number>;
  stop(): Promise<void>;
}

/** How long it may take to start or to answer. Milliseconds. */
const ANSWER_LIMIT = 30_000;

/**
 * Starts one of the servers of this folder; it ends with this process in any case.
 *
 * @throws Error if it ends or does not say where it listens
 */
export async function startServer(
  name: 'serveSite' | 'serveBySirv' | 'beRude',
  words: string[],
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), words, {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const answer = async <Answer>(): Promise<Answer> => {
    const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(ANSWER_LIMIT) })) as [
      Answer,
    ];
    return message;
  };
  const { origin } = await answer<{ origin: string }>();
  return {
    origin,
    async readMemory() {
      const told = answer<{ rss: number }>();
      child.send('memory');
      return (await told).rss;
    },
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
