import { site } from './site';

/** What a document title has between the page's own title and the name of its brand. */
const BEFORE_BRAND = ' · ';

/** The document title of a page: its own title, followed by the name of its brand. */
export function pageTitle(title: string, brand: string = site.company.shortName): string {
  return title + BEFORE_BRAND + brand;
}

/** The name of the brand in a document title; undefined if there is none. */
export function brandIn(title: string): string | undefined {
  const index = title.lastIndexOf(BEFORE_BRAND);
  return index < 0 ? undefined : title.slice(index + BEFORE_BRAND.length);
}
