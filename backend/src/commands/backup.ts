import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openSession, pocketBaseDir } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { unpackBackup } from '../operator/unpackBackup';

/** Adds `backup`. */
export function backup(program: Command, terminal: Terminal): void {
  const backupsDir = join(pocketBaseDir(terminal), 'backups');
  const group = program.command('backup').description('backups of the data and the pictures');
  group
    .command('create')
    .description('back up the data and the pictures now; each night it happens by itself')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const name = `by-hand-${new Date().toISOString().replace(/[:.]/g, '-').toLowerCase()}.zip`;
      terminal.note('Writing the backup; nothing can be saved until it is done.');
      await client.backups.create(name);
      const path = join(backupsDir, name);
      terminal.out(json ? JSON.stringify({ name, path }, null, 2) : path);
    });
  group
    .command('restore <backup>')
    .description(`unpack a backup, a path or a file in ${backupsDir}; needs neither PocketBase nor a session`)
    .option('--into <directory>', "an empty directory; PocketBase's own, if not given")
    .action(async (named: string, { into = pocketBaseDir(terminal) }: { into?: string }) => {
      const path = existsSync(named) ? resolve(named) : join(backupsDir, named);
      const count = await unpackBackup(path, into, (name, done, all) => {
        terminal.note(`${done} of ${all}: ${name}`);
      });
      terminal.out(`${count} files were restored to ${resolve(into)}.`);
    });
}
