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
    read: stepped('read', store.read),
    write: stepped('write', store.write),
    create: stepped('create', store.create),
    list: stepped('list', store.list),
    walk: stepped('walk', store.walk),
    remove: stepped('remove', store.remove),
    follow: () => store.follow(),
  };
}
