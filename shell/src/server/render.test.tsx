/** @jest-environment node */
import { describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { useLoaderData, useParams } from '@site/shared/router';
import { Suspense, useId, type ComponentType } from 'react';
import { provided, render } from './render';
import { pageRoute } from '../testing/pageRoute';

const home = pageRoute('studio/HomePage', '/');
const other = jest.fn<PageRoute['lazy']>();

/** The routes of a page, of which another one must not be loaded. */
function routesOf(Component: ComponentType, path = '/'): PageRoute[] {
  const page = pageRoute('studio/Page', path, () => Promise.resolve({ Component }));
  return [page, pageRoute('studio/OtherPage', '/other', other)];
}

describe('§2 a page at its path', () => {
  test('is rendered inside header and footer, with its handle, or without them where it asks for that', async () => {
    const page = await render('/', [home]);
    expect(page).toMatchObject({ status: 200, route: 'studio/HomePage', handle: home.handle });
    expect(page.html).toMatch(/<header.*<main.*<h1>studio\/HomePage<\/h1>.*<\/main>.*<footer/s);
    expect(page.html).not.toMatch(/<script|<style| style=/);
    const { html } = await render('/', [{ ...home, handle: { ...home.handle, chrome: 'none' } }]);
    expect(html).toContain('<h1>studio/HomePage</h1>');
    expect(html).not.toMatch(/<header|<footer/);
  });

  test('may stand for many paths, is the same each time, and loads no other page', async () => {
    const Project = () => <h1 id={useId()}>{useParams().projectId}</h1>;
    const page = await render('/projects/_', routesOf(Project, '/projects/:projectId'));
    expect(page).toMatchObject({ status: 200, route: 'studio/Page' });
    expect(page.html).toMatch(/<h1 id="\S+">_<\/h1>/);
    expect(await render('/projects/_', routesOf(Project, '/projects/:projectId'))).toEqual(page);
    expect(other).not.toHaveBeenCalled();
  });

  test.each<[unknown, string]>([
    [['a'], '[&quot;a&quot;]'],
    [[], '[]'],
    [null, 'null'],
    [undefined, ''],
  ])('is rendered with its data: %j', async (data, shown) => {
    const List = () => <h1>{JSON.stringify(useLoaderData())}</h1>;
    expect((await render('/', routesOf(List), data)).html).toContain(`<h1>${shown}</h1>`);
  });
});

test.each([
  ['an unknown path', '/nowhere', [home]],
  ['a site without remotes', '/404', []],
])('the 404 page answers %s', async (_what, pathname, routes) => {
  const page = await render(pathname, routes);
  expect(page).toMatchObject({ status: 404, route: 'not-found', handle: { index: false } });
  expect(page.html).toContain('Page not found');
});

describe('a page that cannot be rendered fails', () => {
  const Broken = () => {
    throw new Error('no such word');
  };
  const Cautious = () => (
    <Suspense fallback="Just a moment">
      <Broken />
    </Suspense>
  );
  const bare = pageRoute('studio/HomePage', '/');
  Reflect.deleteProperty(bare, 'handle');

  test.each<[string, PageRoute[], string]>([
    ['with what its component threw', routesOf(Broken), 'no such word'],
    ['even if the part that throws has something to show instead', routesOf(Cautious), 'no such word'],
    [
      'with why its code cannot be loaded',
      [pageRoute('a', '/', () => Promise.reject(new Error('lost')))],
      'lost',
    ],
    ['if it says nothing of itself', [bare], 'The route of / has no handle.'],
  ])('%s', async (_why, routes, message) => {
    await expect(render('/', routes)).rejects.toThrow(message);
  });
});

test('remotes get the very modules that hydrate their pages, under the names that they ask for', () => {
  expect(Object.keys(provided).sort()).toEqual([
    '@site/shared/router',
    'react',
    'react-dom',
    'react/jsx-runtime',
  ]);
  expect(provided['@site/shared/router']).toMatchObject({ useLoaderData, useParams });
  expect(provided.react).toMatchObject({ useId });
});
