import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns whether hydration has finished. During hydration, returns false, because the first render must equal the
 * prerendered page.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
