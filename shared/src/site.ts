/** Every fact about the company and its app. Replace the values here; they occur nowhere else. */
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
    /**
     * What the law requires at the end of each page: `<name> is registered in <place>, number <number>. Registered office:
     * <address>.` Left out while it is empty.
     */
    registration: '' as string,
    copyright: '© 2025 Digital Studio Ltd. All rights reserved.',
  },
  micora: {
    name: 'MiCora',
    scheme: 'micora',
    appStoreUrl: 'https://apps.apple.com/app/id0000000000',
    playStoreUrl: 'https://play.google.com/store/apps/details?id=com.example.micora',
    supportEmail: 'support@example.com',
    /** The oldest operating systems that the app runs on. */
    phones: ['iOS 16', 'Android 10'],
    /** `<team id>.<bundle id>` of each iOS app that may open the site's links. If empty, no file for iOS is published. */
    appleAppIds: [] as readonly string[],
    /** The app that may open the site's links on Android, with the fingerprints (`AB:CD:…`) of its signing certificates. */
    androidApp: { packageName: 'com.example.micora', certificateSha256: [] as readonly string[] },
  },
} as const;
