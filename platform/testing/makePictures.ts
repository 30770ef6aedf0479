import { createPictureQueue } from '../pictures/createPictureQueue';
import { picturesOf, type Release } from '../release/Release';
import type { Store } from '../store/Store';

/** Makes all copies of a release's pictures in the same way as `watch`. */
export async function makePictures(
  store: Store,
  release: Release,
  backendUrl: string,
  log: (line: string) => void = console.warn,
): Promise<void> {
  const { signal } = new AbortController();
  const names = [...picturesOf(release)];
  // Two queues make use of two cores.
  const making = [0, 1].map((half) => {
    const queue = createPictureQueue({ store, backendUrl, signal, log });
    queue.want(names.filter((_, index) => index % 2 === half));
    return queue.settled();
  });
  await Promise.all(making);
}
