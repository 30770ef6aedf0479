import type { Brand, PageRoute } from '@site/shared/contract';
import { micora } from '@site/shared/site';

const brand: Brand = {
  name: micora.name,
  icon: 'favicon.svg',
  picture: 'MiCora on a phone: a timeline of what two people keep',
  background: { light: '#fff7f0', dark: '#1b1016' },
};

/** The remote's pages (§2). webpack creates a separate chunk for each page. */
export const routes: PageRoute[] = [
  {
    id: 'micora/LandingPage',
    path: '/micora',
    handle: {
      title: 'A private memory app for couples',
      description:
        'MiCora keeps the dates, photographs and small moments of two people in one private place that both can reach.',
      chrome: 'none',
      brand,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "LandingPage" */ './pages/landing/LandingPage'))
        .LandingPage,
    }),
  },
  {
    id: 'micora/PrivacyPolicyPage',
    path: '/micora/privacy-policy',
    handle: {
      title: 'Privacy policy',
      description:
        'What data the MiCora app collects, what it is used for, whom it is shared with, and your rights.',
      brand,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "PrivacyPolicyPage" */ './pages/legal/PrivacyPolicyPage'))
        .PrivacyPolicyPage,
    }),
  },
  {
    id: 'micora/TermsPage',
    path: '/micora/tos',
    handle: {
      title: 'Terms of service',
      description:
        'The agreement on the use of the MiCora app: who may use it, subscriptions, content and the law that applies.',
      brand,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "TermsPage" */ './pages/legal/TermsPage')).TermsPage,
    }),
  },
  {
    id: 'micora/VerificationPage',
    path: '/micora/verification',
    handle: {
      title: 'Your Verification Link',
      description: 'Hands a verification link over to the MiCora app on this device.',
      index: false,
      brand,
      referrer: 'no-referrer',
    },
    lazy: async () => ({
      Component: (
        await import(/* webpackChunkName: "VerificationPage" */ './pages/verification/VerificationPage')
      ).VerificationPage,
    }),
  },
  {
    id: 'micora/DeletionPage',
    path: '/micora/delete',
    handle: {
      title: 'Delete your account',
      description: 'What deleting a MiCora account means, what to do first, and the form to ask for it.',
      brand,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "DeletionPage" */ './pages/deletion/DeletionPage'))
        .DeletionPage,
    }),
  },
];
