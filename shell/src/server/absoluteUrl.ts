import { site } from '@site/shared/site';

/** Returns the absolute URL for a path on the site. Leaves absolute URLs unchanged. */
export function absoluteUrl(path: string): string {
  return new URL(path, site.origin).href;
}
