import type { Command } from 'commander';
import { formatCsv } from '../operator/formatCsv';
import type { Message } from '../operator/Message';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { writeResult } from '../operator/writeResult';

const COLUMNS = [
  'id',
  'created',
  'full_name',
  'email_address',
  'company',
  'service_interested_in',
  'project_details',
] as const;

/** Adds `messages export`. */
export function exportMessages(parent: Command, terminal: Terminal): void {
  parent
    .command('export [file]')
    .description('write all messages as CSV, oldest first; no cell of it can be a formula')
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const client = await openSession(terminal);
      const messages = await client.collection('form_submits').getFullList<Message>({ sort: 'created' });
      terminal.note(`${messages.length} messages`);
      const text = json ? JSON.stringify(messages, null, 2) : formatCsv(messages, COLUMNS);
      await writeResult(terminal, text, file);
    });
}
