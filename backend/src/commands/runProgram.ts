import { EXIT_CODES } from '../operator/CommandError';
import { describeFailure } from '../operator/describeFailure';
import type { Terminal } from '../operator/Terminal';
import { buildProgram } from './buildProgram';

/**
 * Runs one command of the operator.
 * @param args without the names of node and of the script.
 * @returns the exit code, see EXIT_CODES; failures are printed.
 */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  try {
    await buildProgram(terminal).parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    if (message !== '') terminal.note(message);
    return exitCode;
  }
}
