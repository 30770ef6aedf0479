import type { ClientResponseError, RecordModel } from 'pocketbase';
import { signIn } from './signIn';
import type { RunningPocketBase } from './startPocketBase';

interface DraftKey extends RecordModel {
  key: string;
}

/**
 * Returns the key for reading drafts, from the newest record of the collection `draft_keys`. Creates a record if the
 * collection is empty.
 * @returns undefined if the backend has no drafts, i.e. if its migrations do not create that collection
 */
export async function openDraftKey(
  backend: Pick<RunningPocketBase, 'url' | 'superuser'>,
): Promise<string | undefined> {
  const client = await signIn(backend);
  const keys = client.collection<DraftKey>('draft_keys');
  try {
    const { items } = await keys.getList(1, 1, { sort: '-@rowid' });
    const newest = items[0] ?? (await keys.create<DraftKey>({ key: '' }));
    return newest.key;
  } catch (error) {
    if ((error as ClientResponseError).status === 404) return undefined;
    throw error;
  }
}
