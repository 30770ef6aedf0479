import type { RouteObject } from 'react-router-dom';
import { Layout } from './layout/Layout';
import { notFoundHandle } from './layout/usePageHandle';
import { NotFound } from './pages/NotFound';
import { RouteError } from './pages/RouteError';

export const PAGES_ROUTE_ID = 'pages';

/**
 * Returns the shell's route tree: the layout contains the error screen, the given pages, and the 404 page for unknown paths.
 *
 * @param pages the page routes that are known so far
 */
export function shellRoutes(pages: RouteObject[]): RouteObject[] {
  return [
    {
      id: 'layout',
      Component: Layout,
      children: [
        {
          id: PAGES_ROUTE_ID,
          errorElement: <RouteError />,
          children: [...pages, { id: 'not-found', path: '*', Component: NotFound, handle: notFoundHandle }],
        },
      ],
    },
  ];
}
