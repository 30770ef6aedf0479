import type { Store } from '../store/Store';

/** A store operation with the first folder of its key, e.g. `write pages/`, or with the whole key if it has no folder. */
export type Step = `${keyof Store} ${string}`;

/**
 * A function that runs an operation on a store by calling `take`, and may run other code before and after it. To prevent
 * the operation, the function throws instead of calling `take`.
 */
type Around = <Result>(take: () => Promise<Result>, step: Step, key: string) => Promise<Result>;

/** Wraps a store so that `around` runs each operation. */
export function storeAround(store: Store, around: Around): Store {
  type Operation = (key: string, ...rest: unknown[]) => Promise<unknown>;
  const wrapped: Record<string, Operation> = {};
  for (const [name, operate] of Object.entries(store) as [keyof Store, Operation][]) {
    wrapped[name] = (key, ...rest) =>
      around(() => operate(key, ...rest), `${name} ${key.replace(/\/.*/, '/')}`, key);
  }
  return wrapped as unknown as Store;
}

/** Wraps a store so that `before` is called before each operation. `before` can prevent the operation by throwing. */
export function steppedStore(store: Store, before: (step: Step, key: string) => unknown): Store {
  return storeAround(store, async (take, step, key) => {
    await before(step, key);
    return take();
  });
}
