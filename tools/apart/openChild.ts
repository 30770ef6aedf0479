import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { boundToParent } from '@site/backend/boundToParent';
import { build } from 'esbuild';
import { answerOf, isAnswer, isQuestion, resultOf, type Answer } from './answerCalls';

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

interface ChildOptions {
  /** The module that it runs, which calls `answerCalls`. */
  path: string;
  /** What it does, for messages, e.g. `Rendering`. */
  work: string;
  /** How long each call may take, milliseconds. */
  limit: number;
  /** Whether it may only read this project's packages: no other file, no writing, no process, no worker. */
  isConfined?: boolean;
  /** Answers what it asks meanwhile. */
  answer?: (question: unknown) => Promise<unknown>;
}

/**
 * Opens a process of its own for work that may take memory, hang, end or be a stranger's: no secret of this one is in
 * its environment, and it ends in any case, with all that it has started. It is started by the first call; calls wait
 * for those before them.
 */
export function openChild({ path, work, limit, isConfined = false, answer }: ChildOptions): OpenChild {
  let child: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let heard: (answer: Answer) => void = () => undefined;
  let end: (error: Error) => void;
  /** What every call fails with from the end of the process on. */
  const ended = new Promise<{ error: Error }>((resolve) => {
    end = (error) => resolve({ error });
  });

  async function start(): Promise<ChildProcess> {
    const started = await startChild(path, isConfined);
    let complaints = '';
    started.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
    started.on('message', (said: unknown) => {
      // A stranger's code may say anything.
      if (isAnswer(said)) heard(said);
      if (!isQuestion(said)) return;
      const answering = answerOf(async () => answer?.(said.question));
      // A process that cannot be told has ended.
      void answering.then((told) => started.send({ answer: told, id: said.id }, () => undefined));
    });
    started.on('error', ({ message }) => end(new BrokenChildError(message)));
    // Not `exit`: that may come before the answer and the complaints have been read.
    started.on('close', (code, signal) => {
      const message = `${work} ended with ${code ?? signal}. ${complaints}`;
      end(signal ? new Error(message) : new BrokenChildError(message));
    });
    return started;
  }

  async function askNow(call: unknown): Promise<unknown> {
    if (isClosed) throw new Error(`${work} has been closed.`);
    const asked = await (child ??= start());
    const timer = setTimeout(() => {
      end(new Error(`${work} took longer than ${limit / 1000} seconds and was stopped.`));
      killGroup(asked);
    }, limit);
    const answered = new Promise<Answer>((resolve) => (heard = resolve));
    asked.send({ call }, () => undefined);
    const result = await Promise.race([answered, ended]).finally(() => clearTimeout(timer));
    if ('error' in result) throw result.error;
    return resultOf(result);
  }

  return {
    ask(call) {
      const answered = last.then(() => askNow(call));
      last = answered.catch(() => undefined);
      return answered;
    },
    close() {
      isClosed = true;
      void child?.then(killGroup, () => undefined);
    },
  };
}

const repository = resolve(import.meta.dirname, '../..');

/** What Node itself refuses a confined process. Version 20 knows it by its earlier name. */
function confinement(): string[] {
  const isNamed = process.allowedNodeEnvironmentFlags.has('--permission');
  const packages = ['node_modules', 'tools/node_modules'].flatMap((folder) =>
    // Links to the workspaces would lead to all that lies in them. Other packages may be links, too.
    (existsSync(join(repository, folder)) ? readdirSync(join(repository, folder)) : [])
      .filter((name) => name !== '@site')
      .map((name) => join(repository, folder, name))
      .flatMap((path) => [...new Set([path, realpathSync(path)])])
      .map((path) => join(path, '*')),
  );
  const described = ['package.json', 'tools/package.json'].map((file) => join(repository, file));
  return [
    isNamed ? '--permission' : '--experimental-permission',
    ...[...packages, ...described].map((path) => `--allow-fs-read=${path}`),
    // Permissions do not cover what V8 and tracing write.
    '--freeze-flags-after-init',
    '--trace-event-file-pattern=/dev/null',
  ];
}

/** The code of modules that were started before; compiling takes longer than most of their work. */
const codes = new Map<string, Promise<string>>();

/** It does not outlive this process, and finds nothing in its environment but where programs are. */
async function startChild(path: string, isConfined: boolean): Promise<ChildProcess> {
  const compiled = codes.get(path) ?? bundle(path);
  codes.set(path, compiled);
  const code = await compiled;
  const words = [...(isConfined ? confinement() : []), '--no-warnings', '-'];
  const child = spawn(...boundToParent(process.execPath, words), {
    cwd: dirname(path),
    env: { PATH: process.env.PATH },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  child.stdin?.on('error', () => undefined).end(code);
  return child;
}

/** One script of a module and all that it imports of this project; packages it loads by itself. */
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
  return outputFiles[0]?.text ?? '';
}

/** Kills a process that leads a group, and all that it has started. It does not wait for their end. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
