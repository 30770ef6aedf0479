import type { PageHandle } from '@site/shared/remote';

/** The handle of the 404 page, and of any route that has none. */
export const notFoundHandle: PageHandle = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  index: false,
};
