import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '@site/shared/site';
import { setHead } from '@site/shared/ui/usePageHead';
import { usePageHandle } from './usePageHandle';

/**
 * Gives the document the head of the page that a move leads to; the first page comes with its own. Stands before
 * the page and uses a layout effect, so that whatever a page sets itself comes later and stays.
 */
export function DocumentHead() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  // A page whose code was lost at first comes to the same path.
  const shown = useRef({ pathname, handle });

  useLayoutEffect(() => {
    if (pathname === shown.current.pathname && handle === shown.current.handle) return;
    shown.current = { pathname, handle };
    setHead(handle);
    const canonical =
      document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ??
      document.head.appendChild(document.createElement('link'));
    Object.assign(canonical, { rel: 'canonical', href: site.origin + pathname });
  }, [pathname, handle]);

  return null;
}
