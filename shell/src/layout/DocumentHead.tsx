import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Brand } from '@site/shared/contract';
import { setHead } from '@site/shared/ui/usePageHead';
import { siteBrand } from '../siteBrand';
import { usePageHandle } from './usePageHandle';

/**
 * Updates the document's head after a navigation. The first page needs no update, because its prerendered document already
 * has the right head. This component's layout effect runs before the page's effects, because `Layout` renders this component
 * before the page. So if the page itself changes the head, the page's changes take precedence.
 */
export function DocumentHead() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const { brand } = handle;
  // Includes the title, because the path stays the same when the real page replaces an error page.
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

function showBrand(brand: Brand | undefined) {
  for (const icon of document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    icon.href = brand?.icon ?? '/favicon.ico';
  }
  for (const [scheme, color] of Object.entries((brand ?? siteBrand).background))
    document.head
      .querySelector(`meta[name="theme-color"][media*="${scheme}"]`)
      ?.setAttribute('content', color);
}
