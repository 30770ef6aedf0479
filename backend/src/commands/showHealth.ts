import type { Command } from 'commander';
import { CommandError } from '../operator/CommandError';
import type { DeletionRequest } from '../operator/DeletionRequest';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** A mail that waits for longer needs somebody to look at the mail server. */
const LONGEST_WAIT_MS = 3_600_000;

/** Adds `health`. */
export function showHealth(parent: Command, terminal: Terminal): void {
  parent
    .command('health')
    .description(
      'say whether PocketBase answers, mails wait or a deletion is overdue; if so, the exit code is 1',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const { message } = await client.health.check();
      const waiting: { created: string }[] = [];
      for (const queue of ['form_submits', 'micora_delete_requests', 'deletion_reminders']) {
        waiting.push(
          ...(await client.collection(queue).getFullList<{ created: string }>({ filter: 'mailed_at = ""' })),
        );
      }
      const { totalItems: overdueDeletions } = await client
        .collection('micora_delete_requests')
        .getList<DeletionRequest>(1, 1, { filter: 'done_at = "" && due_at < @now' });
      const oldest = waiting.map(({ created }) => created).sort()[0];
      const mailsAreStuck =
        oldest !== undefined && Date.now() - Date.parse(oldest.replace(' ', 'T')) > LONGEST_WAIT_MS;
      const facts = { message, mailsWaiting: waiting.length, mailsAreStuck, overdueDeletions };
      terminal.out(json ? JSON.stringify(facts, null, 2) : describe(facts));
      if (mailsAreStuck || overdueDeletions > 0) throw new CommandError('Something needs your attention.');
    });
}

function describe(facts: {
  message: string;
  mailsWaiting: number;
  mailsAreStuck: boolean;
  overdueDeletions: number;
}) {
  return [
    `PocketBase: ${facts.message}`,
    `Mails waiting: ${facts.mailsWaiting}${facts.mailsAreStuck ? ', some for more than an hour' : ''}`,
    `Deletion requests overdue: ${facts.overdueDeletions}`,
  ].join('\n');
}
