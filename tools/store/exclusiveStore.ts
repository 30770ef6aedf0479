import { randomUUID } from 'node:crypto';
import type { Store } from './Store';

/** Where the keys are that are created as a test. */
export const PROBES = 'probes/';

/**
 * A bucket that is written to only if its server refuses to create a key that exists. A server that ignores
 * `If-None-Match` accepts that, and two deployments at once would both count as the first. The first write tests it, by
 * creating one key twice; it is not tested again if it has passed.
 *
 * @param address of the store, for the error that refuses to write
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
    // What is left is pruned after a day.
    await store.remove(key).catch(() => undefined);
  }
  throw new Error(
    `Nothing is written to ${address}, since its server does not support conditional writes (If-None-Match), which keep two deployments from going live at once: use a server that does (docs/grow.md).`,
  );
}
