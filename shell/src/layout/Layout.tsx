import type { MouseEvent } from 'react';
import { Outlet } from 'react-router-dom';
import { DocumentHead } from './DocumentHead';
import { focusMain } from './focusMain';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { NavigationProgress } from './NavigationProgress';
import { RouteAnnouncer } from './RouteAnnouncer';
import { ScrollToTop } from './ScrollToTop';
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
