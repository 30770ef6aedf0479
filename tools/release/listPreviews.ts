import type { Store } from '../store/Store';

/** What previews may be called: together with the secret a label of a host name, which has 63 letters at most. */
export const PREVIEW_NAME = /^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/;

/** What begins the host name of a preview, and is the name of its folder: its name and a secret. */
const LABEL = /^([a-z\d](?:[a-z\d-]{0,28}[a-z\d])?)-[\da-f]{32}$/;

/**
 * The labels of the previews in a store of previews, in order.
 *
 * @param wanted those of this name or label alone
 */
export async function listPreviews(previews: Store, wanted?: string): Promise<string[]> {
  const names = await previews.list('');
  return names
    .filter((label) => {
      const [, name] = LABEL.exec(label) ?? [];
      return name !== undefined && (wanted === undefined || [name, label].includes(wanted));
    })
    .sort();
}
