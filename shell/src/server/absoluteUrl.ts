import { site } from '@site/shared/site';

/** Returns the absolute URL of a path on the site. Returns an absolute URL unchanged. */
export function absoluteUrl(path: string): string {
  return new URL(path, site.origin).href;
}
