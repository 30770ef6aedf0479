import { matchRoutes } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';

/**
 * Loads code before it is needed. When the browser is idle, loads the live release and the routes of every remote that the
 * page links to. Links in the footer do not count, because every page has them. When the visitor hovers over, touches or
 * focuses a link, loads the linked page's code. Ignores failures, because the navigation itself loads the code again.
 */
export function preloadPages(live: LiveRelease, findRoutes: FindRoutes): void {
  const isOwn = ({ origin }: HTMLAnchorElement) => origin === location.origin;
  const preloadRemotes = async () => {
    await live.load();
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a:not(footer *)')].filter(isOwn);
    await Promise.all(links.map(({ pathname }) => findRoutes(pathname)));
  };
  // Frequent calls are harmless, because routes and chunks that have been loaded are not requested again.
  const preloadPage = async ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || !isOwn(link)) return;
    const matches = matchRoutes(await findRoutes(link.pathname), link.pathname);
    await matches?.at(-1)?.route.lazy();
  };

  whenIdle(() => void preloadRemotes().catch(() => undefined));
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, (event) => void preloadPage(event).catch(() => undefined), {
      passive: true,
    });
  }
}

/** Runs a function when the browser is idle, but no later than 4 seconds after the call. */
export function whenIdle(work: () => void): void {
  // Safari does not support `requestIdleCallback`.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 2000);
}
