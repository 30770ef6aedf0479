import { deploy } from '@site/deploy/commands/deploy';
import { createPictureQueue } from '@site/deploy/pictures/createPictureQueue';
import { missingPictures, type Release } from '@site/deploy/release/Release';
import type { Store } from '@site/deploy/store/Store';

/** Makes the copies of pictures that a release lacks, as `watch` does, and the release that offers them. */
export async function withPictures(store: Store, release: Release, backendUrl: string): Promise<Release> {
  const { signal } = new AbortController();
  const log = (line: string): void => console.warn(line);
  const queue = createPictureQueue({ store, backendUrl, signal, log, onMade: () => undefined });
  queue.want(missingPictures(release));
  await queue.settled();
  return deploy({ store, artifacts: [], backendUrl, log: () => undefined });
}
