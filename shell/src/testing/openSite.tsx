import { afterEach, beforeEach, jest } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import type { LiveRelease } from '../browser/remotes/createLiveRelease';
import { createRemoteResolver } from '../browser/remotes/createRemoteResolver';
import type { LoadRoutes } from '../browser/remotes/createRouteLoader';
import { createSiteRouter } from '../browser/remotes/createSiteRouter';
import { loaded } from './liveRelease';
import { pageRoute } from './pageRoute';
import { micora, studio } from './releaseRemotes';

/** How long code may take. Milliseconds. */
export const LIMIT = 5000;

export const load = jest.fn<LiveRelease['load']>();
export const isOutdated = jest.fn<LiveRelease['isOutdated']>();
export const loadRoutes = jest.fn<LoadRoutes>();
export const leaveTo = jest.fn<(address: string) => void>();
export const loadTerms = jest.fn<PageRoute['lazy']>();
const termsLoaded = { Component: () => <h1>Terms</h1> };

export const studioRoutes = [
  pageRoute('Home', '/'),
  pageRoute('About', '/about'),
  pageRoute('Project', '/projects/:projectId'),
];
export const micoraRoutes = [pageRoute('MiCora', '/micora'), pageRoute('Terms', '/micora/tos', loadTerms)];

/** Gives each test of this file a window whose server, remotes and pages are all there. */
export function setUpSite(): void {
  let listeners: jest.SpiedFunction<typeof window.addEventListener>;

  beforeEach(() => {
    jest.useFakeTimers();
    listeners = jest.spyOn(window, 'addEventListener');
    jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    leaveTo.mockReset();
    load.mockReset().mockImplementation(loaded().load);
    isOutdated.mockReset().mockResolvedValue(false);
    loadTerms.mockReset().mockResolvedValue(termsLoaded);
    loadRoutes
      .mockReset()
      .mockImplementation(({ name }) => Promise.resolve(name === 'micora' ? micoraRoutes : studioRoutes));
  });
  afterEach(() => {
    jest.useRealTimers();
    // A site lives as long as its window; this one has several.
    for (const [type, listener] of listeners.mock.calls) window.removeEventListener(type, listener);
  });
}

/** The site as a visitor has it who came to an address; `known` is empty on the 404 page. */
export async function openSite(address: string, known: PageRoute[] = studioRoutes, data?: unknown) {
  history.replaceState(null, '', address);
  const own = known.length === 0 ? {} : { remote: known === micoraRoutes ? micora : studio };
  const router = await createSiteRouter({
    known,
    data,
    resolveRemote: createRemoteResolver({ shell: 'c1', ...own }, known, { ...loaded(), load }),
    isOutdated,
    loadRoutes,
    limit: LIMIT,
    leaveTo,
  });
  render(<RouterProvider router={router} />);
  return {
    /** Follows a link, and gives up to `time` milliseconds. */
    move: (to: string, time = 0) =>
      act(async () => {
        void router.navigate(to);
        await jest.advanceTimersByTimeAsync(time);
      }),
    wait: (time: number) => act(() => jest.advanceTimersByTimeAsync(time)),
    router,
  };
}

/** What the page is called. */
export function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent;
}
