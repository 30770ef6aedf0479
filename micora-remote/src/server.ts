import type { RemoteServerModule } from '@site/shared/contract';
import { site } from '@site/shared/site';

export { routes } from './routes';

const { company, micora } = site;

/** Structured data about the app. Search engines may use it when they list the landing page. */
export const subjects = {
  'micora/LandingPage': {
    '@type': 'MobileApplication',
    name: micora.name,
    description: 'A private memory app for couples.',
    url: `${site.origin}/micora`,
    applicationCategory: 'LifestyleApplication',
    operatingSystem: micora.phones.map((system) => `${system} or later`).join(', '),
    installUrl: [micora.appStoreUrl, micora.playStoreUrl],
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'GBP' },
    publisher: { '@type': 'Organization', name: company.name, url: `${site.origin}/` },
  },
} satisfies RemoteServerModule['subjects'];
