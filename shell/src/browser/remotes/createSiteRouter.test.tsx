import { describe, expect, test } from '@jest/globals';
import { useLoaderData } from 'react-router-dom';
import { releaseManifest } from '../../testing/liveRelease';
import {
  heading,
  isOutdated,
  leaveTo,
  load,
  loadRoutes,
  micoraRoutes,
  openSite,
  setUpSite,
} from '../../testing/openSite';
import { pageRoute } from '../../testing/pageRoute';
import { micora } from '../../testing/releaseRemotes';

// What visitors meet where code is lost or late, createSiteRouter.failures.test.tsx has.

setUpSite();

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
    loadRoutes.mockReturnValue(new Promise(() => undefined));
    const { move, router } = await openSite('/');
    await move('/micora');
    expect(heading()).toBe('Home');
    expect(router.state.navigation).toMatchObject({ state: 'loading', location: { pathname: '/micora' } });
  });
});
