import type { Store } from './Store';

/**
 * Makes a folder of a store usable as a separate store.
 *
 * @param folder the folder's key, without a trailing slash
 */
export function folderStore(store: Store, folder: string): Store {
  const keyOf = (key: string) => `${folder}/${key}`;
  return {
    read: (key) => store.read(keyOf(key)),
    write: (key, content) => store.write(keyOf(key), content),
    create: (key, content) => store.create(keyOf(key), content),
    list: (prefix) => store.list(keyOf(prefix)),
    walk: async (prefix) => {
      const files = await store.walk(keyOf(prefix));
      return files.map((file) => ({ ...file, key: file.key.slice(keyOf('').length) }));
    },
    modified: (key) => store.modified(keyOf(key)),
    remove: (key) => store.remove(keyOf(key)),
  };
}
