/** How long a browser stays in a preview if its visitor does not leave it. Seconds. */
export const PREVIEW_AGE = 86_400;

/** The headers of what only one visitor sees. */
export const PREVIEW_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
} as const;
