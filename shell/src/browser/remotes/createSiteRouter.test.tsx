import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider, useLoaderData } from 'react-router-dom';
import { createRemoteResolver } from './createRemoteResolver';
import type { LiveRelease } from './createLiveRelease';
import { createSiteRouter } from './createSiteRouter';
import type { LoadRoutes } from './createRouteLoader';
import { loaded, releaseManifest } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';
import { micora, studio } from '../../testing/releaseRemotes';

const LIMIT = 5000;

const load = jest.fn<LiveRelease['load']>();
const isOutdated = jest.fn<LiveRelease['isOutdated']>();
const loadRoutes = jest.fn<LoadRoutes>();
const leaveTo = jest.fn<(address: string) => void>();
const loadTerms = jest.fn<PageRoute['lazy']>();
const termsLoaded = { Component: () => <h1>Terms</h1> };

const studioRoutes = [
  pageRoute('Home', '/'),
  pageRoute('About', '/about'),
  pageRoute('Project', '/projects/:projectId'),
];
const micoraRoutes = [pageRoute('MiCora', '/micora'), pageRoute('Terms', '/micora/tos', loadTerms)];

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

/** The site as a visitor has it who came to an address; `known` is empty on the 404 page. */
async function openSite(address: string, known: PageRoute[] = studioRoutes, data?: unknown) {
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

function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent;
}

const never = () => new Promise<never>(() => undefined);

/** A promise that is settled by hand. */
function pending<Result>() {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
}

describe('the first page', () => {
  test.each([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/projects/abc?from=home#top', 'Project'],
  ])('at %s is rendered at once, and nothing is asked for', async (address, title) => {
    const { router } = await openSite(address);
    expect(router.state.initialized).toBe(true);
    expect(heading()).toBe(title);
    expect(loadRoutes).not.toHaveBeenCalled();
  });

  test('is the 404 page where the server answered with that', async () => {
    await openSite('/micora/nowhere', []);
    expect(heading()).toBe('Page not found');
    expect(loadRoutes).not.toHaveBeenCalled();
  });
});

describe('what is embedded in the first page', () => {
  /** The page at `/projects/:projectId`; `renders` are the data of its renders. */
  function shownProject() {
    const renders: unknown[] = [];
    const Component = () => {
      renders.push(useLoaderData());
      return <h1>Project</h1>;
    };
    const page = pageRoute('Project', '/projects/:projectId', () => Promise.resolve({ Component }));
    const routes = [pageRoute('Home', '/'), page, pageRoute('About', '/about')];
    loadRoutes.mockResolvedValue(routes);
    return { renders, routes };
  }

  test.each([[[]], [null], [undefined]])('is there in its first render: %j', async (data) => {
    const { renders, routes } = shownProject();
    await openSite('/projects/abc', routes, data);
    expect(renders).toEqual([data]);
  });

  test.each(['/about', '/projects/def', '/projects/abc?page=2'])(
    'is gone with a move to %s, and never waited for',
    async (address) => {
      const { renders, routes } = shownProject();
      const { move } = await openSite('/projects/abc', routes, 'embedded');
      await move(address);
      await move('/projects/abc');
      expect(renders[0]).toBe('embedded');
      expect(renders.at(-1)).toBeUndefined();
    },
  );
});

describe('a move', () => {
  test('within a remote loads the page that is moved to', async () => {
    const { move } = await openSite('/');
    await move('/about');
    expect(heading()).toBe('About');
    await move('/projects/abc');
    expect(heading()).toBe('Project');
    await move('/projects/def');
    expect(heading()).toBe('Project');
    expect(leaveTo).not.toHaveBeenCalled();
  });

  test('into another remote loads its routes and the page, and back again', async () => {
    const { move } = await openSite('/');
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
    expect(loadRoutes.mock.calls).toEqual([[micora]]);
    await move('/about');
    expect(heading()).toBe('About');
    await move('/micora');
    expect(heading()).toBe('MiCora');
  });

  test('from the 404 page leads to any page', async () => {
    const { move } = await openSite('/nowhere', []);
    await move('/about');
    expect(heading()).toBe('About');
  });

  test('within the page that is there asks nobody what is live, though its address has a parameter', async () => {
    load.mockRejectedValue(new TypeError('lost'));
    const { move, router } = await openSite('/projects/abc');
    await move('/projects/abc?page=2');
    expect(heading()).toBe('Project');
    expect(router.state.location.search).toBe('?page=2');
    expect(load).not.toHaveBeenCalled();
    expect(leaveTo).not.toHaveBeenCalled();
  });

  test('to an address without a page, or in nobody’s mount, shows the 404 page', async () => {
    load.mockResolvedValue(releaseManifest({ remotes: [micora] }));
    const { move } = await openSite('/micora', micoraRoutes);
    for (const address of ['/elsewhere', '/micora/nowhere']) {
      await move('/micora/tos');
      await move(address);
      expect(heading()).toBe('Page not found');
    }
    expect(leaveTo).not.toHaveBeenCalled();
  });

  test.each(['/events', '/micora/new'])(
    'to %s, which may have gone live since, becomes a full load where another release is live',
    async (pathname) => {
      isOutdated.mockResolvedValue(true);
      const { move } = await openSite('/');
      await move('/about');
      expect(isOutdated).not.toHaveBeenCalled();
      await move(pathname);
      expect(leaveTo.mock.calls).toEqual([[pathname]]);
      expect(heading()).toBe('About');
    },
  );

  test('that waits for code keeps the page that is there, and says where it leads', async () => {
    loadRoutes.mockReturnValue(never());
    const { move, router } = await openSite('/');
    await move('/micora');
    expect(heading()).toBe('Home');
    expect(router.state.navigation).toMatchObject({ state: 'loading', location: { pathname: '/micora' } });
  });
});

describe('a move whose code cannot be loaded', () => {
  test.each<[string, () => void]>([
    ['a remote', () => loadRoutes.mockRejectedValue(new Error('lost'))],
    ['a page', () => loadTerms.mockRejectedValue(new Error('lost'))],
    ['what is live', () => load.mockRejectedValue(new TypeError('lost'))],
  ])('becomes a full load of that address, query and hash kept: %s', async (_what, lose) => {
    lose();
    const { move } = await openSite('/');
    await move('/micora/tos?from=home#law');
    expect(leaveTo.mock.calls).toEqual([['/micora/tos?from=home#law']]);
    expect(heading()).toBe('Home');
  });

  test.each<[string, () => void]>([
    ['server', () => load.mockReturnValue(never())],
    ['remote', () => loadRoutes.mockReturnValue(never())],
    ['page', () => loadTerms.mockReturnValue(never())],
  ])('because the %s hangs becomes one once the limit is over, not before', async (_what, hang) => {
    hang();
    const { move, wait } = await openSite('/');
    await move('/micora/tos', LIMIT - 1);
    expect(leaveTo).not.toHaveBeenCalled();
    await wait(1);
    expect(leaveTo.mock.calls).toEqual([['/micora/tos']]);
  });
});

describe('a visitor who comes back from a full load', () => {
  const returnFromCache = () =>
    act(async () => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await jest.advanceTimersByTimeAsync(0);
    });

  test('finds the move ended, the page usable, and in its address and history entry what the page has made of them', async () => {
    loadTerms.mockRejectedValueOnce(new Error('lost'));
    const { move, router } = await openSite('/about?secret=hidden');
    const entry = { ...(history.state as object), kept: 'hidden' };
    history.replaceState(entry, '', '/about');
    await move('/micora/tos');
    await returnFromCache();
    expect(router.state.navigation.state).toBe('idle');
    expect(location.href).not.toContain('secret');
    expect(history.state).toEqual(entry);
    expect(router.state.location.search).toBe('');
    expect(heading()).toBe('About');
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });
});

describe('a page that is shown', () => {
  const popped = jest.fn<(event: PopStateEvent) => void>();

  beforeEach(() => {
    popped.mockReset();
    addEventListener('popstate', popped);
    loadTerms.mockRejectedValueOnce(new Error('lost'));
  });
  afterEach(() => removeEventListener('popstate', popped));

  test.each([
    ['for the first time, in the middle of a move, goes on with it', '/micora/tos', false, 0],
    ['again, and whose moves have ended, stays as it is', '/about', true, 0],
    ['again, in the middle of a move, is where its history entry is', '/micora/tos', true, 1],
  ])('%s', async (_title, to, persisted, times) => {
    const { move, wait } = await openSite('/');
    await move(to);
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
    await wait(0);
    expect(popped.mock.calls.map(([{ state }]) => state as unknown)).toEqual(
      Array.from({ length: times }, () => history.state as unknown),
    );
    expect(history.state).not.toBeNull();
  });
});

describe('a visitor who has gone elsewhere meanwhile', () => {
  test.each([
    ['remote', (lost: Promise<never>) => loadRoutes.mockReturnValueOnce(lost)],
    ['page', (lost: Promise<never>) => loadTerms.mockReturnValueOnce(lost)],
  ])('is not taken back when the %s fails', async (_what, delay) => {
    const lost = pending<never>();
    delay(lost.promise);
    const { move, wait } = await openSite('/');
    await move('/micora/tos');
    await move('/about');
    lost.reject(new Error('lost'));
    await wait(2 * LIMIT);
    expect(heading()).toBe('About');
    expect(leaveTo).not.toHaveBeenCalled();

    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });

  test('is not taken back when the code comes late, and finds the page there when asked again', async () => {
    const late = pending<PageRoute[]>();
    loadRoutes.mockReturnValueOnce(late.promise);
    const { move, wait } = await openSite('/');
    await move('/micora/tos');
    await move('/about');
    late.resolve(micoraRoutes);
    await wait(0);
    expect(heading()).toBe('About');

    await move('/micora/tos');
    expect(heading()).toBe('Terms');
    expect(leaveTo).not.toHaveBeenCalled();
  });
});

describe('offline, where a full load would not help', () => {
  beforeEach(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  });

  test.each([
    ['remote', () => loadRoutes.mockRejectedValueOnce(new Error('lost'))],
    ['page', () => loadTerms.mockRejectedValueOnce(new Error('lost'))],
  ])(
    'a %s that cannot be loaded is said inside header and footer, and loaded once it can be',
    async (_what, lose) => {
      lose();
      const { move } = await openSite('/');
      await move('/micora/tos');
      expect(heading()).toBe('This page could not be loaded');
      expect(screen.getByRole('banner')).toBeVisible();
      expect(screen.getByRole('contentinfo')).toBeVisible();
      expect(leaveTo).not.toHaveBeenCalled();

      await move('/about');
      expect(heading()).toBe('About');
      await move('/micora/tos');
      expect(heading()).toBe('Terms');
    },
  );
});
