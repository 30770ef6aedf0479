import type { Command } from 'commander';
import type { DeletionRequest } from '../operator/DeletionRequest';
import { dueIn } from '../operator/dueIn';
import { formatTable } from '../operator/formatTable';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `deletions list`. */
export function listDeletions(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show the requests to delete a MiCora account that are not done, the most urgent first')
    .option('--all', 'also those that are done; each night they are removed')
    .option('--json', 'as JSON, with all fields')
    .action(async ({ all, json }: { all?: true; json?: true }) => {
      const client = await openSession(terminal);
      const requests = await client
        .collection('micora_delete_requests')
        .getFullList<DeletionRequest>({ sort: 'due_at', ...(!all && { filter: 'done_at = ""' }) });
      terminal.out(json ? JSON.stringify(requests, null, 2) : toTable(requests));
    });
}

function toTable(requests: DeletionRequest[]): string {
  const columns = {
    id: ({ id }: DeletionRequest) => id,
    due: ({ due_at }: DeletionRequest) => due_at.slice(0, 10),
    state: ({ due_at, done_at }: DeletionRequest) => (done_at === '' ? dueIn(due_at) : 'done'),
    account: ({ micora_email }: DeletionRequest) => micora_email,
    contact: ({ contact_email }: DeletionRequest) => contact_email,
    reason: ({ reason }: DeletionRequest) => reason,
  };
  return formatTable(requests, columns, 'No deletion request is open.');
}
