import { expect, test } from '@jest/globals';
import { remote } from '../remote.config';
import { routes } from './routes';

test('§2 every path of the remote has one page, and every page is prerendered', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 %s is a page named by its chunk, inside the site’s header and footer',
  async (_, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect(handle.chrome).toBeUndefined();
    expect(handle.title).not.toBe('');
    expect(handle.description).toMatch(/\.$/);
  },
);

test('search engines may list every page but the one that stands for all projects', () => {
  expect(routes.filter(({ handle }) => handle.index === false).map(({ path }) => path)).toEqual([
    '/projects/:projectId',
  ]);
});
