import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute, ReleaseRemote } from '@site/shared/contract';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider, useLoaderData } from 'react-router-dom';
import { createRouteFinder } from './createRouteFinder';
import type { LoadRoutes } from './createRouteLoader';
import { createSiteRouter } from './createSiteRouter';
import { loaded, micora, releaseManifest, studio } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';

const LIMIT = 5000;

let listeners: jest.SpiedFunction<typeof window.addEventListener>;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  listeners = jest.spyOn(window, 'addEventListener');
});
afterEach(() => {
  jest.useRealTimers();
  // A router never removes its listeners, and all tests create their routers in the same window.
  for (const [type, listener] of listeners.mock.calls) window.removeEventListener(type, listener);
});

/** If `own` is null, opens the 404 page. */
async function openSite(address: string, own: ReleaseRemote | null = studio, data?: unknown) {
  history.replaceState(null, '', address);
  const renders: unknown[] = [];
  const Project = () => {
    renders.push(useLoaderData());
    return <h1>Project</h1>;
  };
  const page = jest.fn<PageRoute['lazy']>(() => Promise.resolve({ Component: () => <h1>Terms</h1> }));
  const routes: Record<string, PageRoute[]> = {
    studio: [
      pageRoute('Home', '/'),
      pageRoute('About', '/about'),
      pageRoute('Project', '/projects/:projectId', () => Promise.resolve({ Component: Project })),
    ],
    micora: [pageRoute('MiCora', '/micora'), pageRoute('Terms', '/micora/tos', page)],
  };
  const remote = jest.fn<LoadRoutes>(({ name }) => Promise.resolve(routes[name] ?? []));
  const server = jest.fn(loaded().load);
  const isOutdated = jest.fn(loaded().isOutdated);
  const leaveTo = jest.fn<(address: string, error: unknown) => void>();
  const known = routes[own?.name ?? ''] ?? [];
  const router = await createSiteRouter({
    known,
    data,
    isOutdated,
    leaveTo,
    findRoutes: createRouteFinder(
      { shell: 'c1', ...(own && { remote: own }) },
      known,
      { ...loaded(), load: server },
      remote,
    ),
    limit: LIMIT,
  });
  render(<RouterProvider router={router} />);
  const wait = (time: number) => act(() => jest.advanceTimersByTimeAsync(time));
  return {
    router,
    renders,
    leaveTo,
    isOutdated,
    wait,
    asked: { server, remote, page },
    move: (to: string, time = 0) => {
      act(() => void router.navigate(to));
      return wait(time);
    },
    show: (persisted: boolean) => {
      act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
      return wait(0);
    },
  };
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each(['/about', '/projects/def', '/projects/abc?page=2'])(
  'a navigation to %s discards the embedded data of the first page',
  async (address) => {
    const { move, renders } = await openSite('/projects/abc', studio, 'embedded');
    await move(address);
    await move('/projects/abc');
    expect(renders[0]).toBe('embedded');
    expect(renders.at(-1)).toBeUndefined();
  },
);

describe('moves', () => {
  test('a navigation within the current page does not request the live release', async () => {
    const { move, router, asked } = await openSite('/projects/abc');
    await move('/projects/abc?page=2');
    expect(router.state.location.search).toBe('?page=2');
    expect(asked.server).not.toHaveBeenCalled();
  });

  test('a navigation to an unknown URL shows the 404 page', async () => {
    const { move, asked, leaveTo } = await openSite('/micora', micora);
    asked.server.mockResolvedValue(releaseManifest({ remotes: [micora] }));
    for (const address of ['/elsewhere', '/micora/nowhere']) {
      await move('/micora/tos');
      await move(address);
      expect(heading()).toBe('Page not found');
    }
    expect(leaveTo).not.toHaveBeenCalled();
  });

  test.each(['/events', '/micora/new'])(
    'a navigation to %s becomes a full load if another release is live',
    async (pathname) => {
      const { move, isOutdated, leaveTo } = await openSite('/');
      isOutdated.mockResolvedValue(true);
      await move('/about');
      expect(isOutdated).not.toHaveBeenCalled();
      await move(pathname);
      expect(leaveTo.mock.calls).toEqual([[pathname, expect.any(Error)]]);
      expect(heading()).toBe('About');
    },
  );
});

describe.each(['server', 'remote', 'page'] as const)('a navigation during a %s failure', (part) => {
  test('the navigation becomes a full load of its complete URL', async () => {
    const { asked, move, leaveTo } = await openSite('/');
    asked[part].mockRejectedValueOnce(new Error('lost'));
    await move('/micora/tos?from=home#law');
    expect(leaveTo.mock.calls).toEqual([['/micora/tos?from=home#law', new Error('lost')]]);
  });

  test('if no response arrives, the navigation becomes a full load after the time limit', async () => {
    const { asked, move, wait, leaveTo } = await openSite('/');
    asked[part].mockReturnValueOnce(new Promise<never>(() => undefined));
    await move('/micora/tos', LIMIT - 1);
    expect(leaveTo).not.toHaveBeenCalled();
    await wait(1);
    expect(leaveTo.mock.calls).toEqual([['/micora/tos', expect.any(Error)]]);
  });

  test('a visitor who has moved on is not taken back', async () => {
    const { asked, move, wait, leaveTo } = await openSite('/');
    let fail: (error: Error) => void = () => undefined;
    asked[part].mockReturnValueOnce(new Promise<never>((_resolve, reject) => (fail = reject)));
    await move('/micora/tos');
    await move('/about');
    fail(new Error('lost'));
    await wait(2 * LIMIT);
    expect(heading()).toBe('About');
    expect(leaveTo).not.toHaveBeenCalled();
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });
});

describe('the `pageshow` event', () => {
  test.each([
    ['`pageshow` on the first load does not end a running move', '/micora/tos', false],
    ['`pageshow` from the back/forward cache changes nothing if no move is running', '/about', true],
  ])('%s', async (_title, to, persisted) => {
    const { asked, move, show } = await openSite('/');
    asked.page.mockRejectedValueOnce(new Error('lost'));
    const popped = jest.fn();
    addEventListener('popstate', popped);
    await move(to);
    await show(persisted);
    expect(popped).not.toHaveBeenCalled();
  });

  test('`pageshow` from the back/forward cache ends a running move, but keeps URL and state', async () => {
    const { asked, move, show, router } = await openSite('/about?secret=hidden');
    asked.page.mockRejectedValueOnce(new Error('lost'));
    const entry = { ...(history.state as object), kept: 'hidden' };
    history.replaceState(entry, '', '/about');
    await move('/micora/tos');
    await show(true);
    expect(router.state.navigation.state).toBe('idle');
    expect(location.href).not.toContain('secret');
    expect(history.state).toMatchObject(entry);
    expect(router.state.location.search).toBe('');
    expect(heading()).toBe('About');
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });
});
