/** The company's name and addresses. Its people, figures and hours are on the pages that show them. */
export const site = {
  /** The public address of the site, without a trailing slash. */
  origin: 'https://www.example.com',
  /** The backend's base URL: a path on the site's own origin, or an absolute URL. */
  apiBase: '/api',
  company: {
    name: 'Digital Studio Ltd',
    shortName: 'Digital Studio',
    email: 'hello@example.com',
    address: ['20 Example Street', 'London EC1A 1AA', 'United Kingdom'],
    description: 'We design and build websites, mobile apps and the digital services around them.',
    registration: {
      /** If empty, the footer mentions no registration. */
      number: '' as string,
      place: 'England and Wales',
      office: '20 Example Street, London EC1A 1AA',
    },
    copyright: '© 2025 Digital Studio Ltd. All rights reserved.',
  },
} as const;

/** The facts about the company's app. They stand apart, so that the studio's pages do not load them. */
export const micora = {
  name: 'MiCora',
  scheme: 'micora',
  /** The app's page in each store. If empty, the pages say "soon" and link nowhere. */
  appStoreUrl: '' as string,
  playStoreUrl: '' as string,
  /** Sample prices of the subscription. */
  subscription: { month: '£2.99', year: '£24.99' },
  supportEmail: 'support@example.com',
  /** The oldest operating systems that the app runs on. */
  phones: ['iOS 16', 'Android 10'],
  /** The paths that phones open in the app, on both platforms. */
  appPaths: ['/micora/verification'] as readonly string[],
  /** `<team id>.<bundle id>` of each iOS app that may open the site's links. If empty, no file for iOS is published. */
  appleAppIds: [] as readonly string[],
  /** The app that may open the site's links on Android, with the fingerprints (`AB:CD:…`) of its signing certificates. */
  androidApp: { packageName: 'com.example.micora', certificateSha256: [] as readonly string[] },
} as const;
