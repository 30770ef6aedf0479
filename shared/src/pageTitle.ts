import { site } from './site';

/** The document title of a page: its own title, then the site's name. */
export function pageTitle(title: string): string {
  return `${title} · ${site.company.shortName}`;
}
