import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@site/backend/testing/until';

/** How long one command of a document may take. Milliseconds. */
const LIMIT = 180_000;

interface RunOptions {
  directory: string;
  env?: Record<string, string>;
}

/** A command that goes on until it is stopped. */
export interface RunningCommand {
  pid: number;
  /** Waits until it has printed this. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** All that it has printed. */
  output: () => string;
  /** Sends it a signal. @returns its exit code, or the signal that has ended it */
  end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
  /** Stops it as Ctrl-C does. @returns its exit code */
  stop: () => Promise<number | null>;
}

/**
 * Runs a command as a person would type it.
 *
 * @returns what it printed
 * @throws Error with what it printed if it fails or takes too long
 */
export async function runCommand(command: string, options: RunOptions): Promise<string> {
  const { pid, output, ended } = start(command, options);
  const how = await within(pid, ended);
  if (how !== 0) throw new Error(`"${command}" ended with ${how}:\n${output()}`);
  return output();
}

/** Starts a command that goes on until it is stopped. */
export function startCommand(command: string, options: RunOptions): RunningCommand {
  const { pid, output, ended } = start(command, options);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const end = (name: NodeJS.Signals) => {
    signal(pid, name);
    return within(pid, ended);
  };
  return {
    pid,
    output,
    async says(pattern) {
      const isOver = () => hasEnded || pattern.test(output());
      await until('it says this, or ends', isOver, LIMIT).catch(() => undefined);
      const match = pattern.exec(output());
      if (!match) throw new Error(`"${command}" never said ${String(pattern)}:\n${output()}`);
      return match;
    },
    end,
    async stop() {
      const how = await end('SIGINT');
      return typeof how === 'number' ? how : null;
    },
  };
}

function start(command: string, { directory, env }: RunOptions) {
  const child = spawn('bash', ['-c', command], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives it: Ctrl-C reaches all of it.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const ended = once(child, 'close').then(([code, by]) => (code ?? by) as number | NodeJS.Signals);
  return { pid: child.pid ?? NaN, output: () => printed, ended };
}

async function within<T>(pid: number, ended: Promise<T>): Promise<T> {
  const limit = setTimeout(() => signal(pid, 'SIGKILL'), LIMIT);
  return ended.finally(() => clearTimeout(limit));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}
