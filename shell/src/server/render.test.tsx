/** @jest-environment node */
import { describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { Link, useLoaderData, useParams } from '@site/shared/router';
import { Suspense, useId } from 'react';
import { provided, render } from './render';
import { pageRoute } from '../testing/pageRoute';

const home = pageRoute('studio/HomePage', '/');

describe('§2 a page at its path', () => {
  test('is rendered inside header and footer, with its handle', async () => {
    const page = await render('/', [home]);
    expect(page).toMatchObject({ status: 200, route: 'studio/HomePage', handle: home.handle });
    expect(page.html).toContain('<h1>studio/HomePage</h1>');
    expect(page.html).toMatch(/<header.*<main.*<h1>.*<\/main>.*<footer/s);
  });

  test('is rendered without them where it asks for that', async () => {
    const landing: PageRoute = { ...home, handle: { ...home.handle, chrome: 'none' } };
    const { html } = await render('/', [landing]);
    expect(html).toContain('<h1>studio/HomePage</h1>');
    expect(html).not.toMatch(/<header|<footer/);
  });

  test('loads no other page', async () => {
    const other = jest.fn<PageRoute['lazy']>();
    await render('/', [home, pageRoute('studio/AboutPage', '/about', other)]);
    expect(other).not.toHaveBeenCalled();
  });

  test('may stand for many paths', async () => {
    const Project = () => <h1>{useParams().projectId}</h1>;
    const route = pageRoute('studio/ProjectPage', '/projects/:projectId', () =>
      Promise.resolve({ Component: Project }),
    );
    const page = await render('/projects/_', [home, route]);
    expect(page).toMatchObject({ status: 200, route: 'studio/ProjectPage' });
    expect(page.html).toContain('<h1>_</h1>');
  });

  test.each<[unknown, string]>([
    [['a'], '[&quot;a&quot;]'],
    [[], '[]'],
    [null, 'null'],
    [undefined, ''],
  ])('is rendered with its data: %j', async (data, shown) => {
    const List = () => <h1>{JSON.stringify(useLoaderData())}</h1>;
    const route = pageRoute('studio/ProjectsPage', '/projects', () => Promise.resolve({ Component: List }));
    const { html } = await render('/projects', [home, route], data);
    expect(html).toContain(`<h1>${shown}</h1>`);
  });

  test('links by plain addresses, which work before any script does', async () => {
    const Home = () => <Link to="/projects">Our work</Link>;
    const { html } = await render('/', [
      pageRoute('studio/HomePage', '/', () => Promise.resolve({ Component: Home })),
    ]);
    expect(html).toMatch(/<a href="\/projects"[^>]*>Our work<\/a>/);
  });

  test('needs no script to be seen: no inline script, no style attribute', async () => {
    const { html } = await render('/', [home]);
    expect(html).not.toMatch(/<script|<style| style=/);
  });

  test('is the same each time', async () => {
    const Labelled = () => <h1 id={useId()}>Labelled</h1>;
    const route = pageRoute('studio/HomePage', '/', () => Promise.resolve({ Component: Labelled }));
    expect((await render('/', [route])).html).toBe((await render('/', [route])).html);
  });
});

describe('the 404 page', () => {
  test.each([
    ['an unknown path', '/nowhere', [home]],
    ['a site without remotes', '/404', []],
  ])('answers %s', async (_what, pathname, routes) => {
    const page = await render(pathname, routes);
    expect(page).toMatchObject({ status: 404, route: 'not-found', handle: { index: false } });
    expect(page.html).toContain('Page not found');
  });
});

describe('a page that cannot be rendered', () => {
  test('fails with what its component threw', async () => {
    const Broken = () => {
      throw new Error('no such word');
    };
    const route = pageRoute('studio/HomePage', '/', () => Promise.resolve({ Component: Broken }));
    await expect(render('/', [route])).rejects.toThrow('no such word');
  });

  test('fails even if a part of it throws that has something to show instead', async () => {
    const Broken = () => {
      throw new Error('no such word');
    };
    const Cautious = () => (
      <Suspense fallback="Just a moment">
        <Broken />
      </Suspense>
    );
    const route = pageRoute('studio/HomePage', '/', () => Promise.resolve({ Component: Cautious }));
    await expect(render('/', [route])).rejects.toThrow('no such word');
  });

  test('fails with why its code cannot be loaded', async () => {
    const route = pageRoute('studio/HomePage', '/', () => Promise.reject(new Error('lost')));
    await expect(render('/', [route])).rejects.toThrow('lost');
  });

  test('fails if it says nothing of itself', async () => {
    const bare = { ...home };
    Reflect.deleteProperty(bare, 'handle');
    await expect(render('/', [bare])).rejects.toThrow('The route of / has no handle.');
  });
});

test('remotes get the very modules that hydrate their pages, under the names that they ask for', () => {
  expect(Object.keys(provided).sort()).toEqual([
    '@site/shared/router',
    'react',
    'react-dom',
    'react/jsx-runtime',
  ]);
  expect(provided['@site/shared/router']).toMatchObject({ Link, useLoaderData, useParams });
  expect(provided.react).toMatchObject({ useId });
});
