import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Brand } from '@site/shared/remote';
import { setHead } from '@site/shared/ui/usePageHead';
import { siteBrand } from '../siteBrand';
import { usePageHandle } from './usePageHandle';

/**
 * Gives the document the head of the page that a move leads to; the first page comes with its own. It is
 * rendered before the page and uses a layout effect, so that what the page sets itself comes later and stays.
 */
export function DocumentHead() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const { brand } = handle;
  // The title too: a page whose code could not be loaded at first may appear later at the same path.
  const page = pathname + handle.title;
  const shown = useRef({ page, brand });

  useLayoutEffect(() => {
    const from = shown.current;
    if (page === from.page) return;
    shown.current = { page, brand };
    setHead({ index: true, ...handle, path: pathname });
    if (brand?.name !== from.brand?.name) showBrand(brand);
  }, [page, pathname, handle, brand]);

  return null;
}

/** Gives the tab another brand's icon and colours. The site's own icon is always at its root. */
function showBrand(brand: Brand | undefined) {
  for (const icon of document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    icon.href = brand?.icon ?? '/favicon.ico';
  }
  for (const [scheme, color] of Object.entries((brand ?? siteBrand).background))
    document.head
      .querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
      ?.setAttribute('content', color);
}
