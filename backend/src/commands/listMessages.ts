import type { Command } from 'commander';
import { formatTable } from '../operator/formatTable';
import type { Message } from '../operator/Message';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `messages list`. */
export function listMessages(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show what came by the contact form, newest first')
    .option('--json', 'as JSON, with all fields and the whole texts')
    .action(async ({ json }: { json?: true }) => {
      const client = await openSession(terminal);
      const messages = await client.collection('form_submits').getFullList<Message>({ sort: '-created' });
      terminal.out(json ? JSON.stringify(messages, null, 2) : toTable(messages));
    });
}

function toTable(messages: Message[]): string {
  const columns = {
    id: ({ id }: Message) => id,
    received: ({ created }: Message) => created.slice(0, 16),
    name: ({ full_name }: Message) => full_name,
    email: ({ email_address }: Message) => email_address,
    service: ({ service_interested_in }: Message) => service_interested_in,
    mailed: ({ mailed_at }: Message) => (mailed_at === '' ? 'waits' : 'yes'),
    details: ({ project_details }: Message) => project_details,
  };
  return formatTable(messages, columns, 'There are no messages.');
}
