import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '@site/shared/site';
import { setHead } from '@site/shared/ui/usePageHead';
import { usePageHandle } from './usePageHandle';

/**
 * Gives the document the head of the page that a move leads to; the first page comes with its own. It is
 * rendered before the page and uses a layout effect, so that what the page sets itself comes later and stays.
 */
export function DocumentHead() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  // The title too: a page whose code could not be loaded at first may appear later at the same path.
  const page = pathname + handle.title;
  const shown = useRef(page);

  useLayoutEffect(() => {
    if (page === shown.current) return;
    shown.current = page;
    setHead(handle);
    const canonical =
      document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ??
      document.head.appendChild(document.createElement('link'));
    Object.assign(canonical, { rel: 'canonical', href: site.origin + pathname });
  }, [page, pathname, handle]);

  return null;
}
