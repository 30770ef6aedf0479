import { Command } from 'commander';
import { ENVIRONMENT } from '../checkEnvironment';
import { EXIT_CODES } from '../operator/CommandError';
import { describeFailure } from '../operator/describeFailure';
import type { Terminal } from '../operator/Terminal';
import { backup } from './backup';
import { deletions } from './deletions';
import { login } from './login';
import { messages } from './messages';
import { projects } from './projects';
import { serve } from './serve';
import { health } from './health';
import { watch } from './watch';

const COMMANDS = [login, projects, messages, deletions, backup, serve, health, watch];

const EXIT_CODE_HELP = `
Exit codes:
  0  done
  1  it failed, or something needs attention
  2  wrong usage
  3  not signed in
  4  the backend does not run or does not answer`;

/**
 * Runs one command of the operator.
 * @param args without the names of node and of the script.
 * @returns the exit code, see EXIT_CODES; failures are printed.
 */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  const program = new Command('npm run backend --')
    .description(
      'The backend of the site, for the people who run it. It has to run on this machine (npm start, or serve).',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .addHelpText('after', EXIT_CODE_HELP)
    .addHelpText('after', environmentHelp());
  for (const add of COMMANDS) add(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    if (message !== '') terminal.note(message);
    return exitCode;
  }
}

function environmentHelp(): string {
  const width = Math.max(...Object.keys(ENVIRONMENT).map((name) => name.length));
  const lines = Object.entries(ENVIRONMENT).map(([name, what]) => `  ${name.padEnd(width)}  ${what}`);
  return ['', 'What `npm start` and these commands take from the environment:', ...lines].join('\n');
}
