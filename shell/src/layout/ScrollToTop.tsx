import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/**
 * After a move, scrolls to the top or to the target of the URL's hash (§2), and focuses `main` unless the move leads to a
 * part of the same page. A link to the current page also counts as a move. The browser's own scroll restoration is off
 * while the page is open. It is switched on when the page is left, so that a reload keeps the scroll position.
 */
export function ScrollToTop() {
  const location = useLocation();
  const type: `${NavigationType}` = useNavigationType();
  const shown = useRef(location);

  useEffect(() => {
    const disable = () => (history.scrollRestoration = 'manual');
    const enable = () => (history.scrollRestoration = 'auto');
    disable();
    addEventListener('pageshow', disable);
    addEventListener('pagehide', enable);
    return () => {
      enable();
      removeEventListener('pageshow', disable);
      removeEventListener('pagehide', enable);
    };
  }, []);

  useLayoutEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from === location) return;
    const { pathname, search, hash } = location;
    const isSamePage = from.pathname === pathname;
    const isSameQuery = from.search === search;
    // Two changes within a page do not count as moves: the page replaces the query, or the visitor returns to an entry
    // with the same address. A click on a link to the current address does count, although it only replaces the entry.
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

/** The id that a hash names. decodeURIComponent is not used, because it throws on a badly encoded hash. */
function idIn(hash: string): string {
  const query = new URLSearchParams(`id=${hash.slice(1).replace(/[+&]/g, encodeURIComponent)}`);
  return query.get('id') ?? '';
}

/** Focuses `<main>`, which belongs to the shell or, without chrome, to the page. */
export function focusMain(options?: FocusOptions): void {
  document.getElementById('content')?.focus(options);
}
