import type { Command } from 'commander';
import { confirm } from '../operator/confirm';
import { openSession } from '../operator/openClient';
import { removeRecords } from '../operator/removeRecords';
import type { Terminal } from '../operator/Terminal';

/** Adds `messages remove`. */
export function removeMessages(parent: Command, terminal: Terminal): void {
  parent
    .command('remove <id...>')
    .description('remove messages')
    .option('--yes', 'do not ask')
    .action(async (ids: string[], { yes = false }: { yes?: boolean }) => {
      const client = await openSession(terminal);
      await confirm(terminal, `Remove ${ids.length} messages for good?`, yes);
      await removeRecords(client, 'form_submits', ids, terminal);
    });
}
