import { manifestKey, PREVIEW_ID, readRelease } from '../release/readRelease';
import type { Store } from '../store/Store';

interface WithdrawalOptions {
  store: Store;
  /** The id of the preview. */
  id: string;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
}

/**
 * Takes a preview away: whoever is in it sees the live site from then on.
 *
 * @throws Error if there is no such preview
 */
export async function withdraw({ store, id, dryRun, log }: WithdrawalOptions): Promise<void> {
  if (!PREVIEW_ID.test(id))
    throw new Error(`${id} is no preview. See which there are: npm run deploy -- releases.`);
  await readRelease(store, id);
  if (dryRun) {
    log(`Would withdraw preview ${id}. Nothing has been changed.`);
    return;
  }
  await store.remove(manifestKey(id));
  await store.follow();
  log(`Preview ${id} is withdrawn.`);
}
