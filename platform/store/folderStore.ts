import { listWith } from './listWith';
import type { Store } from './Store';

/**
 * Creates a store whose keys are all in one folder of another store.
 *
 * @param folder the folder's key, without a trailing slash
 */
export function folderStore(store: Store, folder: string): Store {
  const fullKey = (key: string) => `${folder}/${key}`;
  return {
    read: (key) => store.read(fullKey(key)),
    write: (key, content) => store.write(fullKey(key), content),
    create: (key, content) => store.create(fullKey(key), content),
    list: listWith(
      (prefix) => store.list(fullKey(prefix)),
      async (prefix) => {
        const files = await store.list(fullKey(prefix), { deep: true });
        return files.map((file) => ({ ...file, key: file.key.slice(fullKey('').length) }));
      },
    ),
    remove: (key) => store.remove(fullKey(key)),
  };
}
