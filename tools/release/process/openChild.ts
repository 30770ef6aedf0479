import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { endWithParent } from '@site/backend/endWithParent';
import type { Answer } from './answerCalls';

/** What a call failed with in the process, which goes on. */
export class CallError extends Error {}

/** The process has ended by itself: it cannot do its work on this machine, whatever it is asked. */
export class BrokenChildError extends Error {}

/** A process that answers one call at a time, and lives until it is closed. */
export interface OpenChild {
  /**
   * @throws CallError, named as the error in the process, if the call fails there
   * @throws BrokenChildError if the process cannot start, or has ended by itself
   * @throws Error if the process has been ended, or if the answer takes longer than the limit, which ends it
   */
  ask(call: unknown): Promise<unknown>;
  close: () => void;
}

/**
 * Opens a process of its own for work that may take memory, hang or end: no secret of this one is in its environment,
 * and it ends in any case. It is started by the first call; calls wait for those before them.
 *
 * @param path the module that it runs, which calls `answerCalls`
 * @param work what it does, for messages, e.g. `Rendering`
 * @param limit how long each call may take, milliseconds
 */
export function openChild(path: string, work: string, limit: number): OpenChild {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let end: (error: Error) => void;
  /** What every call fails with from the end of the process on. */
  const ended = new Promise<{ error: Error }>((resolve) => {
    end = (error) => resolve({ error });
  });

  function start(): ChildProcess {
    const started = startChild(path, { PATH: process.env.PATH });
    let complaints = '';
    started.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
    started.on('error', ({ message }) => end(new BrokenChildError(message)));
    // Not `exit`: that may come before the answer and the complaints have been read.
    started.on('close', (code, signal) => {
      const message = `${work} ended with ${code ?? signal}. ${complaints.slice(-2000)}`;
      end(signal ? new Error(message) : new BrokenChildError(message));
    });
    return started;
  }

  async function askNow(call: unknown): Promise<unknown> {
    const asked = (child ??= start());
    const timer = setTimeout(() => {
      end(new Error(`${work} took longer than ${limit / 1000} seconds and was stopped.`));
      asked.kill('SIGKILL');
    }, limit);
    const answered = new Promise<Answer>((resolve) => {
      asked.once('message', (answer) => resolve(answer as Answer));
    });
    // One that cannot be asked has ended.
    asked.send(call as object, () => undefined);
    const result = await Promise.race([answered, ended]).finally(() => clearTimeout(timer));
    if ('result' in result) return result.result;
    if ('error' in result) throw result.error;
    throw Object.assign(new CallError(result.failure), { name: result.name });
  }

  return {
    ask(call) {
      const answer = last.then(() => askNow(call));
      last = answer.catch(() => undefined);
      return answer;
    },
    // It may have left something running, for which nobody waits.
    close: () => void child?.kill('SIGKILL'),
  };
}

/**
 * Starts a module in a process of its own, with which this one talks by messages. It does not outlive this one.
 * TypeScript is compiled until the module has been loaded: packages that it loads later take half the time without.
 * The compiler's CommonJS hooks start in half the time that ECMAScript ones take.
 *
 * @param path the module's file
 * @param env its whole environment
 */
export function startChild(path: string, env: NodeJS.ProcessEnv): ChildProcess {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const [from, start] = [compiler, path].map((file) => JSON.stringify(file));
  const code = `const stop = require(${from}).register(); require(${start}); stop();`;
  const child = spawn(process.execPath, ['--eval', code], {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) child.once('exit', endWithParent(child.pid));
  return child;
}
