import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider, useLoaderData } from 'react-router-dom';
import type { LiveRelease } from './createLiveRelease';
import { createRouteFinder } from './createRouteFinder';
import type { LoadRoutes } from './createRouteLoader';
import { createSiteRouter } from './createSiteRouter';
import { loaded, micora, releaseManifest, studio } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';

/** How long code may take. Milliseconds. */
const LIMIT = 5000;

const load = jest.fn<LiveRelease['load']>();
const isOutdated = jest.fn<LiveRelease['isOutdated']>();
const loadRoutes = jest.fn<LoadRoutes>();
const leaveTo = jest.fn<(address: string) => void>();
const loadTerms = jest.fn<PageRoute['lazy']>();
const popped = jest.fn<() => void>();
let renders: unknown[] = [];
let listeners: jest.SpiedFunction<typeof window.addEventListener>;

/** A page that notes the data of each of its renders. */
function Project() {
  renders.push(useLoaderData());
  return <h1>Project</h1>;
}
const studioRoutes = [
  pageRoute('Home', '/'),
  pageRoute('About', '/about'),
  pageRoute('Project', '/projects/:projectId', () => Promise.resolve({ Component: Project })),
];
const micoraRoutes = [pageRoute('MiCora', '/micora'), pageRoute('Terms', '/micora/tos', loadTerms)];

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  listeners = jest.spyOn(window, 'addEventListener');
  addEventListener('popstate', popped);
  popped.mockReset();
  leaveTo.mockReset();
  renders = [];
  load.mockReset().mockImplementation(loaded().load);
  isOutdated.mockReset().mockResolvedValue(false);
  loadTerms.mockReset().mockResolvedValue({ Component: () => <h1>Terms</h1> });
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
    ...{ known, data, isOutdated, leaveTo },
    findRoutes: createRouteFinder({ shell: 'c1', ...own }, known, { ...loaded(), load }, loadRoutes),
    limit: LIMIT,
  });
  render(<RouterProvider router={router} />);
  const wait = (time: number) => act(() => jest.advanceTimersByTimeAsync(time));
  return {
    /** Follows a link, and gives up to `time` milliseconds. */
    move: (to: string, time = 0) => {
      act(() => void router.navigate(to));
      return wait(time);
    },
    /** Is shown, as a browser says. */
    show: (persisted: boolean) => {
      act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
      return wait(0);
    },
    wait,
    router,
  };
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the first page', () => {
  test.each([[[]], [null], [undefined]])(
    'has its data in its first render, and asks for nothing: %j',
    async (data) => {
      const { router } = await openSite('/projects/abc?from=home#top', studioRoutes, data);
      expect(router.state.initialized).toBe(true);
      expect(renders).toEqual([data]);
      expect(loadRoutes).not.toHaveBeenCalled();
    },
  );

  test('is the 404 page where the server answered with that, from which a move leads to any page', async () => {
    const { move } = await openSite('/micora/nowhere', []);
    expect(heading()).toBe('Page not found');
    await move('/about');
    expect(heading()).toBe('About');
  });

  test.each(['/about', '/projects/def', '/projects/abc?page=2'])(
    'loses what is embedded with a move to %s, and never waits for it',
    async (address) => {
      const { move } = await openSite('/projects/abc', studioRoutes, 'embedded');
      await move(address);
      await move('/projects/abc');
      expect(renders[0]).toBe('embedded');
      expect(renders.at(-1)).toBeUndefined();
    },
  );
});

describe('a move', () => {
  test('within the page that is there asks nobody what is live, though its address has a parameter', async () => {
    load.mockRejectedValue(new TypeError('lost'));
    const { move, router } = await openSite('/projects/abc');
    await move('/projects/abc?page=2');
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
});

const never = () => new Promise<never>(() => undefined);
const lost = () => Promise.reject(new Error('lost'));

describe('a move whose code cannot be loaded', () => {
  const parts: [string, (fail: () => Promise<never>) => void][] = [
    ['remote', (fail) => loadRoutes.mockImplementationOnce(fail)],
    ['page', (fail) => loadTerms.mockImplementationOnce(fail)],
    ['server', (fail) => load.mockImplementationOnce(fail)],
  ];

  test.each(parts)('becomes a full load of its address, the whole of it: the %s', async (_what, arrange) => {
    arrange(lost);
    const { move } = await openSite('/');
    await move('/micora/tos?from=home#law');
    expect(leaveTo.mock.calls).toEqual([['/micora/tos?from=home#law']]);
  });

  test.each(parts)('becomes one once the limit is over, not before: the %s hangs', async (_what, arrange) => {
    arrange(never);
    const { move, wait } = await openSite('/');
    await move('/micora/tos', LIMIT - 1);
    expect(leaveTo).not.toHaveBeenCalled();
    await wait(1);
    expect(leaveTo.mock.calls).toEqual([['/micora/tos']]);
  });

  test.each(parts)('takes back nobody who has gone elsewhere meanwhile: the %s', async (_what, arrange) => {
    let fail: (error: Error) => void = () => undefined;
    arrange(() => new Promise((_resolve, reject) => (fail = reject)));
    const { move, wait } = await openSite('/');
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

describe('a page that is shown', () => {
  test.each([
    ['for the first time, in the middle of a move, goes on with it', '/micora/tos', false],
    ['again, and whose moves have ended, stays as it is', '/about', true],
  ])('%s', async (_title, to, persisted) => {
    loadTerms.mockRejectedValueOnce(new Error('lost'));
    const { move, show } = await openSite('/');
    await move(to);
    await show(persisted);
    expect(popped).not.toHaveBeenCalled();
  });

  test('again after a full load has its move ended, is usable, and has in its address and history entry what it has made of them', async () => {
    loadTerms.mockRejectedValueOnce(new Error('lost'));
    const { move, show, router } = await openSite('/about?secret=hidden');
    const entry = { ...(history.state as object), kept: 'hidden' };
    history.replaceState(entry, '', '/about');
    await move('/micora/tos');
    await show(true);
    expect(router.state.navigation.state).toBe('idle');
    expect(location.href).not.toContain('secret');
    expect(history.state).toEqual(entry);
    expect(router.state.location.search).toBe('');
    expect(heading()).toBe('About');
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });
});
