import { deploy } from '@site/deploy/commands/deploy';
import { createPictureQueue } from '@site/deploy/pictures/createPictureQueue';
import { missingPictures, type Release } from '@site/deploy/release/Release';
import type { Store } from '@site/deploy/store/Store';

/** Makes the copies of pictures that a release lacks, as `watch` does, and the release that offers them. */
export async function withPictures(store: Store, release: Release, backendUrl: string): Promise<Release> {
  const { signal } = new AbortController();
  const log = (line: string): void => console.warn(line);
  const missing = [...missingPictures(release)];
  // Two queues, as there is nothing else to do for a second processor.
  const halves = [
    missing.filter((_, index) => index % 2 === 0),
    missing.filter((_, index) => index % 2 === 1),
  ];
  const making = halves.map((pictures) => {
    const queue = createPictureQueue({ store, backendUrl, signal, log, onMade: () => undefined });
    queue.want(new Set(pictures));
    return queue.settled();
  });
  await Promise.all(making);
  return deploy({ store, artifacts: [], backendUrl, log: () => undefined });
}
