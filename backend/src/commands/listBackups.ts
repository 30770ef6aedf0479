import type { Command } from 'commander';
import { formatTable } from '../operator/formatTable';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `backup list`. */
export function listBackups(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show the backups, newest first')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const backups = (await client.backups.getFullList()).sort((one, two) =>
        two.modified.localeCompare(one.modified),
      );
      const columns = {
        name: ({ key }: (typeof backups)[number]) => key,
        written: ({ modified }: (typeof backups)[number]) => modified.slice(0, 16),
        megabytes: ({ size }: (typeof backups)[number]) => (size / 1_000_000).toFixed(1),
      };
      terminal.out(
        json ? JSON.stringify(backups, null, 2) : formatTable(backups, columns, 'There are no backups.'),
      );
    });
}
