import type { PageRoute } from '@site/shared/remote';
import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Loads the page at a path, so that its first render, on either side of hydration, is the finished page. Paths are case
 * sensitive, as they are for the server: only the server redirects an address in another case to the page.
 *
 * @returns the page's route, without `lazy`; nothing if no route matches the path
 */
export async function resolvePages(routes: PageRoute[], pathname: string): Promise<RouteObject[]> {
  const exact = routes.map((route) => ({ ...route, caseSensitive: true }));
  return Promise.all(
    (matchRoutes(exact, pathname) ?? []).map(async ({ route: { lazy, ...route } }) => ({
      ...route,
      ...(await lazy()),
    })),
  );
}
