import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@site/backend/testing/until';

/** The time limit for a command, in milliseconds. */
const LIMIT = 180_000;

interface RunOptions {
  directory: string;
  env?: Record<string, string>;
}

export interface RunningCommand {
  pid: number;
  waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
  output: () => string;
  /** Sends a signal and waits until the command has ended. @returns the exit code, or the signal that ended the command */
  end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
  /** Stops the command as Ctrl-C does. @returns the exit code; null if a signal ended the command */
  stop: () => Promise<number | null>;
}

/**
 * Runs a command in a shell and returns its output.
 *
 * @throws Error with the output if the command fails or takes too long
 */
export async function runCommand(command: string, options: RunOptions): Promise<string> {
  const { pid, output, ended } = start(command, options);
  const outcome = await withTimeout(pid, ended);
  if (outcome !== 0) throw new Error(`"${command}" ended with ${outcome}:\n${output()}`);
  return output();
}

export function startCommand(command: string, options: RunOptions): RunningCommand {
  const { pid, output, ended } = start(command, options);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const end = (name: NodeJS.Signals) => {
    signal(pid, name);
    return withTimeout(pid, ended);
  };
  return {
    pid,
    output,
    async waitForOutput(pattern) {
      const isOver = () => hasEnded || pattern.test(output());
      await until('the output matches, or the command ends', isOver, LIMIT).catch(() => undefined);
      const match = pattern.exec(output());
      if (!match) throw new Error(`"${command}" never printed ${String(pattern)}:\n${output()}`);
      return match;
    },
    end,
    async stop() {
      const outcome = await end('SIGINT');
      return typeof outcome === 'number' ? outcome : null;
    },
  };
}

function start(command: string, { directory, env }: RunOptions) {
  const child = spawn('bash', ['-c', command], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The command gets its own process group, as in a terminal, so that a signal reaches all of its processes.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const ended = once(child, 'close').then(([code, endedBy]) => (code ?? endedBy) as number | NodeJS.Signals);
  return { pid: child.pid ?? NaN, output: () => printed, ended };
}

async function withTimeout<T>(pid: number, ended: Promise<T>): Promise<T> {
  const limit = setTimeout(() => signal(pid, 'SIGKILL'), LIMIT);
  return ended.finally(() => clearTimeout(limit));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // The process group has already ended.
  }
}
