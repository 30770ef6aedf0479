import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { ClientResponseError, type RecordModel } from 'pocketbase';
import { oneLine } from '../../pb_hooks/oneLine.cjs';
import { openSession, renewSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** After how long it asks again what it has missed. Milliseconds. */
const RETRY = 1000;

const WATCHED = ['form_submits', 'micora_delete_requests'];

/** Adds `watch`. */
export function watch(parent: Command, terminal: Terminal): void {
  parent
    .command('watch')
    .description('show new messages and deletion requests as they come, until Ctrl-C')
    .option('--json', 'one JSON object per line, with all fields')
    .action(async ({ json }: { json?: true }) => {
      // Node 20 has none of its own, and PocketBase's client takes it from here.
      globalThis.EventSource = EventSource;
      const client = await openSession(terminal);
      const show = (record: RecordModel) => terminal.out(json ? JSON.stringify(record) : describe(record));
      await showNewRecords(client, show, terminal);
    });
}

/**
 * Shows each record that comes from now on exactly once, also those that came while the connection was lost.
 * @throws ClientResponseError if the first connection fails, or PocketBase no longer accepts the session.
 */
async function showNewRecords(
  client: PocketBase,
  show: (record: RecordModel) => void,
  terminal: Terminal,
): Promise<void> {
  const known = new Set<string>();
  const showOnce = (record: RecordModel) => {
    if (known.has(record.id)) return;
    known.add(record.id);
    show(record);
  };
  for (const collection of WATCHED) {
    for (const { id } of await client.collection(collection).getFullList({ fields: 'id' })) known.add(id);
  }
  let isStopped = false;
  let refuse: (reason: ClientResponseError) => void;
  const refused = new Promise<never>((_done, reject) => (refuse = reject));
  // It may come before anybody waits for it.
  refused.catch(() => undefined);
  const catchUp = async (): Promise<void> => {
    try {
      // A connection lasts half an hour at most: the session never comes to its end.
      await renewSession(client, terminal);
      for (const collection of WATCHED) {
        const newest = await client.collection(collection).getList(1, 200, { sort: '-created' });
        newest.items.reverse().forEach(showOnce);
      }
    } catch (error) {
      if (error instanceof ClientResponseError && error.status === 401) return refuse(error);
      // Perhaps on a connection that is lost, when there is a new one already: nobody else would ask again.
      await wait(RETRY, undefined, { ref: false });
      if (!isStopped) await catchUp();
    }
  };
  // It is told of each new connection, after the subscriptions hold again.
  await client.realtime.subscribe('PB_CONNECT', () => void catchUp());
  for (const collection of WATCHED) {
    await client.collection(collection).subscribe('*', ({ action, record }) => {
      if (action === 'create') showOnce(record);
    });
  }
  void catchUp();
  try {
    await Promise.race([terminal.untilStopped(), refused]);
  } finally {
    isStopped = true;
    await client.realtime.unsubscribe();
  }
}

function describe(record: RecordModel): string {
  const time = String(record.created).slice(0, 16);
  const text =
    record.collectionName === 'form_submits'
      ? `message from ${record.full_name} <${record.email_address}>: ${record.project_details}`
      : `deletion request for ${record.micora_email}, due ${String(record.due_at).slice(0, 10)}`;
  return `${time}  ${oneLine(text)}  (${record.id})`;
}
