import type { Store } from '../store/Store';

/** The names of previews. Name and secret form a label of a host name, which has 63 characters at most. */
export const PREVIEW_NAME = /^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/;

/** The first label of a preview's host name, which is also its folder: its name and a secret. */
const LABEL = /^([a-z\d](?:[a-z\d-]{0,28}[a-z\d])?)-[\da-f]{32}$/;

/**
 * The labels of the previews in a store of previews, sorted.
 *
 * @param wanted a name or label, to list only the previews that have it
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
