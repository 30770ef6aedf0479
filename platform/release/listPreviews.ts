import type { Store } from '../store/Store';

/**
 * The format of preview names. A name, a hyphen and a secret must fit in one host name label, which has at most 63
 * characters.
 */
export const PREVIEW_NAME = /^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/;

/** A preview's name and secret: the first label of the preview's host name, and the name of its folder. */
const LABEL = /^([a-z\d](?:[a-z\d-]{0,28}[a-z\d])?)-[\da-f]{32}$/;

/**
 * Lists the labels of the stored previews, sorted.
 *
 * @param wanted a name or a label; if given, only previews with this name or label are listed
 */
export async function listPreviews(previews: Store, wanted?: string): Promise<string[]> {
  const labels: string[] = [];
  for (const label of await previews.list('')) {
    const [, name] = LABEL.exec(label) ?? [];
    if (name === undefined) continue;
    if (wanted === undefined || wanted === name || wanted === label) labels.push(label);
  }
  return labels.sort();
}
