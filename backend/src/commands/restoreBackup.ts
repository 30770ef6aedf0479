import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { pocketBaseDir } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { unpackBackup } from '../operator/unpackBackup';

/** Adds `backup restore`. */
export function restoreBackup(parent: Command, terminal: Terminal): void {
  parent
    .command('restore <backup>')
    .description('unpack a backup, a path or a name of `backup list`; needs neither PocketBase nor a session')
    .option('--into <directory>', "an empty directory; PocketBase's own, if not given")
    .action(async (backup: string, { into = pocketBaseDir(terminal) }: { into?: string }) => {
      const named = join(pocketBaseDir(terminal), 'backups', backup);
      const path = await access(backup).then(
        () => resolve(backup),
        () => named,
      );
      const count = await unpackBackup(path, into, (name, done, all) => {
        terminal.note(`${done} of ${all}: ${name}`);
      });
      terminal.out(`${count} files were restored to ${resolve(into)}.`);
    });
}
