import { latestNumber } from '../release/readHistory';
import { publish } from '../release/publish';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';

/** Makes a whole earlier release live again, with the data of then: what no command does, and an editor undoes. */
export async function makeLiveAgain(store: Store, id: string): Promise<Release> {
  const release = await readRelease(store, id);
  if (!(await publish(store, release, (await latestNumber(store)) + 1, 'test')))
    throw new Error('Somebody else was first.');
  return release;
}
