import type { Command } from 'commander';
import { join } from 'node:path';
import { openSession, pocketBaseDir } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `backup create`. */
export function createBackup(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('back up the data and the pictures now; each night it happens by itself')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const name = `by-hand-${new Date().toISOString().replace(/[:.]/g, '-').toLowerCase()}.zip`;
      terminal.note('Writing the backup; nothing can be saved until it is done.');
      await client.backups.create(name);
      const path = join(pocketBaseDir(terminal), 'backups', name);
      terminal.out(json ? JSON.stringify({ name, path }, null, 2) : path);
    });
}
