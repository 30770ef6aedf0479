import { useMatches } from 'react-router-dom';
import type { PageHandle } from '@site/shared/contract';

/** The handle of the 404 page, and of any route that has no handle of its own. */
export const notFoundHandle: PageHandle = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  index: false,
};

export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle ?? notFoundHandle;
}
