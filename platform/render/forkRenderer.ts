import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { boundToParent } from '@site/shared/node/boundToParent';
import { messageOf } from '@site/shared/node/messageOf';
import { build } from 'esbuild';
import { CHANNEL, type Answer, type Call } from './answerCalls';

/** The default maximum length of an answer, in bytes. */
const ANSWER_SIZE = 20_000_000;

/** Thrown if a call failed in the process. The process continues. */
export class CallError extends Error {}

/** Thrown if the process has exited by itself or cannot start, which means that no call can succeed on this machine. */
export class BrokenChildError extends Error {}

/** The limits of one call. Exceeding one of them ends the process. */
interface Limits {
  /** How long the answer may take, in milliseconds. */
  time: number;
  /** The maximum length of the answer, in bytes. */
  size?: number;
}

/** A process that answers one call at a time, until it is closed or fails. */
export interface OpenChild {
  /**
   * @returns the process's answer, which may be any JSON and must be validated
   * @throws CallError, with the name of the error in the process, if the call fails there
   * @throws BrokenChildError if the process cannot start, or has exited by itself
   * @throws Error if the process was killed or closed
   */
  ask(call: unknown, limits: Limits): Promise<unknown>;
  /** Whether every further call fails. */
  hasEnded: () => boolean;
  close: () => void;
}

/**
 * Opens a process for work that may hang, crash or use much memory. Its environment has no secrets. When the process
 * ends, its child processes end too. The process starts at the first call, and calls run one after the other.
 *
 * @param path the module to run, which calls `answerCalls`
 * @param work the name of the work in error messages, e.g. `Rendering`
 */
export function openChild({ path, work }: { path: string; work: string }): OpenChild {
  let child: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** The call in progress. */
  let waiting: { size: number; answer: (line: string) => void; fail: (error: Error) => void } | undefined;
  let calls = 0;
  /** The error that every call throws once the process has ended. */
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
    let errors = '';
    started.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-2000)));
    started.on('error', ({ message }) => end(new BrokenChildError(message)));
    // The event `exit` would be too early: it may come before the answer and the error output have been read.
    started.on('close', (code, signal) => {
      const message = `${work} ended with ${code ?? signal}. ${errors}`;
      end(signal ? new Error(message) : new BrokenChildError(message));
    });
    readAnswers(channelOf(started));
    return started;
  }

  /** Reads one line per call, and limits its length. */
  function readAnswers(channel: Duplex): void {
    let line: Buffer[] = [];
    let length = 0;
    channel.on('error', () => undefined);
    channel.on('data', (bytes: Buffer) => {
      if (over) return;
      length += bytes.length;
      const { size } = waiting ?? { size: ANSWER_SIZE };
      if (length > size) {
        end(new Error(`${work} answered with more than ${size / 1e6} MB.`));
        return;
      }
      const newline = bytes.indexOf('\n');
      if (newline < 0) {
        line.push(bytes);
        return;
      }
      // There is only one call at a time, so anything after the answer is dropped.
      line.push(bytes.subarray(0, newline));
      waiting?.answer(Buffer.concat(line).toString());
      line = [];
      length = 0;
    });
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

/** Parses a line from the child process, which may send anything; undefined if the line is not a valid answer. */
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

/** Starts a process that ends when this one ends. Its environment only contains `PATH`. */
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

/** A cache of compiled modules, because compiling a module takes longer than most of its calls. */
const codes = new Map<string, Promise<string>>();

/**
 * Compiles a module and its imports into one script. Only `jsdom` and `sharp` remain imports.
 *
 * @throws BrokenChildError if the module cannot be compiled now, e.g. while packages are being installed
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
  // Outside a function, the script's variables would be global. Libraries would take a global `window` for a browser.
  return `(() => {\n${outputFiles[0]?.text ?? ''}\n})();`;
}

/** Kills a process and all its descendants in the same process group, without waiting until they have ended. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
