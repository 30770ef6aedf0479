import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether hydration has finished. False in the first render, which has to equal the prerendered page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
