import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router-dom';

/**
 * After a navigation, this component scrolls to the top of the page or to the target of the URL's hash (§2). It moves the
 * focus to `main` or to that target, so that Tab continues from there. A click on a link to the current page also counts as
 * a navigation. After Back or Forward without a page load, this component restores the scroll position that the
 * history entry had when the visitor left it.
 *
 * While the page is open, the browser's own scroll restoration is off, because it would scroll before the new page has been
 * rendered. When the visitor leaves, scroll restoration is switched on, so that a reload keeps the scroll position.
 */
export function ScrollToTop() {
  const location = useLocation();
  const type: `${NavigationType}` = useNavigationType();
  const shown = useRef(location);
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
    // Two kinds of change do not count as navigations: the page replaces its own query, or the visitor goes back or forward
    // to an entry with the same address. A click on a link to the current address does count, even though it only replaces
    // the entry.
    const isReplacedQuery = type === 'REPLACE' && !isSameQuery;
    const isReturn = type === 'POP' && isSameQuery;
    if (isSamePage && from.hash === hash && (isReplacedQuery || isReturn)) return;

    const target = document.getElementById(idIn(hash));
    if (target) target.scrollIntoView();
    else if (!hash || !isSamePage) scrollTo(0, 0);
    places.current.set(keyOfEntry(), scrollY);
    // After a click on a link to a section, or after Back or Forward within the page, the browser determines where Tab
    // continues.
    if (isSamePage && type === 'POP') return;
    if (target) focusTarget(target);
    else if (!hash || !isSamePage) focusMain({ preventScroll: true });
  }, [location, type]);

  return null;
}

/**
 * Returns the current history entry's key. If the entry has no key, this function adds one. The router sets keys only for
 * the entries that it creates. Entries that the browser creates, e.g. for a link to a section, have no key.
 */
function keyOfEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = String(Math.random());
  history.replaceState({ ...state, key }, '');
  return key;
}

/**
 * Moves the focus to the target of a hash. Most targets are headings, which can receive focus only with a `tabindex`. So
 * this function adds a `tabindex`, and removes it when the target loses focus.
 */
function focusTarget(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

/**
 * Returns the element id that a hash contains. Does not use `decodeURIComponent`, which throws an error if the hash is
 * malformed.
 */
function idIn(hash: string): string {
  const query = new URLSearchParams(`id=${hash.slice(1).replace(/[+&]/g, encodeURIComponent)}`);
  return query.get('id') ?? '';
}

/** Moves the focus to `<main>`. Pages with `chrome: 'none'` render their own `<main>`, with the same id. */
export function focusMain(options?: FocusOptions): void {
  document.getElementById('content')?.focus(options);
}
