import type { Store, StoredFile } from './Store';

/** Creates a store's `list` from a function that lists names and a function that lists files at any depth. */
export function listWith(
  names: (prefix: string) => Promise<string[]>,
  deep: (prefix: string) => Promise<StoredFile[]>,
): Store['list'] {
  const list = (prefix: string, options?: { deep: true }) => (options ? deep(prefix) : names(prefix));
  return list as Store['list'];
}
