import { site } from './site';

/** The document title of a page: its own title, followed by the name of its brand. */
export function pageTitle(title: string, brand: string = site.company.shortName): string {
  return `${title} · ${brand}`;
}
