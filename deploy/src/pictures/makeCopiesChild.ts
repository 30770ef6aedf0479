import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { messageOf } from '@site/backend/messageOf';
import { makeCopies } from './makeCopies';
import type { Copies } from './madePictures';

/** What the process answers to a picture: its copies, or why it cannot be read. */
export type CopiesAnswer = { copies: Copies<Buffer> } | { refusal: string };

// Whatever else this machine does comes first, and if memory runs out, it is this process that goes.
setPriority(constants.priority.PRIORITY_LOW);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

/** The process that reads pictures, which may be anything: answers one after the other. */
process.on('message', (picture: Uint8Array) => void answer(Buffer.from(picture)));

async function answer(picture: Buffer): Promise<void> {
  const send = (message: CopiesAnswer) => process.send?.(message);
  try {
    send({ copies: await makeCopies(picture) });
  } catch (error) {
    send({ refusal: messageOf(error) });
  }
}
