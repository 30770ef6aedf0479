import { makePictures } from '../pictures/makePictures';
import { listPictures, type Release } from '../release/Release';
import type { Store } from '../store/Store';

/** Makes all copies of a release's pictures, as `watch` does. */
export async function makeAllPictures(
  store: Store,
  release: Release,
  backendUrl: string,
  log: (line: string) => void = console.warn,
): Promise<void> {
  const { signal } = new AbortController();
  const names = [...listPictures(release)];
  // Run two passes in parallel, to use two cores.
  const halves = [0, 1].map((half) => names.filter((_, index) => index % 2 === half));
  await Promise.all(halves.map((half) => makePictures({ store, backendUrl, signal, log }, half)));
}
