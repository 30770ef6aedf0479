import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { boundToParent } from '@site/backend/boundToParent';
import { messageOf } from '@site/backend/messageOf';
import { build } from 'esbuild';
import { CHANNEL, type Answer, type Call } from './answerCalls';

/** How long an answer may be unless the call says otherwise. Bytes. */
const ANSWER_SIZE = 20_000_000;

/** What a call failed with in the process, which goes on. */
export class CallError extends Error {}

/** The process has ended by itself, or cannot start: it cannot do its work on this machine, whatever it is asked. */
export class BrokenChildError extends Error {}

/** How long an answer may take, milliseconds, and how long it may be, bytes. More of either ends the process. */
interface Limits {
  time: number;
  size?: number;
}

/** A process that answers one call at a time, and lives until it is closed or fails. */
export interface OpenChild {
  /**
   * @returns what the process says, which may be anything that JSON can express
   * @throws CallError, named as the error in the process, if the call fails there
   * @throws BrokenChildError if the process cannot start, or has ended by itself
   * @throws Error if the process has been ended
   */
  ask(call: unknown, limits: Limits): Promise<unknown>;
  /** Whether every further call fails. */
  hasEnded: () => boolean;
  close: () => void;
}

/**
 * Opens a process of its own for work that may take memory, hang or end: its environment has no key, and it ends in
 * any case, with everything that it has started. The first call starts it; each call waits for those before it.
 *
 * @param path of the module that it runs, which calls `answerCalls`
 * @param work what it does, for messages, e.g. `Rendering`
 */
export function openChild({ path, work }: { path: string; work: string }): OpenChild {
  let child: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** The call that is under way. */
  let waiting: { size: number; answer: (line: string) => void; fail: (error: Error) => void } | undefined;
  let calls = 0;
  /** Why every call fails from the end of the process on. */
  let over: Error | undefined;

  function end(error: Error): Error {
    if (over) return over;
    over = error;
    waiting?.fail(over);
    void child?.then(killGroup, () => undefined);
    return over;
  }

  async function start(): Promise<ChildProcess> {
    const started = startChild(path, await compile(path));
    let complaints = '';
    started.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
    started.on('error', ({ message }) => end(new BrokenChildError(message)));
    // Not `exit`: that may come before the answer and the complaints have been read.
    started.on('close', (code, signal) => {
      const message = `${work} ended with ${code ?? signal}. ${complaints}`;
      end(signal ? new Error(message) : new BrokenChildError(message));
    });
    let [line, length]: [Buffer[], number] = [[], 0];
    channelOf(started).on('error', () => undefined);
    channelOf(started).on('data', (bytes: Buffer) => {
      const newline = bytes.indexOf('\n');
      line.push(newline < 0 ? bytes : bytes.subarray(0, newline));
      length += bytes.length;
      const { size } = waiting ?? { size: ANSWER_SIZE };
      if (length > size) end(new Error(`${work} answered with more than ${size / 1e6} MB.`));
      if (newline < 0 && !over) return;
      // It is asked one thing at a time: nothing that follows an answer belongs to it.
      if (!over) waiting?.answer(Buffer.concat(line).toString());
      [line, length] = [[], 0];
    });
    return started;
  }

  async function askNow(call: unknown, { time, size = ANSWER_SIZE }: Limits): Promise<unknown> {
    if (over) throw over;
    const asked = await (child ??= start());
    calls += 1;
    const numbered: Call = { id: calls, call };
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<string>((answer, fail) => {
      waiting = { size, answer, fail };
      const late = `${work} took longer than ${time / 1000} seconds and was stopped.`;
      timer = setTimeout(() => end(new Error(late)), time);
      if (over) fail(over);
      else channelOf(asked).write(`${serialize(numbered).toString('base64')}\n`);
    });
    const line = await answered.finally(() => clearTimeout(timer));
    const parsed = parseAnswer(line);
    if (parsed?.id !== numbered.id) throw end(new Error(`${work} sent something other than its answer.`));
    if ('result' in parsed) return parsed.result;
    throw Object.assign(new CallError(parsed.failure), { name: parsed.name });
  }

  return {
    ask(call, limits) {
      const answered = last.then(() => askNow(call, limits));
      last = answered.catch(() => undefined);
      return answered;
    },
    hasEnded: () => over !== undefined,
    close: () => void end(new Error(`${work} has been closed.`)),
  };
}

/** The code that runs in the process may send anything. */
function parseAnswer(line: string): Answer | undefined {
  try {
    const parsed = JSON.parse(line) as Record<string, unknown> | null;
    const { id, failure, name } = parsed ?? {};
    if (typeof id !== 'number') return undefined;
    if (parsed && 'result' in parsed) return { id, result: parsed.result };
    return typeof failure === 'string' && typeof name === 'string' ? { id, failure, name } : undefined;
  } catch {
    return undefined;
  }
}

function channelOf({ stdio }: ChildProcess): Duplex {
  return stdio[CHANNEL] as Duplex;
}

/** It does not outlive this process, and finds nothing in its environment but where programs are. */
function startChild(path: string, code: string): ChildProcess {
  const child = spawn(...boundToParent(process.execPath, ['--no-warnings', '-']), {
    cwd: dirname(path),
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => undefined).end(code);
  return child;
}

/** The code of modules that were started before; compiling takes longer than most of their work. */
const codes = new Map<string, Promise<string>>();

/**
 * One script of a module and all that it imports of this project; packages it loads by itself.
 *
 * @throws BrokenChildError if it cannot be compiled now, e.g. while packages are installed
 */
function compile(path: string): Promise<string> {
  const code = codes.get(path) ?? bundle(path);
  codes.set(path, code);
  return code.catch((cause: unknown) => {
    codes.delete(path);
    throw new BrokenChildError(messageOf(cause), { cause });
  });
}

async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['jsdom', 'sharp'],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path)) },
    logLevel: 'silent',
  });
  // In a function, or its variables would be global, and a `window` among them would pass for a browser's.
  return `(() => {\n${outputFiles[0]?.text ?? ''}\n})();`;
}

/** Kills a process that leads a group, and all that it has started. It does not wait for their end. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
