import type { Command } from 'commander';
import { CommandError } from '../operator/CommandError';
import type { DeletionRequest } from '../operator/DeletionRequest';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { readWatchNote, type WatchNote } from '../readWatchNote';

/** A mail that waits for longer needs somebody to look at the mail server. */
const LONGEST_WAIT_MS = 3_600_000;

/** A watcher of the pages succeeds every minute. */
const LONGEST_SILENCE_MS = 300_000;

/** Adds `health`. */
export function showHealth(parent: Command, terminal: Terminal): void {
  parent
    .command('health')
    .description(
      'say whether PocketBase answers, mails wait, a deletion is overdue or the pages are not kept up to date; if so, the exit code is 1',
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
      const watcher = await readWatchNote(terminal.dataDir);
      const pagesAreOverdue =
        watcher !== undefined && Date.now() - Date.parse(watcher.at) > LONGEST_SILENCE_MS;
      const mailsWaiting = waiting.length;
      const facts = { message, mailsWaiting, mailsAreStuck, overdueDeletions, watcher, pagesAreOverdue };
      terminal.out(json ? JSON.stringify(facts, null, 2) : describe(facts));
      if (mailsAreStuck || overdueDeletions > 0 || pagesAreOverdue)
        throw new CommandError('Something needs your attention.');
    });
}

function describe(facts: {
  message: string;
  mailsWaiting: number;
  mailsAreStuck: boolean;
  overdueDeletions: number;
  watcher: WatchNote | undefined;
  pagesAreOverdue: boolean;
}) {
  return [
    `PocketBase: ${facts.message}`,
    `Mails waiting: ${facts.mailsWaiting}${facts.mailsAreStuck ? ', some for more than an hour' : ''}`,
    `Deletion requests overdue: ${facts.overdueDeletions}`,
    `Pages up to date: ${describeWatcher(facts.watcher)}${facts.pagesAreOverdue ? ', too long ago: see whether `npm run deploy -- watch` runs' : ''}`,
  ].join('\n');
}

function describeWatcher(watcher: WatchNote | undefined): string {
  if (!watcher) return 'not watched on this machine';
  return watcher.hasSucceeded ? watcher.at : `never since ${watcher.at}`;
}
