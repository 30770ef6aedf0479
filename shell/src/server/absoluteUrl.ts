import { site } from '@site/shared/site';

/** The absolute URL of a path from the site's root. An absolute URL is returned unchanged. */
export function absoluteUrl(path: string): string {
  return new URL(path, site.origin).href;
}
