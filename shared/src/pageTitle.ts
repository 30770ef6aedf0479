import { site } from './site';

const BEFORE_BRAND = ' · ';

/** Returns a document title: the page's own title, followed by the brand's name. */
export function pageTitle(title: string, brand: string = site.company.shortName): string {
  return title + BEFORE_BRAND + brand;
}

/** Returns the brand's name in a document title; undefined if the title does not contain one. */
export function brandIn(title: string): string | undefined {
  const index = title.lastIndexOf(BEFORE_BRAND);
  return index < 0 ? undefined : title.slice(index + BEFORE_BRAND.length);
}
