import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { expectPage, type PageLinks } from '@site/shared/testing/expectPage';
import { remote } from '../remote.config';
import { routes } from './routes';

const { email } = site.company;

test('§2 every path of the remote has one page, and every page is prerendered', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 %s is a page named by its chunk, inside the site’s header and footer, and may be listed if it has an address of its own',
  async (path, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect([handle.chrome, handle.index]).toEqual([undefined, path.includes(':') ? false : undefined]);
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

// What they say, browser/fixedTexts.spec.ts has.
test.each(Object.entries(LINKS))(
  '§1, §2 %s is sound, and leads to these in this order',
  async (path, links) => {
    await expectPage(routes.find((one) => one.path === path) as PageRoute, links);
  },
);
