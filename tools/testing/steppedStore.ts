import type { Store } from '../store/Store';

/** The next operation of a command on its store, e.g. `write pages/`. */
export type Step = `${keyof Store} ${string}`;

/** Runs before a step, which it can delay, or prevent by throwing. */
type Around = <Result>(take: () => Promise<Result>, step: Step, key: string) => Promise<Result>;

/** The store in which each of the steps that a command takes is taken by somebody else. */
export function storeAround(store: Store, around: Around): Store {
  const stepped = (Object.entries(store) as [keyof Store, (...given: string[]) => Promise<unknown>][]).map(
    ([name, act]) => {
      const take = (key: string, ...rest: string[]) =>
        around(() => act(key, ...rest), `${name} ${key.replace(/\/.*/, '/')}`, key);
      return [name, take];
    },
  );
  return Object.fromEntries(stepped) as Store;
}

/** The store, with something else happening before each step. */
export function steppedStore(store: Store, before: (step: Step, key: string) => unknown): Store {
  return storeAround(store, async (take, step, key) => {
    await before(step, key);
    return take();
  });
}
