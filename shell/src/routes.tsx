import type { RouteObject } from 'react-router-dom';
import { Layout } from './layout/Layout';
import { notFoundHandle } from './layout/usePageHandle';
import { NotFound } from './pages/NotFound';
import { RouteError } from './pages/RouteError';

/** The route that the remotes' pages are added to. */
export const PAGES_ROUTE_ID = 'pages';

/**
 * The shell's route tree: the layout, the error screen inside it, and the 404 page for unknown paths.
 *
 * @param pages the pages that are known so far
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
