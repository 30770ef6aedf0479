/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { Link, useLoaderData } from '@site/shared/router';
import { Suspense, useId, type ComponentType } from 'react';
import { provided, render } from './render';
import { pageRoute } from '../testing/pageRoute';

const home = pageRoute('studio/HomePage', '/');

function routesOf(Component: ComponentType): PageRoute[] {
  return [pageRoute('studio/Page', '/', () => Promise.resolve({ Component }))];
}

test('§2 a page is rendered inside header and footer, with its handle, or without them where it asks for that', async () => {
  const page = await render('/', [home]);
  expect(page).toMatchObject({ status: 200, route: 'studio/HomePage', handle: home.handle });
  expect(page.html).toMatch(/<header.*<main.*<h1>studio\/HomePage<\/h1>.*<\/main>.*<footer/s);
  expect(page.html).not.toMatch(/<script|<style| style=/);
  const { html } = await render('/', [{ ...home, handle: { ...home.handle, chrome: 'none' } }]);
  expect(html).toContain('<h1>studio/HomePage</h1>');
  expect(html).not.toMatch(/<header|<footer/);
  // A site without remotes has a 404 page, too.
  expect(await render('/404', [])).toMatchObject({
    status: 404,
    route: 'not-found',
    handle: { index: false },
  });
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
  expect(provided['@site/shared/router']).toMatchObject({ Link, useLoaderData });
  expect(provided.react).toMatchObject({ useId });
});
