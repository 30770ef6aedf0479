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
  expectPreview(id);
  await readRelease(store, id);
  if (dryRun) {
    log(`Would withdraw preview ${id}. Nothing has been changed.`);
    return;
  }
  await store.remove(manifestKey(id));
  await store.follow();
  log(`Preview ${id} is withdrawn.`);
}

/** @throws Error if the id is not that of a preview, whether there is one or not */
export function expectPreview(id: string): void {
  if (PREVIEW_ID.test(id)) return;
  throw new Error(`${id} is no preview. See which there are: npm run deploy -- releases.`);
}
