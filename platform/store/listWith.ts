import type { Store, StoredFile } from './Store';

/** Combines a listing of names and a deep listing into a store's `list`. */
export function listWith(
  names: (prefix: string) => Promise<string[]>,
  deep: (prefix: string) => Promise<StoredFile[]>,
): Store['list'] {
  const list = (prefix: string, options?: { deep: true }) => (options ? deep(prefix) : names(prefix));
  return list as Store['list'];
}
