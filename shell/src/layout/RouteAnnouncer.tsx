import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '@site/shared/ui/VisuallyHidden';
import { usePageHandle } from './usePageHandle';

/**
 * After a move to another path: says the title in a live region. The reader of the first page is not interrupted.
 * Stands after the page, so that it says the title that the page has set.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const shown = useRef({ pathname, handle });
  const announcement = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (pathname === shown.current.pathname && handle === shown.current.handle) return;
    shown.current = { pathname, handle };
    if (announcement.current) announcement.current.textContent = document.title;
  }, [pathname, handle]);

  return <VisuallyHidden ref={announcement} aria-live="polite" aria-atomic="true" />;
}
