import { useMatches } from 'react-router-dom';
import type { PageHandle } from '@site/shared/remote';
import { notFoundHandle } from '../pages/notFoundHandle';

/** What is known of the page that is shown. A route without a handle counts as the 404 page. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle ?? notFoundHandle;
}
