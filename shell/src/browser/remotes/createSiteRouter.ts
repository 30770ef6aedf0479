import type { PageRoute } from '@site/shared/contract';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { PAGES_ROUTE_ID, shellRoutes } from '../../routes';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';
import { RemoteLostError } from '../../pages/RouteError';
import { resolvePages } from '../../resolvePages';
import { withTimeLimit } from './withTimeLimit';

interface SiteRouterOptions {
  /** The routes of the remote that owns the page to hydrate; empty on the 404 page. */
  known: PageRoute[];
  /** The data embedded in the page to hydrate; undefined without data. */
  data?: unknown;
  findRoutes: FindRoutes;
  /** Whether the live release differs from the one that `findRoutes` uses. */
  isOutdated: LiveRelease['isOutdated'];
  /** How long a navigation may wait for a page's code before it becomes a full page load, in milliseconds. */
  limit: number;
  /** Opens an address of the site with a full page load, because of an error. */
  leaveTo: (address: string, error: unknown) => void;
}

/**
 * Creates the site's router. A page's route is loaded when the visitor first moves to the page. If the route cannot
 * be loaded, the navigation becomes a full load of the address, which delivers the prerendered page.
 *
 * @returns the router, once the page at the current address can be rendered
 */
export async function createSiteRouter(options: SiteRouterOptions) {
  const { known, data, findRoutes, isOutdated, limit, leaveTo } = options;
  const pages = await resolvePages(known, location.pathname);
  const router = createBrowserRouter(shellRoutes(pages), {
    // Without this data, React Router would look for routes again before the first render. No route has a loader, so the
    // embedded data takes the place of a loader's result: the page reads the data with `useLoaderData`.
    hydrationData: { loaderData: { [pages.at(-1)?.id ?? '']: data } },
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const { location: here, matches, errors } = router.state;
      // A navigation within the current page works even if the live release cannot be loaded.
      if (path === here.pathname && !errors && matches.at(-1)?.route.id !== 'not-found') return;
      try {
        // Routes are not `lazy`, because React Router would never load a route again after a failure.
        patch(PAGES_ROUTE_ID, await withTimeLimit(loadPages(path), limit));
      } catch (error) {
        // A visitor who has moved on in the meantime must not be taken back.
        if (!signal.aborted) await leave(path, error);
      }
    },
  });

  async function loadPages(path: string): Promise<RouteObject[]> {
    const pages = await resolvePages(await findRoutes(path), path);
    if (pages.length > 0) return pages;
    // A full load may find the page: the server may redirect capital letters, and a newer release may have the page.
    const mayExist = path !== path.toLowerCase() || (await isOutdated());
    if (mayExist) throw new Error(`${path} is not in this tab’s release.`);
    return pages;
  }

  /**
   * Starts a full load. The promise never settles, because another document is about to replace this one.
   *
   * @throws RemoteLostError while offline
   */
  function leave(pathname: string, error: unknown): Promise<never> {
    if (!navigator.onLine) throw new RemoteLostError(`${pathname} could not be loaded.`, { cause: error });
    const { location } = router.state.navigation;
    leaveTo(location ? router.createHref(location) : pathname, error);
    return new Promise(() => undefined);
  }

  // If a navigation has become a full page load, the back/forward cache may later restore this page with the navigation still running.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || router.state.navigation.state === 'idle') return;
    // A `popstate` event ends the navigation, and makes the router read the browser's URL. The router's own location is not used,
    // because it may contain values that the page has removed from the URL.
    dispatchEvent(new PopStateEvent('popstate'));
  });

  return router;
}
