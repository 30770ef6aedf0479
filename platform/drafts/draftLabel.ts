import { createHmac } from 'node:crypto';

/** Stands for all drafts together, where a record's id stands for one. */
export const ALL_DRAFTS = 'all';

/**
 * The first label of the host name that shows a draft, and the name of its folder in the store of drafts. Nobody can guess it
 * without the key, and it stays the same until the key changes.
 *
 * @param key the key that reads drafts
 * @param id the record's id, or `ALL_DRAFTS`
 */
export function draftLabel(key: string, id: string): string {
  const secret = createHmac('sha256', key).update(id).digest('hex').slice(0, 32);
  return `draft-${id}-${secret}`;
}

/** The id that a label was derived from; undefined if it belongs to no draft. */
export function draftIn(label: string): string | undefined {
  return /^draft-([a-z\d]+)-[\da-f]{32}$/.exec(label)?.[1];
}
