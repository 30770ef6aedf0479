import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns whether hydration has finished. Returns false during hydration, because the first render must match the
 * prerendered page.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
