/** @jest-environment node */
import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/contract';
import { Suspense, type ComponentType } from 'react';
import { provided, render } from './render';
import { pageRoute } from '../testing/pageRoute';

const Broken = () => {
  throw new Error('no such word');
};
const Cautious = () => (
  <Suspense fallback="Just a moment">
    <Broken />
  </Suspense>
);
const makePage = (Component: ComponentType) => pageRoute('a', '/', () => Promise.resolve({ Component }));
const lost = pageRoute('a', '/', () => Promise.reject(new Error('lost')));
const bare = pageRoute('a', '/');
Reflect.deleteProperty(bare, 'handle');

test.each<[string, PageRoute, string]>([
  ['with the error that a component threw', makePage(Broken), 'no such word'],
  ['even if a fallback could hide the error', makePage(Cautious), 'no such word'],
  ['with the reason why the page’s code could not be loaded', lost, 'lost'],
  ['if the page has no handle', bare, 'The route of / has no handle.'],
])('rendering fails %s', async (_why, page, message) => {
  await expect(render('/', [page])).rejects.toThrow(message);
});

test('Security: a large part of a page is rendered in place, without an inline script', async () => {
  const Large = () => (
    <Suspense>
      <p>{'word '.repeat(20_000)}</p>
    </Suspense>
  );
  const { html } = await render('/', [makePage(Large)]);
  expect(html.length).toBeGreaterThan(100_000);
  expect(html).not.toMatch(/<template|<script/);
});

test('a path without a page is rendered as the 404 page, even without any remote', async () => {
  expect(await render('/about', [])).toMatchObject({ status: 404, route: 'not-found', trail: [] });
});

test('the breadcrumbs of a page name only pages that exist', async () => {
  const paths = ['/journal', '/journal/:slug', '/journal/authors/:author'];
  const pages = paths.map((path) => pageRoute(path, path));
  const steps = async (path: string) => (await render(path, pages)).trail.map((step) => step.path);
  expect(await steps('/journal/first')).toEqual(['/', '/journal', '/journal/first']);
  // `/journal/authors` matches the pattern `/journal/:slug`, but no page exists at that path.
  expect(await steps('/journal/authors/ada')).toEqual(['/', '/journal', '/journal/authors/ada']);
});

test('the shell provides its modules under the names that remotes import', () => {
  const names = ['@site/shared/router', 'react', 'react-dom', 'react/jsx-runtime'];
  expect(Object.keys(provided).sort()).toEqual(names);
});
