import type { ClientResponseError, RecordModel } from 'pocketbase';
import { signIn } from './signIn';
import type { RunningPocketBase } from './startPocketBase';

interface DraftKey extends RecordModel {
  key: string;
}

/**
 * Returns the key that gives access to drafts. Takes it from the newest record in the collection `draft_keys`. If the
 * collection is empty, creates a record first.
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
