import { useMatches } from 'react-router-dom';
import type { PageHandle } from '@site/shared/remote';

/** The handle of the 404 page, and of any route that has none. */
export const notFoundHandle: PageHandle = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  index: false,
};

/** What is known of the page that is shown. A route without a handle counts as the 404 page. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle ?? notFoundHandle;
}
