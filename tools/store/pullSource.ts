import type { Store } from './Store';

/** In the directory of a web host: from where it is pulled. */
const SOURCE = 'source.json';

/** The address of the store that this one is pulled from; undefined if it is a store of its own. */
export async function readPullSource(store: Store): Promise<string | undefined> {
  const content = await store.read(SOURCE);
  return content && (JSON.parse(content.toString()) as { from: string }).from;
}

/** Notes that this store is a web host's, and where it is pulled from. */
export async function writePullSource(store: Store, from: string): Promise<void> {
  await store.write(SOURCE, JSON.stringify({ from }));
}

/**
 * Refuses to change a web host's own directory, whose history would go another way than the one it is pulled from.
 *
 * @throws Error that says where to make the change
 */
export async function refusePulledStore(store: Store, address: string): Promise<void> {
  const source = await readPullSource(store);
  if (source === undefined) return;
  throw new Error(`${address} is a web host's copy of ${source}: change that one, with --to ${source}.`);
}
