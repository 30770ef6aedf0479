import type { Command } from 'commander';
import type { Terminal } from '../operator/Terminal';
import { addExport } from './addExport';

const COLUMNS = [
  'id',
  'created',
  'full_name',
  'email_address',
  'company',
  'service_interested_in',
  'project_details',
];

/** Adds `messages`. */
export function messages(program: Command, terminal: Terminal): void {
  const group = program.command('messages').description('messages that were sent with the contact form');
  addExport(group, terminal, { collection: 'form_submits', what: 'messages', columns: COLUMNS });
}
