import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Brand } from '@site/shared/remote';
import { setHead } from '@site/shared/ui/usePageHead';
import { siteBackground } from '../siteBrand';
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
    setHead({ index: true, ...handle, path: pathname });
  }, [page, pathname, handle]);

  const { brand } = handle;
  const shownBrand = useRef(brand);
  useLayoutEffect(() => {
    if (brand?.name === shownBrand.current?.name) return;
    shownBrand.current = brand;
    showBrand(brand);
  }, [brand]);

  return null;
}

/** Gives the tab another brand's icon and colours. The site's own icon is always at its root. */
function showBrand(brand: Brand | undefined) {
  for (const icon of document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    icon.href = brand?.icon ?? '/favicon.ico';
  }
  for (const [scheme, color] of Object.entries(brand?.background ?? siteBackground))
    document.head
      .querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
      ?.setAttribute('content', color);
}
