import type PocketBase from 'pocketbase';
import type { Terminal } from './Terminal';

/**
 * Removes records one after the other and says which. All are looked up first: a wrong id removes nothing.
 * @throws ClientResponseError (404) if one is not there.
 */
export async function removeRecords(
  client: PocketBase,
  collection: string,
  ids: string[],
  terminal: Terminal,
): Promise<void> {
  for (const id of ids) await client.collection(collection).getOne(id, { fields: 'id' });
  for (const id of ids) {
    await client.collection(collection).delete(id);
    terminal.note(`Removed ${id}.`);
  }
}
