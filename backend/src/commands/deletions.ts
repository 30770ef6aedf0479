import type { Command } from 'commander';
import type { RecordModel } from 'pocketbase';
import { oneLine } from '../../pb_hooks/oneLine.cjs';
import { describeDueDate } from '../operator/describeDueDate';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { addExport } from './addExport';

const COLLECTION = 'micora_delete_requests';
const FIRST_COLUMNS = ['id', 'created', 'due_at', 'done_at', 'micora_email'];
const LONGEST_REASON = 48;

/** A request to delete a MiCora account (§3) as PocketBase answers it to the operator. */
interface DeletionRequest extends RecordModel {
  contact_email: string;
  micora_email: string;
  reason: string;
  /** `2026-01-31 12:00:00.000Z`, as all times here. */
  due_at: string;
  /** Empty until it is done. */
  done_at: string;
}

/** Adds `deletions`. */
export function deletions(program: Command, terminal: Terminal): void {
  const group = program.command('deletions').description('requests to delete a MiCora account');
  listDeletions(group, terminal);
  finishDeletions(group, terminal);
  addExport(group, terminal, { collection: COLLECTION, what: 'deletion requests', first: FIRST_COLUMNS });
}

function listDeletions(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show the requests to delete a MiCora account that are not done, the most urgent first')
    .option('--all', 'also those that are done; each night they are removed')
    .option('--json', 'as JSON, with all fields')
    .action(async ({ all, json }: { all?: true; json?: true }) => {
      const client = await openSession(terminal);
      const requests = await client
        .collection(COLLECTION)
        .getFullList<DeletionRequest>({ sort: 'due_at', ...(!all && { filter: 'done_at = ""' }) });
      const lines = requests.length > 0 ? requests.map(describe) : ['No deletion request is open.'];
      terminal.out(json ? JSON.stringify(requests, null, 2) : lines.join('\n'));
    });
}

function describe({ id, due_at, done_at, micora_email, contact_email, reason }: DeletionRequest): string {
  const due = `${due_at.slice(0, 10)} (${done_at === '' ? describeDueDate(due_at) : 'done'})`;
  const [account, contact, why] = [micora_email, contact_email, reason].map(oneLine);
  const short = Array.from(why ?? '')
    .slice(0, LONGEST_REASON)
    .join('');
  return `${id}  due ${due}  account ${account}  contact ${contact}  ${short}`.trimEnd();
}

function finishDeletions(parent: Command, terminal: Terminal): void {
  parent
    .command('done <id...>')
    .description('note that requests are done; they are removed the following night')
    .action(async (ids: string[]) => {
      const client = await openSession(terminal);
      const requests = client.collection(COLLECTION);
      // All are looked up first: a wrong id changes nothing.
      const found = [];
      for (const id of ids) found.push(await requests.getOne<DeletionRequest>(id));
      for (const { id, micora_email, done_at } of found) {
        if (done_at === '') await requests.update(id, { done_at: new Date().toISOString() });
        terminal.note(`${id} (${oneLine(micora_email)}) is done.`);
      }
    });
}
