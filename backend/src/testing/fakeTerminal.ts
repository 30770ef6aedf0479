import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../commands/runProgram';
import type { Terminal } from '../operator/Terminal';

export interface FakeTerminal extends Terminal {
  /** What was printed so far. */
  printed: string[];
  noted: string[];
  /** Runs a command; `out` and `notes` are what this one printed. */
  run: (...args: string[]) => Promise<{ exitCode: number; out: string; notes: string }>;
  remove: () => Promise<void>;
}

interface FakeTerminalOptions {
  /** Of a test backend; without it there is none. */
  pocketBaseDir?: string;
  /** What the person at the terminal answers; without it nobody is there. */
  answer?: string;
  /** What is piped in. */
  input?: string;
  untilStopped?: () => Promise<void>;
}

/** A terminal with a data directory of its own. */
export async function fakeTerminal(options: FakeTerminalOptions = {}): Promise<FakeTerminal> {
  const { pocketBaseDir, answer, input = '', untilStopped = () => Promise.resolve() } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'terminal-'));
  if (pocketBaseDir !== undefined) await symlink(pocketBaseDir, join(dataDir, 'pocketbase'));
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal: Terminal = {
    dataDir,
    out: (text) => printed.push(text),
    note: (text) => noted.push(text),
    ...(answer !== undefined && { askSecret: () => Promise.resolve(answer) }),
    readInput: () => Promise.resolve(input),
    untilStopped,
  };
  return {
    ...terminal,
    printed,
    noted,
    async run(...args) {
      const [outs, notes] = [printed.length, noted.length];
      const exitCode = await runProgram(args, terminal);
      return { exitCode, out: printed.slice(outs).join('\n'), notes: noted.slice(notes).join('\n') };
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
