import type { Command } from 'commander';
import type { DeletionRequest } from '../operator/DeletionRequest';
import { toLine } from '../operator/formatTable';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `deletions done`. */
export function finishDeletions(parent: Command, terminal: Terminal): void {
  parent
    .command('done <id...>')
    .description('note that accounts have been deleted; the requests are removed in the following night')
    .action(async (ids: string[]) => {
      const client = await openSession(terminal);
      const requests = client.collection('micora_delete_requests');
      // All are looked up first: a wrong id changes nothing.
      const found = [];
      for (const id of ids) found.push(await requests.getOne<DeletionRequest>(id));
      for (const { id, micora_email, done_at } of found) {
        if (done_at === '') await requests.update(id, { done_at: new Date().toISOString() });
        terminal.note(`${id} (${toLine(micora_email)}) is done.`);
      }
    });
}
