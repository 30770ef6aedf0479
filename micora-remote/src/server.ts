import type { RemoteServerModule } from '@site/shared/contract';
import { micora, site } from '@site/shared/site';

export { routes } from './routes';

const { company } = site;

const stores = [micora.appStoreUrl, micora.playStoreUrl].filter(Boolean);

/** The landing page's structured data, which describes the app to search engines. */
export const subjects = {
  'micora/LandingPage': {
    '@type': 'MobileApplication',
    name: micora.name,
    description: 'A private memory app for couples.',
    url: `${site.origin}/micora`,
    applicationCategory: 'LifestyleApplication',
    operatingSystem: micora.phones.map((system) => `${system} or later`).join(', '),
    ...(stores.length > 0 && { installUrl: stores }),
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'GBP' },
    publisher: { '@type': 'Organization', name: company.name, url: `${site.origin}/` },
  },
} satisfies RemoteServerModule['subjects'];
