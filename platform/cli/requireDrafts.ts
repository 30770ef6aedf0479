import type { Store } from '../store/Store';
import { requireBeside } from './openBeside';

/**
 * Opens the store of drafts, and reads the key for drafts from `DRAFT_KEY`.
 *
 * @throws Error with advice if `DRAFT_KEY` is not set, or if `requireBeside` fails
 */
export async function requireDrafts(
  to: string,
  given: string | true,
): Promise<{ store: Store; key: string }> {
  const key = process.env.DRAFT_KEY;
  if (!key)
    throw new Error('Reading drafts requires a key. Set DRAFT_KEY to a key from the collection draft_keys.');
  return { store: await requireBeside(to, 'drafts', given), key };
}
