import { deploy } from '@site/tools/release/deploy';
import { createPictureQueue } from '@site/tools/release/pictures/createPictureQueue';
import { missingPictures, type Release } from '@site/tools/release/Release';
import type { Store } from '@site/tools/store/Store';

/** Makes the copies of pictures that a release lacks, as `watch` does, and the release that offers them. */
export async function withPictures(store: Store, release: Release, backendUrl: string): Promise<Release> {
  const { signal } = new AbortController();
  const log = (line: string): void => console.warn(line);
  const missing = [...missingPictures(release)];
  // By two queues: there is little else to do for a second processor meanwhile.
  const making = [0, 1].map((half) => {
    const queue = createPictureQueue({ store, backendUrl, signal, log, onMade: () => undefined });
    queue.want(missing.filter((_, index) => index % 2 === half));
    return queue.settled();
  });
  await Promise.all(making);
  return deploy({ store, artifacts: [], backendUrl, log: () => undefined });
}
