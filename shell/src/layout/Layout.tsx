import { Suspense, useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { reattach } from '@site/shared/ui/reattach';
import { VisuallyHidden } from '@site/shared/ui/VisuallyHidden';
import { DocumentHead } from './DocumentHead';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { ScrollToTop, focusMain } from './ScrollToTop';
import { usePageHandle } from './usePageHandle';

/**
 * The frame of every page: skip link, header, `<main>` and footer. If a page's handle has `chrome: 'none'`, the page has no
 * header or footer, and renders its own `<main>` (§2). The Suspense boundaries limit the effects of hydration errors. If
 * other software has changed the prerendered page, React re-renders only the boundaries that differ.
 */
export function Layout() {
  const hasChrome = usePageHandle().chrome !== 'none';

  function skipToContent(event: MouseEvent) {
    // If the browser followed the link, it would add a history entry without the current entry's state.
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
          <Suspense>
            <Header />
          </Suspense>
          <Suspense>
            <Main />
          </Suspense>
          <Suspense>
            <Footer />
          </Suspense>
        </>
      ) : (
        <Suspense>
          <Outlet />
        </Suspense>
      )}
      <ScrollToTop />
      <RouteAnnouncer />
    </div>
  );
}

/**
 * If other software has removed or replaced `<main>`, the next navigation puts it back. If that is impossible, the
 * navigation reloads the document.
 */
function Main() {
  const main = useRef<HTMLElement>(null);
  const place = useLocation();
  const delivered = useRef(place);

  useLayoutEffect(() => {
    if (!main.current || main.current.isConnected || reattach(main.current)) return;
    if (place !== delivered.current) location.reload();
  }, [place]);

  return (
    <main ref={main} id="content" tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  );
}

/** A progress bar for slow navigations. Its animation starts after a delay, so the bar does not appear on quick ones. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />;
}

/**
 * Announces the document title to screen readers after a navigation to another path. `Layout` renders this component after
 * the page, so that the page has already set the title.
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
