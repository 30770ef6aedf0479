import { site } from './site';

/** The document title of a page: its own title, then the name of the brand that it belongs to. */
export function pageTitle(title: string, brand: string = site.company.shortName): string {
  return `${title} · ${brand}`;
}
