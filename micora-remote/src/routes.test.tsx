import { expect, test } from '@jest/globals';
import { remote } from '../remote.config';
import { routes } from './routes';

test('§2 every path of the remote has one page, below its mount', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
  for (const path of remote.paths) expect(`${path}/`).toMatch(new RegExp(`^${remote.mount}/`));
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 %s is a page named by its chunk',
  async (_, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect(handle.title).not.toBe('');
    expect(handle.description).toMatch(/\.$/);
  },
);

test('§2 the landing page alone hides the site’s header and footer', () => {
  expect(routes.filter(({ handle }) => handle.chrome === 'none').map(({ path }) => path)).toEqual([
    '/micora',
  ]);
});

test('§4 the verification page alone is kept from search engines and from everyone it links to', () => {
  const kept = routes.filter(({ handle }) => !handle.index || handle.referrer !== undefined);
  expect(kept.map(({ path, handle: { index, referrer } }) => [path, index, referrer])).toEqual([
    ['/micora/verification', false, 'no-referrer'],
  ]);
});
