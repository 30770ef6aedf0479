import type { PageRoute } from '@site/shared/contract';

export function pageRoute(
  id: string,
  path: string,
  lazy: PageRoute['lazy'] = () => Promise.resolve({ Component: () => <h1>{id}</h1> }),
): PageRoute {
  return { id, path, handle: { title: id, description: `About ${id}.` }, lazy };
}
