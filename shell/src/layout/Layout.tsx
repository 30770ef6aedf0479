import { useEffect, useRef, type MouseEvent } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { VisuallyHidden } from '@site/shared/ui/VisuallyHidden';
import { DocumentHead } from './DocumentHead';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { ScrollToTop, focusMain } from './ScrollToTop';
import { usePageHandle } from './usePageHandle';

/** What surrounds every page: skip link, header, `<main>`, footer. A page without chrome brings its own of these (§2). */
export function Layout() {
  const hasChrome = usePageHandle().chrome !== 'none';

  function skipToContent(event: MouseEvent) {
    // Following the hash would add a history entry without the state that the page keeps in its entry.
    event.preventDefault();
    focusMain();
  }

  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <DocumentHead />
      <NavigationProgress />
      {hasChrome ? (
        <>
          <Header />
          <main id="content" tabIndex={-1} className={styles.main}>
            <Outlet />
          </main>
          <Footer />
        </>
      ) : (
        <Outlet />
      )}
      <ScrollToTop />
      <RouteAnnouncer />
    </div>
  );
}

/** A thin bar while a move waits for its page. Quick moves end before its style lets it appear. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />;
}

/**
 * After a move to another path: says the title in a live region. The reader of the first page is not interrupted.
 * Stands after the page, so that it says the title that the page has set.
 */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const announcement = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    if (announcement.current) announcement.current.textContent = document.title;
  }, [pathname]);

  return <VisuallyHidden ref={announcement} aria-live="polite" aria-atomic="true" />;
}
