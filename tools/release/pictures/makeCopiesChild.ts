import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { answerCalls } from '../../apart/answerCalls';
import { makeCopies } from './makeCopies';

// Whatever else this machine does comes first, and if memory runs out, it is this process that goes.
setPriority(constants.priority.PRIORITY_LOW);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

/** The process that reads pictures, which may be anything. */
answerCalls((picture) => makeCopies(Buffer.from(picture as Uint8Array)));
