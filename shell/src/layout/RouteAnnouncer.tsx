import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './RouteAnnouncer.module.css';

/**
 * After a move to another path: moves the focus to `main` and says the title in a live region. The reader of the
 * first page is not interrupted. Stands after the page, so that it says the title that the page has set.
 */
export function RouteAnnouncer({ main }: { main: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const announcement = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (announcement.current) announcement.current.textContent = document.title;
  }, [pathname, main]);

  return <div ref={announcement} className={styles.announcement} aria-live="polite" aria-atomic="true" />;
}
