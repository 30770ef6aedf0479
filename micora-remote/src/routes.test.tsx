import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('§2 every page is of the app’s brand, whose files are there and whose colours are those behind its pages', () => {
  const [brand, ...others] = new Set(routes.map(({ handle }) => handle.brand));
  expect(brand?.name).toBe('MiCora');
  expect(others).toEqual([]);
  const read = (path: string) => readFileSync(join(import.meta.dirname, path));
  for (const file of [brand?.icon, 'favicon.ico', 'apple-touch-icon.png', 'social.png'])
    expect(read(`../public/${file}`).length).toBeGreaterThan(100);
  // Where a PNG says how large it is.
  const social = read('../public/social.png');
  expect([social.readUInt32BE(16), social.readUInt32BE(20)]).toEqual([1200, 630]);
  const theme = read('ui/MicoraTheme.module.css').toString();
  const [light, dark] = [...theme.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);
  expect(brand?.background).toEqual({ light, dark });
});

test('§4 the verification page alone is kept from search engines and from everyone it links to', () => {
  const kept = routes.filter(({ handle }) => handle.index === false || handle.referrer !== undefined);
  expect(kept.map(({ path, handle: { index, referrer } }) => [path, index, referrer])).toEqual([
    ['/micora/verification', false, 'no-referrer'],
  ]);
});
