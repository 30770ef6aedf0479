import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/contract';
import { site } from '@site/shared/site';
import { expectPage, type PageLinks } from '@site/shared/testing/expectPage';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remote } from '../remote.config';
import { routes } from './routes';

test('§2 every declared path has exactly one page, and is inside the remote’s mount', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
  for (const path of remote.paths) expect(`${path}/`).toMatch(new RegExp(`^${remote.mount}/`));
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 the route %s is named after its component, and has the right page settings',
  async (path, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect(handle.chrome).toBe(path === '/micora' ? 'none' : undefined);
    const isSecret = path === '/micora/verification';
    expect(handle.index).toBe(isSecret ? false : undefined);
    expect(handle.referrer).toBe(isSecret ? 'no-referrer' : undefined);
  },
);

test('§2 every page has the app’s brand, with the background colours of the theme', () => {
  const [brand, ...others] = new Set(routes.map(({ handle }) => handle.brand));
  expect(brand?.name).toBe('MiCora');
  expect(others).toEqual([]);
  const theme = readFileSync(join(import.meta.dirname, 'ui/MicoraTheme.module.css'), 'utf8');
  const [light, dark] = [...theme.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);
  expect(brand?.background).toEqual({ light, dark });
});

const LINKS: Record<string, PageLinks> = {
  '/micora': [
    ['More about security', '/micora/privacy-policy#security'],
    ['More about permissions', '/micora/privacy-policy#permissions'],
    ['More about subscriptions', '/micora/tos#subscriptions'],
    ['Privacy policy', '/micora/privacy-policy'],
    ['Terms of service', '/micora/tos'],
    ['Delete your account', '/micora/delete'],
    ['Contact', '/contact'],
    [`Made by ${site.company.shortName}`, '/'],
  ],
  '/micora/privacy-policy': [
    ['MiCora', '/micora'],
    ['Terms of service', '/micora/tos'],
    ['About MiCora', '/micora'],
  ],
  '/micora/tos': [
    ['ask us to delete your account', '/micora/delete'],
    ['Delete your account', '/micora/delete'],
    ['About MiCora', '/micora'],
  ],
  '/micora/delete': [
    ['privacy policy', '/micora/privacy-policy'],
    ['Your rights in the privacy policy', '/micora/privacy-policy#your-rights'],
    ['contact form', '/contact'],
  ],
};

// These tests do not check the pages' text. `browser/fixedTexts.spec.ts` does.
test.each(Object.entries(LINKS))(
  '§2 the page %s is well-formed, and contains the listed links in order',
  async (path, links) => {
    await expectPage(routes.find((one) => one.path === path) as PageRoute, links);
  },
);
