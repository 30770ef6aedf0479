import PocketBase from 'pocketbase';
import type { RunningPocketBase } from '../startPocketBase';

/** PocketBase's official client, signed in as the operator, without auto-cancellation. */
export async function signIn({
  url,
  superuser,
}: Pick<RunningPocketBase, 'url' | 'superuser'>): Promise<PocketBase> {
  const client = new PocketBase(url).autoCancellation(false);
  await client.collection('_superusers').authWithPassword(superuser.email, superuser.password);
  return client;
}
