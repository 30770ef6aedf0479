import { writeFile } from 'node:fs/promises';
import type { Terminal } from './Terminal';

/** Prints a text, or writes it to a file, which only its owner may read: it holds visitors' data. */
export async function writeResult(terminal: Terminal, text: string, file: string | undefined): Promise<void> {
  if (file === undefined) {
    terminal.out(text);
    return;
  }
  await writeFile(file, text, { mode: 0o600 });
  terminal.note(`Written to ${file}.`);
}
