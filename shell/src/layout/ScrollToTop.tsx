import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Every route change scrolls to the top, or to what the new URL's hash names (§2). The browser's own
 * restoring is off while the page lives and on again when it goes, so that a reload keeps its place.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation();
  const shown = useRef({ pathname, hash });

  useEffect(() => {
    const takeOver = () => {
      history.scrollRestoration = 'manual';
    };
    const handBack = () => {
      history.scrollRestoration = 'auto';
    };
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
    if (from.pathname === pathname && from.hash === hash) return;
    shown.current = { pathname, hash };

    const target = hash && document.getElementById(hash.slice(1));
    if (target) target.scrollIntoView();
    else if (from.pathname !== pathname) scrollTo(0, 0);
  }, [pathname, hash]);

  return null;
}
