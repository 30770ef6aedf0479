import { CommandError, EXIT_CODES } from './CommandError';
import type { Terminal } from './Terminal';

/**
 * Asks before something is gone for good.
 * @param isConfirmed whether `--yes` was given.
 * @throws CommandError if the answer is not yes, or nobody is there to answer.
 */
export async function confirm(terminal: Terminal, question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (terminal.ask === undefined) {
    throw new CommandError('Nobody is here to be asked: say --yes if you mean it.', EXIT_CODES.usage);
  }
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
}
