import pMap from 'p-map';

/** How many files are read, compressed or written at once. With more, files would only wait for sockets and cores. */
const CONCURRENCY = 16;

/**
 * Calls `work` for all items, several at a time. After a failure, no further calls are made, and the calls in progress are
 * awaited.
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
