import type { Command } from 'commander';
import type PocketBase from 'pocketbase';
import { CommandError } from '../operator/CommandError';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { readWatchNote, type WatchNote } from '../readWatchNote';

/** A mail that waits for longer needs somebody to look at the mail server. */
const LONGEST_WAIT_MS = 3_600_000;

/** A watcher of the pages succeeds twice a minute. */
const LONGEST_SILENCE_MS = 300_000;

/** A backup is made each night, and that takes its time. */
const LONGEST_WITHOUT_BACKUP_MS = 26 * 3_600_000;

const READ_REFUSED = 'read them in the dashboard: docs/handle-requests.md, "Mails that are refused"';

const BACKUP_OVERDUE = 'overdue: see whether the disk is full, and the log in the dashboard';

const TOO_LONG_AGO = 'too long ago: see whether `npm run deploy -- watch` runs';

/** Adds `health`. */
export function health(parent: Command, terminal: Terminal): void {
  parent
    .command('health')
    .description(
      'say whether PocketBase answers, mails wait or were refused, a deletion is overdue, last night has no backup or the pages are not kept up to date; if anything needs you, the exit code is 1',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const { message } = await client.health.check();
      const mails = await readMails(client);
      const { totalItems: overdueDeletions } = await client
        .collection('micora_delete_requests')
        .getList(1, 1, { filter: 'done_at = "" && due_at < @now' });
      const backups = await readBackups(client);
      const watcher = await readWatchNote(terminal.dataDir);
      const pagesAreOverdue =
        watcher !== undefined && Date.now() - Date.parse(watcher.at) > LONGEST_SILENCE_MS;
      const { mailServer, mailsWaiting, mailsAreStuck, mailsRefused } = mails;
      const { newestBackup, backupIsOverdue } = backups;
      const facts = { message, ...mails, overdueDeletions, ...backups, watcher, pagesAreOverdue };
      const lines = [
        `PocketBase: ${message}`,
        `Mails waiting: ${mailsWaiting}${mailServer ? '' : ', no mail server is set'}${mailsAreStuck ? ', some for more than an hour' : ''}`,
        `Mails refused by the mail server: ${mailsRefused}${mailsRefused > 0 ? `, ${READ_REFUSED}` : ''}`,
        `Deletion requests overdue: ${overdueDeletions}`,
        `Newest nightly backup: ${newestBackup ?? 'none yet'}${backupIsOverdue ? `, ${BACKUP_OVERDUE}` : ''}`,
        `Pages up to date: ${describeWatcher(watcher)}${pagesAreOverdue ? `, ${TOO_LONG_AGO}` : ''}`,
      ];
      terminal.out(json ? JSON.stringify(facts, null, 2) : lines.join('\n'));
      if (mailsAreStuck || mailsRefused > 0 || overdueDeletions > 0 || backupIsOverdue || pagesAreOverdue)
        throw new CommandError('Something needs your attention, see above.');
    });
}

async function readMails(client: PocketBase) {
  const notSent = [];
  for (const queue of ['form_submits', 'micora_delete_requests', 'deletion_reminders']) {
    const options = { filter: 'mailed_at = ""', fields: 'created,mail_refusals' };
    notSent.push(
      ...(await client.collection(queue).getFullList<{ created: string; mail_refusals: number }>(options)),
    );
  }
  const waiting = notSent.filter(({ mail_refusals }) => mail_refusals === 0);
  const { smtp } = (await client.settings.getAll()) as { smtp: { enabled: boolean } };
  const longAgo = new Date(Date.now() - LONGEST_WAIT_MS).toISOString().replace('T', ' ');
  return {
    mailServer: smtp.enabled,
    mailsWaiting: waiting.length,
    // Without a mail server they wait as they should.
    mailsAreStuck: smtp.enabled && waiting.some(({ created }) => created < longAgo),
    mailsRefused: notSent.length - waiting.length,
  };
}

async function readBackups(client: PocketBase) {
  const nightly = (await client.backups.getFullList()).filter(({ key }) => key.startsWith('@auto_'));
  const newestBackup = nightly
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  // A new site has none before its first night.
  const since = newestBackup ?? ((await client.collections.getOne('form_submits')).created as string);
  return { newestBackup, backupIsOverdue: Date.now() - Date.parse(since) > LONGEST_WITHOUT_BACKUP_MS };
}

function describeWatcher(watcher: WatchNote | undefined): string {
  if (!watcher) return 'not watched on this machine';
  return watcher.hasSucceeded ? watcher.at : `never since ${watcher.at}`;
}
