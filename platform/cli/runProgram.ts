import { errorMessage } from '@site/shared/node/errorMessage';
import type { Command } from 'commander';

/** Runs the command named in this process's arguments. If it fails, prints one message and sets the exit status to 1. */
export function runProgram(program: Command): void {
  program.parseAsync().catch((error: unknown) => {
    console.error(errorMessage(error));
    process.exitCode = 1;
  });
}
