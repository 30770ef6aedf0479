import type { Command } from 'commander';
import type { Terminal } from '../operator/Terminal';
import { addExport } from './addExport';

/** Adds `messages`. */
export function messages(program: Command, terminal: Terminal): void {
  const group = program.command('messages').description('messages that were sent with the contact form');
  addExport(group, terminal, { collection: 'form_submits', what: 'messages', first: ['id', 'created'] });
}
