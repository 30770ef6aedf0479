/** Every fact about the company and its app. Replace the values here; they occur nowhere else. */
export const site = {
  /** The public address of the site, without a trailing slash. */
  origin: 'https://www.example.com',
  /** Where the backend answers: a path on the site's own origin, or an absolute URL. */
  apiBase: '/api',
  company: {
    name: 'Digital Studio Ltd',
    shortName: 'Digital Studio',
    email: 'hello@example.com',
    address: ['20 Example Street', 'London EC1A 1AA', 'United Kingdom'],
    description: 'We design and build websites, mobile apps and the digital services around them.',
    /** Samples: no company has this number. */
    registration: {
      number: '00000000',
      place: 'England and Wales',
      office: '20 Example Street, London EC1A 1AA',
    },
    copyright: '© 2025 Digital Studio Ltd. All rights reserved.',
  },
  micora: {
    name: 'MiCora',
    scheme: 'micora',
    appStoreUrl: 'https://apps.apple.com/app/id0000000000',
    playStoreUrl: 'https://play.google.com/store/apps/details?id=com.example.micora',
    supportEmail: 'support@example.com',
    /** The oldest systems that it runs on. */
    phones: ['iOS 16', 'Android 10'],
    /**
     * What lets phones open the app for its links: `<team id>.<bundle id>` each, and the SHA-256 fingerprints of the
     * certificates that it is signed with, as `AB:CD:…`. As long as a list is empty, its file is left out.
     */
    appleAppIds: [] as readonly string[],
    androidApp: { packageName: 'com.example.micora', certificateSha256: [] as readonly string[] },
  },
} as const;
