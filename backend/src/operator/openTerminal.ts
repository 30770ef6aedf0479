import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { untilStopped } from '../untilStopped';
import { CommandError } from './CommandError';
import { sanitizeLines } from './sanitizeLines';
import type { Terminal } from './Terminal';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** The terminal of this process. */
export function openTerminal(): Terminal {
  return {
    dataDir: resolve(REPOSITORY, process.env.DATA_DIR || '.local'),
    // An export that goes into no file, too.
    out: (text) => console.log(process.stdout.isTTY ? sanitizeLines(text) : text),
    note: (line) => console.error(line),
    ...(process.stdin.isTTY && { askSecret }),
    readInput: () => text(process.stdin),
    untilStopped,
  };
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  // What is typed would be echoed to the output.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const cancelled = once(lines, 'close').then(() => {
      throw new CommandError('Nothing was changed.');
    });
    return await Promise.race([lines.question(''), cancelled]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
