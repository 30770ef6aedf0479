import type { PageRoute } from '@site/shared/remote';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { PAGES_ROUTE_ID, shellRoutes } from '../../routes';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';
import { RemoteLostError } from '../../pages/RouteError';
import { resolvePages } from '../../resolvePages';
import { withTimeLimit } from './withTimeLimit';

interface SiteRouterOptions {
  /** The routes of the remote that owns the page to hydrate; none on the 404 page. */
  known: PageRoute[];
  /** What is embedded in that page; undefined without data. */
  data?: unknown;
  findRoutes: FindRoutes;
  /** Whether a newer release is live than the one that `findRoutes` uses. */
  isOutdated: LiveRelease['isOutdated'];
  /** How long a move may wait for a page's code before it becomes a full page load. Milliseconds. */
  limit: number;
  /** Loads an address of the site in full. */
  leaveTo: (address: string) => void;
}

/**
 * The site's one router. It learns a page when a visitor first moves there; a move whose code cannot be loaded
 * becomes a full load of that address, which has its prerendered page.
 *
 * @returns the router, once the page at the current address is there to be rendered
 */
export async function createSiteRouter(options: SiteRouterOptions) {
  const { known, data, findRoutes, isOutdated, limit, leaveTo } = options;
  const pages = await resolvePages(known, location.pathname);
  const router = createBrowserRouter(shellRoutes(pages), {
    // The first page is complete: without this, React Router asks once more for routes before it renders. Its data
    // lies where a loader's would, so the page finds it by `useLoaderData`; no route has a loader that a move waits for.
    hydrationData: { loaderData: { [pages.at(-1)?.id ?? '']: data } },
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const { location: here, matches, errors } = router.state;
      // A move within the current page works even if the server cannot say which release is live.
      if (path === here.pathname && !errors && matches.at(-1)?.route.id !== 'not-found') return;
      try {
        // Not `lazy`, because React Router would remember a failure for as long as the tab lives.
        patch(PAGES_ROUTE_ID, await withTimeLimit(loadPages(path), limit));
      } catch (error) {
        // A visitor who has gone elsewhere meanwhile must not be taken back.
        if (!signal.aborted) await leave(path, error);
      }
    },
  });

  async function loadPages(path: string): Promise<RouteObject[]> {
    const pages = await resolvePages(await findRoutes(path), path);
    if (pages.length > 0) return pages;
    // The server redirects an address in another case to the page. One that this tab does not know may have gone live.
    const mayExist = path !== path.toLowerCase() || (await isOutdated());
    if (mayExist) throw new Error(`${path} is not in this tab’s release.`);
    return pages;
  }

  /** Never settles unless the visitor is offline: the page is about to go. */
  function leave(pathname: string, error: unknown): Promise<never> {
    if (!navigator.onLine) throw new RemoteLostError(`${pathname} could not be loaded.`, { cause: error });
    const { location } = router.state.navigation;
    leaveTo(location ? router.createHref(location) : pathname);
    return new Promise(() => undefined);
  }

  // The back/forward cache restores a page as it was left, in the middle of the move that became a full load.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || router.state.navigation.state === 'idle') return;
    // The move is ended at the browser's address. The router's own may still hold values that the page has removed.
    dispatchEvent(new PopStateEvent('popstate'));
  });

  return router;
}
