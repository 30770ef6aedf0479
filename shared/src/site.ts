/** The company's name and addresses. Its people, figures and opening hours are in the pages that show them. */
export const site = {
  /** The site's public origin, without a trailing slash. */
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
      /** If empty, the footer does not mention the registration. */
      number: '' as string,
      place: 'England and Wales',
      office: '20 Example Street, London EC1A 1AA',
    },
    copyright: '© 2025 Digital Studio Ltd. All rights reserved.',
  },
} as const;

/** The facts about the company's app. They are separate from `site`, so that the studio's pages do not load them. */
export const micora = {
  name: 'MiCora',
  scheme: 'micora',
  /** The app's page in each store. While a URL is empty, pages show "soon" instead of a link. */
  appStoreUrl: '' as string,
  playStoreUrl: '' as string,
  /** Prices of the subscription. They are samples. */
  subscription: { month: '£2.99', year: '£24.99' },
  supportEmail: 'support@example.com',
  /** The oldest supported operating systems. */
  phones: ['iOS 16', 'Android 10'],
  /** The paths that open in the app instead of the browser, on iOS and Android. */
  appPaths: ['/micora/verification'] as readonly string[],
  /** `<team id>.<bundle id>` of each iOS app that may open the site's links. If empty, the site has no file for iOS. */
  appleAppIds: [] as readonly string[],
  /** The Android app that may open the site's links, with the fingerprints (`AB:CD:…`) of its signing certificates. */
  androidApp: { packageName: 'com.example.micora', certificateSha256: [] as readonly string[] },
} as const;
