import type { PageRoute } from '@site/shared/contract';

/** The careers team's pages. webpack makes a separate chunk for each page. */
export const routes: PageRoute[] = [
  {
    id: 'careers/PositionsPage',
    path: '/careers',
    handle: {
      title: 'Open positions',
      description: 'Work with us: the positions that are open at the studio.',
      alternate: { type: 'application/rss+xml', href: '/careers/feed.rss', title: 'Open positions' },
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "PositionsPage" */ './pages/positions/PositionsPage'))
        .PositionsPage,
    }),
  },
  {
    id: 'careers/PositionPage',
    path: '/careers/:positionId',
    handle: {
      title: 'Position',
      description: 'One of the positions that are open at the studio.',
      index: false,
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "PositionPage" */ './pages/position/PositionPage'))
        .PositionPage,
    }),
  },
];
