import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { RunningPocketBase } from './startPocketBase';

/**
 * Creates a PocketBase client that is signed in as the operator. Auto-cancellation is off. Otherwise, the client would
 * cancel a pending request when it sends a similar one.
 */
export async function signIn({
  url,
  superuser: { email, password },
}: Pick<RunningPocketBase, 'url' | 'superuser'>): Promise<PocketBase> {
  const client = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  await client.collection('_superusers').authWithPassword(email, password);
  return client;
}
