import type { PageRoute } from '@site/shared/contract';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { PAGES_ROUTE_ID, shellRoutes } from '../../routes';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';
import { RemoteLostError } from '../../pages/RouteError';
import { resolvePages } from '../../resolvePages';
import { withTimeLimit } from './withTimeLimit';

interface SiteRouterOptions {
  /** The routes of the remote that owns the current page. Empty on the 404 page. */
  known: PageRoute[];
  data?: unknown;
  findRoutes: FindRoutes;
  isOutdated: LiveRelease['isOutdated'];
  /** The time limit for loading a page's code during a navigation, in milliseconds. */
  limit: number;
  /** Opens an address on the site with a full page load. `error` explains why a navigation within the site failed. */
  leaveTo: (address: string, error: unknown) => void;
}

/**
 * Creates the site's router. A page's route is loaded when the visitor first navigates to the page. If the route cannot be
 * loaded, the navigation becomes a full page load, which shows the prerendered page.
 *
 * @returns the router, once it can render the page at the current address
 */
export async function createSiteRouter(options: SiteRouterOptions) {
  const { known, data, findRoutes, isOutdated, limit, leaveTo } = options;
  const pages = await resolvePages(known, location.pathname);
  const router = createBrowserRouter(shellRoutes(pages), {
    // Without `hydrationData`, React Router would look for routes again before the first render. Routes have no loaders, so
    // the embedded data takes the place of a loader's result. Pages read the data with `useLoaderData`.
    hydrationData: { loaderData: { [pages.at(-1)?.id ?? '']: data } },
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const { location: here, matches, errors } = router.state;
      // A navigation within the current page must work even if the live release cannot be loaded.
      if (path === here.pathname && !errors && matches.at(-1)?.route.id !== 'not-found') return;
      try {
        // Loads the page's code before adding the route, because React Router never retries a `lazy` route that has failed
        // to load.
        patch(PAGES_ROUTE_ID, await withTimeLimit(loadPages(path), limit));
      } catch (error) {
        // If the visitor has navigated elsewhere in the meantime, they must stay on that other page.
        if (!signal.aborted) await leave(path, error);
      }
    },
  });

  async function loadPages(path: string): Promise<RouteObject[]> {
    const pages = await resolvePages(await findRoutes(path), path);
    if (pages.length > 0) return pages;
    // A full page load may still find the page: the server redirects paths with capital letters, and a newer release may
    // have the page.
    const mayExist = path !== path.toLowerCase() || (await isOutdated());
    if (mayExist) throw new Error(`${path} is not in this tab’s release.`);
    return pages;
  }

  /**
   * Starts a full page load. The returned promise never settles, because a new document is about to replace this one.
   *
   * @throws RemoteLostError if the browser is offline
   */
  function leave(pathname: string, error: unknown): Promise<never> {
    if (!navigator.onLine) throw new RemoteLostError(`${pathname} could not be loaded.`, { cause: error });
    const { location } = router.state.navigation;
    leaveTo(location ? router.createHref(location) : pathname, error);
    return new Promise(() => undefined);
  }

  // If a navigation becomes a full page load and the visitor then goes back, the back/forward cache may restore this page
  // while the router is still waiting for that navigation.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || router.state.navigation.state === 'idle') return;
    // A `popstate` event ends the navigation, and makes the router read the URL from the browser. The router's own location
    // may be out of date, because the page may have removed values from the URL.
    dispatchEvent(new PopStateEvent('popstate'));
  });

  return router;
}
