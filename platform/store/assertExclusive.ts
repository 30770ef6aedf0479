import { randomUUID } from 'node:crypto';
import type { Store } from './Store';

/** The folder for the keys that `assertExclusive` creates to test a store. */
export const PROBES = 'probes/';

/**
 * Checks that a store refuses to create a key that already exists. Without this refusal, two simultaneous deployments could
 * both go live.
 *
 * @throws Error with advice if the store does not refuse, e.g. because an S3 server ignores `If-None-Match`
 */
export async function assertExclusive(store: Store): Promise<void> {
  const key = `${PROBES}${randomUUID()}`;
  try {
    if ((await store.create(key, 'first')) && !(await store.create(key, 'second'))) return;
  } finally {
    // If the key cannot be removed now, `npm run deploy -- prune` removes it once it is a day old.
    await store.remove(key).catch(() => undefined);
  }
  throw new Error(
    'The server of this store does not support conditional writes (If-None-Match), which keep two deployments from going live at once. Use a server that does (docs/grow.md).',
  );
}
