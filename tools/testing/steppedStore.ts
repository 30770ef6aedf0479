import type { Store } from '../store/Store';

/** What a command is about to do with its store, e.g. `write pages/`. */
export type Step = `${'read' | 'write' | 'create' | 'list' | 'walk' | 'remove'} ${string}`;

/** The store with something else happening before each of the steps that a command takes in it. */
export function steppedStore(store: Store, before: (step: Step, key: string) => Promise<void>): Store {
  const folderOf = (key: string) => key.slice(0, key.indexOf('/') + 1);
  const stepped =
    <Rest extends unknown[], Result>(
      name: 'read' | 'write' | 'create' | 'list' | 'walk' | 'remove',
      act: (key: string, ...rest: Rest) => Promise<Result>,
    ) =>
    async (key: string, ...rest: Rest): Promise<Result> => {
      await before(`${name} ${folderOf(key)}`, key);
      return act(key, ...rest);
    };
  return {
    read: stepped('read', (key) => store.read(key)),
    write: stepped('write', (key, content: Buffer | string) => store.write(key, content)),
    create: stepped('create', (key, content: Buffer | string) => store.create(key, content)),
    list: stepped('list', (key) => store.list(key)),
    walk: stepped('walk', (key) => store.walk(key)),
    remove: stepped('remove', (key) => store.remove(key)),
  };
}
