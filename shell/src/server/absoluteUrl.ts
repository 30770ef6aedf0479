import { site } from '@site/shared/site';

/** The public address of something at a path from the site's root, or at an address of its own. */
export function absoluteUrl(path: string): string {
  return new URL(path, site.origin).href;
}
