import { messageOf } from '@site/shared/node/messageOf';
import type { Command } from 'commander';

/** Runs the command that the arguments of this process name. A failure is one message, and exit status 1. */
export function runProgram(program: Command): void {
  program.parseAsync().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
