import { resolve } from 'node:path';
import { untilStopped } from '../untilStopped';
import type { Terminal } from './Terminal';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** The terminal of this process. */
export function openTerminal(): Terminal {
  return {
    dataDir: resolve(REPOSITORY, process.env.DATA_DIR || '.local'),
    out: (text) => console.log(text),
    note: (line) => console.error(line),
    untilStopped,
  };
}
