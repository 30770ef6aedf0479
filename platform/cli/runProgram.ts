import { errorMessage } from '@site/shared/node/errorMessage';
import type { Command } from 'commander';

/** Runs the command that this process's arguments name. If it fails, prints one message and sets exit status 1. */
export function runProgram(program: Command): void {
  program.parseAsync().catch((error: unknown) => {
    console.error(errorMessage(error));
    process.exitCode = 1;
  });
}
