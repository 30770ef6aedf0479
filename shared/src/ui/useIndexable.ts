import { useLayoutEffect } from 'react';

/**
 * Lets search engines list a page whose document starts as `noindex`, as long as what it shows is known.
 * When it no longer is, or when the page is left, the document is `noindex` again.
 */
export function useIndexable(known: boolean): void {
  // A layout effect is undone before the shell sets the head of the next page, an ordinary one possibly after.
  useLayoutEffect(() => {
    const robots = known ? document.querySelector('meta[name="robots"]') : null;
    if (!robots) return;
    robots.remove();
    return () => document.head.append(robots);
  }, [known]);
}
