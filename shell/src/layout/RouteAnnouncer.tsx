import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import styles from '@site/shared/ui/VisuallyHidden.module.css';

/**
 * After a move to another path: says the title in a live region. The reader of the first page is not interrupted.
 * Stands after the page, so that it says the title that the page has set.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const announcement = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    if (announcement.current) announcement.current.textContent = document.title;
  }, [pathname]);

  return <div ref={announcement} className={styles.hidden} aria-live="polite" aria-atomic="true" />;
}
