/**
 * The company's name and addresses. Its people, key figures and opening hours are in the code of the pages that show them.
 */
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
      /** If this is empty, the footer does not mention the registration. */
      number: '' as string,
      place: 'England and Wales',
      office: '20 Example Street, London EC1A 1AA',
    },
    copyright: '© 2025 Digital Studio Ltd. All rights reserved.',
  },
} as const;

/** Facts about the company's app. They are separate from `site`, so that the studio's pages do not load them. */
export const micora = {
  name: 'MiCora',
  scheme: 'micora',
  /** If this is empty, pages show "soon" instead of a link. */
  appStoreUrl: '' as string,
  /** If this is empty, pages show "soon" instead of a link. */
  playStoreUrl: '' as string,
  /** Sample prices for the subscription. */
  subscription: { month: '£2.99', year: '£24.99' },
  supportEmail: 'support@example.com',
  /** The oldest supported version of each mobile operating system. */
  phones: ['iOS 16', 'Android 10'],
  /** The paths that iOS and Android open in the app instead of the browser. */
  appPaths: ['/micora/verification'] as readonly string[],
  /**
   * The ids of the iOS apps that may open the site's links, each as `<team id>.<bundle id>`. If there are none, the site has
   * no `apple-app-site-association` file.
   */
  appleAppIds: [] as readonly string[],
  /** The Android app that may open the site's links, with the fingerprints (`AB:CD:…`) of its signing certificates. */
  androidApp: { packageName: 'com.example.micora', certificateSha256: [] as readonly string[] },
} as const;
