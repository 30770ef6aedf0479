import pMap from 'p-map';

/** How many files are read, compressed or written at once; more would wait for sockets and cores. */
const CONCURRENCY = 16;

/** How often long work says how far it is. Milliseconds. */
const PROGRESS_EVERY = 2000;

/**
 * Does something with each item, several at once. After a failure nothing further is begun, and what has begun is
 * waited for.
 *
 * @param onProgress called now and then while it lasts, with the number of items that are done
 * @throws what failed first
 */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const begun: Promise<unknown>[] = [];
  let done = 0;
  let told = Date.now();
  const workOn = async (item: Item): Promise<void> => {
    const one = work(item);
    begun.push(one);
    await one;
    done += 1;
    if (Date.now() - told < PROGRESS_EVERY) return;
    told = Date.now();
    onProgress(done);
  };
  try {
    await pMap(items, workOn, { concurrency: CONCURRENCY });
  } finally {
    await Promise.allSettled(begun);
  }
}
