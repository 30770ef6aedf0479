import { messageOf } from '@site/shared/node/messageOf';
import type { Command } from 'commander';

/** Runs the command in the arguments of this process. If the command fails, prints one message and sets exit status 1. */
export function runProgram(program: Command): void {
  program.parseAsync().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
