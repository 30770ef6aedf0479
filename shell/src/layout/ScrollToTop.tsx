import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/**
 * After a move, scrolls to the top or to the target of the URL's hash (§2), and focuses `main` unless the move leads to a
 * part of the same page. A link to the current page also counts as a move. The browser's own scroll restoration is off
 * while the page is open, and on when it is left, so that a reload keeps the scroll position.
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
    const { pathname, search, hash } = location;
    const isSamePage = from.pathname === pathname;
    if (from === location) return;
    if (isSamePage && from.hash === hash) {
      // These changes are not moves. A link to the current address also replaces its entry, but it keeps the query.
      const isReplacedQuery = type === 'REPLACE' && from.search !== search;
      const isReturnToSameAddress = type === 'POP' && from.search === search;
      if (isReplacedQuery || isReturnToSameAddress) return;
    }

    // URLSearchParams decodes the hash, because decodeURIComponent would throw if it is badly encoded.
    const query = new URLSearchParams(`id=${hash.slice(1).replace(/[+&]/g, encodeURIComponent)}`);
    const target = document.getElementById(query.get('id') ?? '');
    if (target) target.scrollIntoView();
    else if (!hash || !isSamePage) scrollTo(0, 0);
    if (!isSamePage || (!hash && type !== 'POP')) focusMain({ preventScroll: true });
  }, [location, type]);

  return null;
}

/** Focuses `<main>`, which belongs to the shell or to a page without chrome. */
export function focusMain(options?: FocusOptions): void {
  document.getElementById('content')?.focus(options);
}
