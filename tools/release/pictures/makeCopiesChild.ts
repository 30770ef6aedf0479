import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { answerCalls } from '../../apart/answerCalls';
import { makeCopies } from './makeCopies';

// All other work on this machine comes first, and if memory runs out, this process ends first.
setPriority(constants.priority.PRIORITY_LOW);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

/** The process that reads pictures, which may be anything. */
answerCalls((picture) => makeCopies(Buffer.from(picture as Uint8Array)));
