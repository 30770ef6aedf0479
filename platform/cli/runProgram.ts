import { errorMessage } from '@site/shared/node/errorMessage';
import type { Command } from 'commander';

/** Runs the command in the arguments of this process. If the command fails, prints one message and sets exit status 1. */
export function runProgram(program: Command): void {
  program.parseAsync().catch((error: unknown) => {
    console.error(errorMessage(error));
    process.exitCode = 1;
  });
}
