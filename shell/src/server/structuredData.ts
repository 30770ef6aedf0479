import type { PageHead } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { absoluteUrl } from './absoluteUrl';

/** A page on the way from the home page to another one. */
export interface Breadcrumb {
  path: string;
  title: string;
}

/**
 * What a page tells search engines as JSON-LD: who the site is on its home page, the way there and the subject
 * on every other one.
 *
 * @param trail the pages above this one, and itself
 * @param logo address of the company's mark, from the site's root
 */
export function structuredData(
  trail: Breadcrumb[],
  subject: PageHead['subject'],
  logo: string | undefined,
): object[] {
  if (trail.length === 0) return [];
  if (trail.length === 1) return [organization(logo), website()];
  const breadcrumbs = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: absoluteUrl(path),
    })),
  };
  return [breadcrumbs, ...(subject ? [{ '@context': 'https://schema.org', ...subject }] : [])];
}

function organization(logo: string | undefined) {
  const { name, email, address, description } = site.company;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    description,
    url: absoluteUrl('/'),
    ...(logo && { logo: absoluteUrl(logo) }),
    email,
    address: address.join(', '),
    foundingDate: '2023',
  };
}

function website() {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.company.shortName,
    url: absoluteUrl('/'),
    inLanguage: 'en-GB',
  };
}
