import pMap from 'p-map';

/** How many files are read, compressed or written at once; more would wait for sockets and cores. */
const CONCURRENCY = 16;

/**
 * Does something with each item, several at once. After a failure nothing further is begun, and what has begun is
 * waited for.
 *
 * @throws what failed first
 */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const begun: Promise<unknown>[] = [];
  const begin = (item: Item): Promise<unknown> => {
    const one = work(item);
    begun.push(one);
    return one;
  };
  try {
    await pMap(items, begin, { concurrency: CONCURRENCY });
  } finally {
    await Promise.allSettled(begun);
  }
}
