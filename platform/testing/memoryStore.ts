import { listWith } from '../store/listWith';
import type { Store } from '../store/Store';

export type MemoryFiles = Map<string, { content: Buffer; modified: Date }>;

/** Creates an in-memory store. @param files its initial content */
export function memoryStore(files: MemoryFiles = new Map()): Store {
  const write = (key: string, content: Buffer | string) =>
    void files.set(key, { content: Buffer.from(content), modified: new Date() });
  const folder = (prefix: string) => prefix && prefix.replace(/\/*$/, '/');
  const below = (prefix: string) => [...files].filter(([key]) => key.startsWith(folder(prefix)));
  return {
    read: (key) => Promise.resolve(files.get(key)?.content),
    write: (key, content) => Promise.resolve(write(key, content)),
    create(key, content) {
      const isFree = !files.has(key);
      if (isFree) write(key, content);
      return Promise.resolve(isFree);
    },
    list: listWith(
      (prefix) => {
        const start = folder(prefix).length;
        const names = below(prefix).map(([key]) => key.slice(start).split('/')[0] ?? '');
        return Promise.resolve([...new Set(names)]);
      },
      (prefix) =>
        Promise.resolve(
          below(prefix).map(([key, { content, modified }]) => ({ key, bytes: content.length, modified })),
        ),
    ),
    remove: (key) => Promise.resolve(void files.delete(key)),
  };
}
