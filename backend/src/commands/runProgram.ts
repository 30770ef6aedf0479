import { Command } from 'commander';
import { EXIT_CODES } from '../operator/CommandError';
import { describeFailure } from '../operator/describeFailure';
import type { Terminal } from '../operator/Terminal';
import { serve } from './serve';

const EXIT_CODE_HELP = `
Exit codes:
  0  done
  1  it failed
  2  wrong usage`;

/**
 * Runs a command.
 * @param args without the names of node and of the script.
 * @returns the exit code, see EXIT_CODES; failures are printed.
 */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  const program = new Command('npm run backend --')
    .description('The backend of the site, for the people who run it.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .addHelpText('after', EXIT_CODE_HELP);
  serve(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    if (message !== '') terminal.note(message);
    return exitCode;
  }
}
