import type { Store } from '../store/Store';

/** One operation of a command on its store, e.g. `write pages/`. */
export type Step = `${keyof Store} ${string}`;

/** Runs an operation by calling `take`. It can do something before or after it, or prevent it by throwing. */
type Around = <Result>(take: () => Promise<Result>, step: Step, key: string) => Promise<Result>;

/** Wraps a store so that `around` runs each of its operations. */
export function storeAround(store: Store, around: Around): Store {
  type Operation = (key: string, ...rest: string[]) => Promise<unknown>;
  const wrapped: Record<string, Operation> = {};
  for (const [name, operate] of Object.entries(store) as [keyof Store, Operation][]) {
    wrapped[name] = (key, ...rest) =>
      around(() => operate(key, ...rest), `${name} ${key.replace(/\/.*/, '/')}`, key);
  }
  return wrapped as unknown as Store;
}

/** Wraps a store so that `before` runs before each of its operations, and can prevent one by throwing. */
export function steppedStore(store: Store, before: (step: Step, key: string) => unknown): Store {
  return storeAround(store, async (take, step, key) => {
    await before(step, key);
    return take();
  });
}
