import { expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { renderSiteFiles } from './renderSiteFiles';

const pages = [{ path: '/' }, { path: '/projects/a&b', modified: '2025-03-01T12:00:00.000Z' }];
const files = renderSiteFiles(pages, { 'icon-192.png': '/assets/shell/v1/icon-192.png' });

test('the sitemap lists the pages by their full addresses, with what is known of their last change', () => {
  const sitemap = new DOMParser().parseFromString(files['sitemap.xml'] ?? '', 'application/xml');
  const entries = [...sitemap.querySelectorAll('url')].map((url) =>
    [...url.children].map((child) => child.textContent),
  );
  expect(entries).toEqual([[`${site.origin}/`], [`${site.origin}/projects/a&b`, '2025-03-01T12:00:00.000Z']]);
});

test('robots may read everything, and learn where the sitemap is', () => {
  expect(files['robots.txt']).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${site.origin}/sitemap.xml\n`);
});

test('the manifest names the icons that there are', () => {
  const manifest = JSON.parse(files['site.webmanifest'] ?? '') as { name: string; icons: object[] };
  expect(manifest.name).toBe(site.company.name);
  expect(manifest.icons).toEqual([
    { src: '/assets/shell/v1/icon-192.png', sizes: '192x192', purpose: 'any', type: 'image/png' },
  ]);
});
