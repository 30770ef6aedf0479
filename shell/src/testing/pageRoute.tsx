import type { PageRoute } from '@site/shared/contract';

/** Returns the route of a remote's page, with the id as the page's title and heading. */
export function pageRoute(
  id: string,
  path: string,
  lazy: PageRoute['lazy'] = () => Promise.resolve({ Component: () => <h1>{id}</h1> }),
): PageRoute {
  return { id, path, handle: { title: id, description: `About ${id}.` }, lazy };
}
