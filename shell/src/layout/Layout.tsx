import { useRef, type MouseEvent } from 'react';
import { Outlet } from 'react-router-dom';
import { DocumentHead } from './DocumentHead';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { NavigationProgress } from './NavigationProgress';
import { RouteAnnouncer } from './RouteAnnouncer';
import { ScrollToTop } from './ScrollToTop';
import { usePageHandle } from './usePageHandle';

/** What surrounds every page: skip link, header, `<main>`, footer. A page without chrome has only `<main>` (§2). */
export function Layout() {
  const main = useRef<HTMLElement>(null);
  const hasChrome = usePageHandle().chrome === 'full';

  function skipToContent(event: MouseEvent) {
    // Following the hash would add a history entry without the state that the page keeps in its entry.
    event.preventDefault();
    main.current?.focus();
  }

  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <DocumentHead />
      <NavigationProgress />
      {hasChrome && <Header />}
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className={hasChrome ? `${styles.main} ${styles.belowHeader}` : styles.main}
      >
        <Outlet />
      </main>
      {hasChrome && <Footer />}
      <ScrollToTop main={main} />
      <RouteAnnouncer />
    </div>
  );
}
