import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long one command of a document may take. Milliseconds. */
const LIMIT = 180_000;

export interface RunOptions {
  directory: string;
  env?: Record<string, string>;
}

/** A command that goes on until it is stopped. */
export interface RunningCommand {
  /** Waits until it has printed this. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** All that it has printed. */
  output: () => string;
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
  const { child, printed } = start(command, options);
  const limit = setTimeout(() => signal(child.pid, 'SIGKILL'), LIMIT);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  if (code !== 0) throw new Error(`"${command}" ended with ${code ?? 'a signal'}:\n${printed.text}`);
  return printed.text;
}

/** Starts a command that goes on until it is stopped. */
export function startCommand(command: string, options: RunOptions): RunningCommand {
  const { child, printed } = start(command, options);
  const ended = once(child, 'close') as Promise<[number | null]>;
  return {
    async says(pattern) {
      const end = Date.now() + LIMIT;
      while (Date.now() < end) {
        const match = pattern.exec(printed.text);
        if (match) return match;
        if (child.exitCode !== null) break;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`"${command}" never said ${String(pattern)}:\n${printed.text}`);
    },
    output: () => printed.text,
    async stop() {
      signal(child.pid, 'SIGINT');
      const limit = setTimeout(() => signal(child.pid, 'SIGKILL'), LIMIT);
      const [code] = await ended;
      clearTimeout(limit);
      return code;
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
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (printed.text += text.toString()));
  }
  return { child, printed };
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}
