import { randomUUID } from 'node:crypto';
import type { Store } from './Store';

/** The folder for keys that are created to test the store. */
export const PROBES = 'probes/';

/**
 * Wraps a store so that every write fails unless the store refuses to create a key that already exists. If a bucket's server
 * ignored `If-None-Match`, two simultaneous deployments could both go live; in a directory, a file system without hard links
 * would fail only at the end of a deployment. The first write tests the store by creating one key twice. A test that has
 * passed is not repeated.
 *
 * @param address the store's address, for error messages
 */
export function exclusiveStore(store: Store, address: string): Store {
  let testing: Promise<void> | undefined;
  const tested = () =>
    (testing ??= expectExclusiveCreation(store, address).catch((error: unknown) => {
      testing = undefined;
      throw error;
    }));
  return {
    ...store,
    async write(key, content) {
      await tested();
      await store.write(key, content);
    },
    async create(key, content) {
      await tested();
      return store.create(key, content);
    },
  };
}

async function expectExclusiveCreation(store: Store, address: string): Promise<void> {
  const key = `${PROBES}${randomUUID()}`;
  try {
    if ((await store.create(key, 'first')) && !(await store.create(key, 'second'))) return;
  } finally {
    // If this removal fails, prune removes the key a day later.
    await store.remove(key).catch(() => undefined);
  }
  throw new Error(
    `Cannot write to ${address}: its server does not support conditional writes (If-None-Match), which keep two deployments from going live at once. Use a server that does (docs/grow.md).`,
  );
}
