import type { PageRoute } from '@site/shared/remote';

/** The pages of the app (§2), each a chunk of its own. */
export const routes: PageRoute[] = [
  {
    id: 'micora/LandingPage',
    path: '/micora',
    handle: {
      title: 'MiCora: a private memory app for couples',
      description:
        'MiCora keeps the dates, photographs and small moments of two people in one private place that both can reach.',
      chrome: 'none',
      index: true,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "LandingPage" */ './pages/landing/LandingPage'))
        .LandingPage,
    }),
  },
];
