import type { Command } from 'commander';
import type { DeletionRequest } from '../operator/DeletionRequest';
import { formatCsv } from '../operator/formatCsv';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { writeResult } from '../operator/writeResult';

const COLUMNS = ['id', 'created', 'due_at', 'done_at', 'micora_email', 'contact_email', 'reason'] as const;

/** Adds `deletions export`. */
export function exportDeletions(parent: Command, terminal: Terminal): void {
  parent
    .command('export [file]')
    .description('write all deletion requests as CSV, oldest first; no cell of it can be a formula')
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const client = await openSession(terminal);
      const requests = await client
        .collection('micora_delete_requests')
        .getFullList<DeletionRequest>({ sort: 'created' });
      terminal.note(`${requests.length} deletion requests`);
      const text = json ? JSON.stringify(requests, null, 2) : formatCsv(requests, COLUMNS);
      await writeResult(terminal, text, file);
    });
}
