import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';

/**
 * Fetches code before it is needed. Once the page is idle: which release is live, and the routes of every remote that
 * the page links to, but for its footer, which is on every page. When a pointer or the focus comes to a link: the code
 * of its page. Failures are silent, because the move itself handles them.
 */
export function preloadPages(live: LiveRelease, findRoutes: FindRoutes): void {
  whenIdle(() => {
    live
      .load()
      .then(() => Promise.all(ownLinks().map(({ pathname }) => findRoutes(pathname))))
      .catch(() => undefined);
  });

  const seen = new Set<string>();
  const preload = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    preloadPage(link.pathname).catch(() => seen.delete(link.pathname));
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, preload, { passive: true });
  }

  async function preloadPage(pathname: string): Promise<void> {
    const matches = matchRoutes(await findRoutes(pathname), pathname);
    await matches?.at(-1)?.route.lazy();
  }
}

function ownLinks(): HTMLAnchorElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('a:not(footer *)');
  return [...links].filter(({ origin }) => origin === location.origin);
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 2000);
}
