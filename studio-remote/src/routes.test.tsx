import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/contract';
import { site } from '@site/shared/site';
import { expectPage, type PageLinks } from '@site/shared/testing/expectPage';
import { remote } from '../remote.config';
import { routes } from './routes';

const { email } = site.company;

test('§2 the remote declares the path of each of its routes', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
});

test.each(routes)('§2 the id of the route $path names its component', async ({ id, lazy }) => {
  const { Component } = await lazy();
  expect(id).toBe(`${remote.name}/${Component.name}`);
});

test.each(routes)('§2 $path has the site’s header and footer', ({ handle }) => {
  expect(handle.chrome).toBeUndefined();
});

test.each(routes)(
  '§2 search engines may index a route unless its path has a parameter: $path',
  ({ path, handle }) => {
    expect(handle.index).toBe(path.includes(':') ? false : undefined);
  },
);

const LINKS: Record<string, PageLinks> = {
  '/': [
    ['View Our Work', '/projects'],
    ['Get Started', '/contact'],
    ['See our websites', '/projects?category=Website'],
    ['Start a website', '/contact?service=website'],
    ['See our apps', '/projects?category=Mobile%20App'],
    ['Start an app', '/contact?service=mobile'],
    ['See our design work', '/projects?category=UI%2FUX%20Design'],
    ['Start a design project', '/contact?service=design'],
    ['See our consulting', '/projects?category=Consulting'],
    ['Ask for advice', '/contact?service=consulting'],
    ['Get in Touch', '/contact'],
  ],
  '/about': [
    ['Meet MiCora', '/micora'],
    ['privacy notice', '/privacy'],
    ['Contact us', '/contact'],
  ],
  '/contact': [
    ['privacy notice', '/privacy'],
    [email, `mailto:${email}`],
  ],
  '/privacy': [
    ['contact form', '/contact'],
    [email, `mailto:${email}`],
    [email, `mailto:${email}`],
    ['a privacy policy of their own', '/micora/privacy-policy'],
  ],
};

// Checks only links and ids. `browser/fixedTexts.spec.ts` checks the pages' text.
test.each(Object.entries(LINKS))(
  '§1, §2 %s has the expected links in order, and unique ids',
  async (path, links) => {
    await expectPage(routes.find((one) => one.path === path) as PageRoute, links);
  },
);
