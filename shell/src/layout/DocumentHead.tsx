import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
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
    setHead({ ...handle, path: pathname });
  }, [page, pathname, handle]);

  return null;
}
