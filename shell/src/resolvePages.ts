import type { PageRoute } from '@site/shared/contract';
import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Loads the code for the page at a path, so that the first render is complete both on the server and in the browser. Paths
 * are case-sensitive here, because the server redirects an address that differs only in case.
 *
 * @returns an array with the page's route, but without its `lazy`; an empty array if no route matches the path
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
