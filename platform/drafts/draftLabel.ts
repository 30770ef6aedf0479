import { createHmac } from 'node:crypto';

/** Means all drafts together. It is used in place of the id of a single draft's record. */
export const ALL_DRAFTS = 'all';

/**
 * Derives the first label of the host name at which a draft is shown. The label is also the name of the draft's folder
 * in the store of drafts. Nobody can guess it without the key, and it stays the same until the key changes.
 *
 * @param key the key with which drafts can be read
 * @param id the record's id, or `ALL_DRAFTS`
 */
export function draftLabel(key: string, id: string): string {
  const secret = createHmac('sha256', key).update(id).digest('hex').slice(0, 32);
  return `draft-${id}-${secret}`;
}

/** Returns the id from which a label was derived; undefined if the label does not belong to a draft. */
export function draftIn(label: string): string | undefined {
  return /^draft-([a-z\d]+)-[\da-f]{32}$/.exec(label)?.[1];
}
