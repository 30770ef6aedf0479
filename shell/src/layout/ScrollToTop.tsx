import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/**
 * Every move scrolls to the top, or to what the new URL's hash names (§2), also on the page that is there, and brings
 * the focus to `main` with it. The browser's own restoring is off while the page lives and on again when it goes, so
 * that a reload keeps its place.
 */
export function ScrollToTop() {
  const location = useLocation();
  const type: `${NavigationType}` = useNavigationType();
  const shown = useRef(location);

  useEffect(() => {
    const takeOver = () => (history.scrollRestoration = 'manual');
    const handBack = () => (history.scrollRestoration = 'auto');
    takeOver();
    addEventListener('pageshow', takeOver);
    addEventListener('pagehide', handBack);
    return () => {
      handBack();
      removeEventListener('pageshow', takeOver);
      removeEventListener('pagehide', handBack);
    };
  }, []);

  useLayoutEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from === location) return;
    const { pathname, search, hash } = location;
    const isSamePage = from.pathname === pathname;
    const isSameQuery = from.search === search;
    // Two changes within a page are no moves: a query that the page replaces, and going back to an entry of the same
    // address. A link to the current address also replaces the entry, but is a move.
    const isReplacedQuery = type === 'REPLACE' && !isSameQuery;
    const isReturn = type === 'POP' && isSameQuery;
    if (isSamePage && from.hash === hash && (isReplacedQuery || isReturn)) return;

    const target = document.getElementById(idIn(hash));
    if (target) target.scrollIntoView();
    else if (!hash || !isSamePage) scrollTo(0, 0);
    if (!isSamePage || (!hash && type !== 'POP')) focusMain({ preventScroll: true });
  }, [location, type]);

  return null;
}

/** The id that a hash names. It may be badly encoded, and decodeURIComponent would throw then. */
function idIn(hash: string): string {
  const query = new URLSearchParams(`id=${hash.slice(1).replace(/[+&]/g, encodeURIComponent)}`);
  return query.get('id') ?? '';
}

/** Brings the focus to the page's `<main>`, the shell's or the page's own. */
export function focusMain(options?: FocusOptions): void {
  document.getElementById('content')?.focus(options);
}
