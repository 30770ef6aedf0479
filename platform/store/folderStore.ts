import { listWith } from './listWith';
import type { Store } from './Store';

/**
 * Makes a folder of a store usable as a store of its own.
 *
 * @param folder the folder's key, without a trailing slash
 */
export function folderStore(store: Store, folder: string): Store {
  const keyOf = (key: string) => `${folder}/${key}`;
  return {
    read: (key) => store.read(keyOf(key)),
    write: (key, content) => store.write(keyOf(key), content),
    create: (key, content) => store.create(keyOf(key), content),
    list: listWith(
      (prefix) => store.list(keyOf(prefix)),
      async (prefix) => {
        const files = await store.list(keyOf(prefix), { deep: true });
        return files.map((file) => ({ ...file, key: file.key.slice(keyOf('').length) }));
      },
    ),
    remove: (key) => store.remove(keyOf(key)),
  };
}
