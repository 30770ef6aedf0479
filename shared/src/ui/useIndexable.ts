import { useLayoutEffect } from 'react';

/**
 * Keeps search engines right about a page behind a pattern: they may list it once what it shows is known to
 * exist, and may not once it is known not to. Until then the document stays as it was delivered.
 *
 * @param exists undefined as long as it is not known
 */
export function useIndexable(exists: boolean | undefined): void {
  // A layout effect is undone before the shell sets the head of the next page, an ordinary one possibly after.
  useLayoutEffect(() => {
    if (exists === undefined) return;
    const robots = document.querySelector('meta[name="robots"]');
    if (exists) {
      robots?.remove();
      return () => {
        if (robots) document.head.append(robots);
      };
    }
    if (robots) return;
    const noindex = document.createElement('meta');
    noindex.name = 'robots';
    noindex.content = 'noindex';
    document.head.append(noindex);
    return () => noindex.remove();
  }, [exists]);
}
