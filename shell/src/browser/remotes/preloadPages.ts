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

  // What has been fetched is not fetched again.
  const preload = async ({ target }: Event): Promise<void> => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    const matches = matchRoutes(await findRoutes(link.pathname), link.pathname);
    await matches?.at(-1)?.route.lazy();
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, (event) => void preload(event).catch(() => undefined), {
      passive: true,
    });
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
