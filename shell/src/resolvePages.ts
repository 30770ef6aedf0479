import type { PageRoute } from '@site/shared/contract';
import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Loads the code for the page at a path, so that the first render is complete both on the server and in the browser. Paths
 * are case-sensitive, because the server redirects an address that differs from a page's address only in case.
 *
 * @returns an array that contains the page's route, with its component in place of `lazy`. The array is empty if no
 *   route matches the path
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
