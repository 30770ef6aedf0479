import type { Brand } from '@site/shared/remote';
import { site } from '@site/shared/site';

/** The colours behind the site's pages, as `tokens.css` has them. */
export const siteBackground: Brand['background'] = { light: '#fbfaf6', dark: '#101116' };

/** The site's own manner, which a page has whose route declares no other. */
export const siteBrand: Brand = {
  name: site.company.shortName,
  icon: 'favicon.svg',
  picture: `${site.company.shortName}: websites, apps and design from London`,
  background: siteBackground,
};
