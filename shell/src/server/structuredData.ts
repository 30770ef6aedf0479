import type { PageHead } from '@site/shared/contract';
import type { Breadcrumb } from '@site/shared/shell';
import { site } from '@site/shared/site';
import { absoluteUrl } from './absoluteUrl';

/**
 * Returns a page's JSON-LD for search engines. On the home page, it describes the company and the site. On every other page,
 * it contains the breadcrumbs and the page's subject, if there is one.
 *
 * @param trail the pages above this page, then this page itself
 * @param logo the URL of the company's logo, relative to the site's root
 */
export function structuredData(
  trail: Breadcrumb[],
  subject: PageHead['subject'],
  logo: string | undefined,
): object[] {
  if (trail.length === 0) return [];
  const facts = trail.length === 1 ? [organization(logo), website()] : [breadcrumbs(trail), subject];
  return facts.filter(Boolean).map((fact) => ({ '@context': 'https://schema.org', ...fact }));
}

function breadcrumbs(trail: Breadcrumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: absoluteUrl(path),
    })),
  };
}

function organization(logo: string | undefined) {
  const { name, email, address, description } = site.company;
  return {
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
  const { shortName: name } = site.company;
  return { '@type': 'WebSite', name, url: absoluteUrl('/'), inLanguage: 'en-GB' };
}
