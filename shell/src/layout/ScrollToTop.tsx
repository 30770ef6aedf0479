import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/**
 * After a navigation, scrolls to the top or to the target of the URL's hash (§2), and moves the focus there: to `main`, or to the
 * target, so that Tab goes on from it. A link to the current page also counts as a navigation. Back and Forward within a page
 * lead to the place where the visitor left the entry.
 *
 * The browser's own scroll restoration is off while the page is open, because it scrolls before another page is there. It
 * is switched on when the page is left, so that a reload keeps the scroll position.
 */
export function ScrollToTop() {
  const location = useLocation();
  const type: `${NavigationType}` = useNavigationType();
  const shown = useRef(location);
  /** Where the visitor last was in each entry of the history, by the entry's key. */
  const places = useRef(new Map<string, number>());

  useEffect(() => {
    const keepPlace = () => places.current.set(keyOfEntry(), scrollY);
    addEventListener('scroll', keepPlace, { passive: true });
    return () => removeEventListener('scroll', keepPlace);
  }, []);

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
    const place = places.current.get(keyOfEntry());
    if (type === 'POP' && isSamePage && place !== undefined) {
      scrollTo(0, place);
      return;
    }
    // Two changes within a page do not count as moves: the page replaces the query, or the visitor returns to an entry
    // with the same address. A click on a link to the current address does count, although it only replaces the entry.
    const isReplacedQuery = type === 'REPLACE' && !isSameQuery;
    const isReturn = type === 'POP' && isSameQuery;
    if (isSamePage && from.hash === hash && (isReplacedQuery || isReturn)) return;

    const target = document.getElementById(idIn(hash));
    if (target) target.scrollIntoView();
    else if (!hash || !isSamePage) scrollTo(0, 0);
    places.current.set(keyOfEntry(), scrollY);
    // Within a page, the browser itself follows links to sections, and knows from where Tab goes on.
    if (isSamePage && type === 'POP') return;
    if (target) focusTarget(target);
    else if (!hash || !isSamePage) focusMain({ preventScroll: true });
  }, [location, type]);

  return null;
}

/**
 * The key of the current history entry. The router gives a key to the entries that it makes. This function gives one to
 * those that it does not make, such as the first one and those of links to sections.
 */
function keyOfEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = String(Math.random());
  history.replaceState({ ...state, key }, '');
  return key;
}

/** Focuses the target of a hash. Most targets are headings, which can have the focus only by a `tabindex`. */
function focusTarget(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
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
