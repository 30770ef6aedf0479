import pMap from 'p-map';

/**
 * The maximum number of files that are read, compressed or written at once. More files would only wait for sockets and
 * cores.
 */
const CONCURRENCY = 16;

/**
 * Calls `work` for each item, with up to `CONCURRENCY` calls in progress at once. After a failure, it starts no further
 * calls, but waits for those in progress.
 *
 * @throws the first failure
 */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const started: Promise<unknown>[] = [];
  const start = (item: Item): Promise<unknown> => {
    const running = work(item);
    started.push(running);
    return running;
  };
  try {
    await pMap(items, start, { concurrency: CONCURRENCY });
  } finally {
    await Promise.allSettled(started);
  }
}
