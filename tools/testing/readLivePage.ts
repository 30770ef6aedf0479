import { liveRelease } from '../release/liveRelease';
import type { Store } from '../store/Store';

/** What visitors get of a file of the live release; `undefined` as text if it has none of that name. */
export async function readLivePage(store: Store, file: string): Promise<string> {
  const live = await liveRelease(store);
  const content = live?.pages[file]?.content ?? live?.files[file];
  return String(content && (await store.read(`pages/${content}`)));
}
