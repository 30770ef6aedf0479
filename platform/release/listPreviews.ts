import type { Store } from '../store/Store';

/**
 * The format of preview names. The name and the secret together must fit into one label of a host name, which has at most 63
 * characters.
 */
export const PREVIEW_NAME = /^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/;

/**
 * Matches the first label of a preview's host name: the preview's name and a secret. The same label is the name of the
 * preview's folder.
 */
const LABEL = /^([a-z\d](?:[a-z\d-]{0,28}[a-z\d])?)-[\da-f]{32}$/;

/**
 * Lists the labels of the previews in a store of previews, sorted.
 *
 * @param wanted a preview's name or label; if given, only previews with this name or label are listed
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
