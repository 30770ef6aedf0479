import type { Command } from 'commander';
import { confirm } from '../operator/confirm';
import { openSession } from '../operator/openClient';
import { removeRecords } from '../operator/removeRecords';
import type { Terminal } from '../operator/Terminal';

/** Adds `projects remove`. */
export function removeProjects(parent: Command, terminal: Terminal): void {
  parent
    .command('remove <id...>')
    .description('remove projects and their pictures')
    .option('--yes', 'do not ask')
    .action(async (ids: string[], { yes = false }: { yes?: boolean }) => {
      const client = await openSession(terminal);
      await confirm(terminal, `Remove ${ids.join(', ')} for good?`, yes);
      await removeRecords(client, 'projects', ids, terminal);
    });
}
