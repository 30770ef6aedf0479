import type { Command } from 'commander';
import { CommandError } from '../operator/CommandError';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { readWatchNote, type WatchNote } from '../readWatchNote';

/** A mail that waits for longer needs somebody to look at the mail server. */
const LONGEST_WAIT_MS = 3_600_000;

/** A watcher of the pages succeeds every minute. */
const LONGEST_SILENCE_MS = 300_000;

const TOO_LONG_AGO = 'too long ago: see whether `npm run deploy -- watch` runs';

/** Adds `health`. */
export function health(parent: Command, terminal: Terminal): void {
  parent
    .command('health')
    .description(
      'say whether PocketBase answers, mails wait, a deletion is overdue or the pages are not kept up to date; if so, the exit code is 1',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const { message } = await client.health.check();
      const waiting = [];
      for (const queue of ['form_submits', 'micora_delete_requests', 'deletion_reminders']) {
        const filter = { filter: 'mailed_at = ""', fields: 'created' };
        waiting.push(...(await client.collection(queue).getFullList<{ created: string }>(filter)));
      }
      const { totalItems: overdueDeletions } = await client
        .collection('micora_delete_requests')
        .getList(1, 1, { filter: 'done_at = "" && due_at < @now' });
      const { smtp } = (await client.settings.getAll()) as { smtp: { enabled: boolean } };
      const longAgo = new Date(Date.now() - LONGEST_WAIT_MS).toISOString().replace('T', ' ');
      // Without a mail server they wait as they should.
      const mailsAreStuck = smtp.enabled && waiting.some(({ created }) => created < longAgo);
      const watcher = await readWatchNote(terminal.dataDir);
      const pagesAreOverdue =
        watcher !== undefined && Date.now() - Date.parse(watcher.at) > LONGEST_SILENCE_MS;
      const mailsWaiting = waiting.length;
      const facts = { message, mailsWaiting, mailsAreStuck, overdueDeletions, watcher, pagesAreOverdue };
      const lines = [
        `PocketBase: ${message}`,
        `Mails waiting: ${mailsWaiting}${smtp.enabled ? '' : ', no mail server is set'}${mailsAreStuck ? ', some for more than an hour' : ''}`,
        `Deletion requests overdue: ${overdueDeletions}`,
        `Pages up to date: ${describeWatcher(watcher)}${pagesAreOverdue ? `, ${TOO_LONG_AGO}` : ''}`,
      ];
      terminal.out(json ? JSON.stringify(facts, null, 2) : lines.join('\n'));
      if (mailsAreStuck || overdueDeletions > 0 || pagesAreOverdue)
        throw new CommandError('Something needs your attention, see above.');
    });
}

function describeWatcher(watcher: WatchNote | undefined): string {
  if (!watcher) return 'not watched on this machine';
  return watcher.hasSucceeded ? watcher.at : `never since ${watcher.at}`;
}
