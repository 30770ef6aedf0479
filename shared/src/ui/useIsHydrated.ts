import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether a component runs in the browser, past the first render, which has to equal the prerendered page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
