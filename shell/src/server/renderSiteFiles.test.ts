import { expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { renderSiteFiles } from './renderSiteFiles';

const pages = [{ path: '/' }, { path: '/projects/a&b', modified: '2025-03-01T12:00:00.000Z' }];
const files = renderSiteFiles(pages, { 'icon-192.png': '/assets/shell/v1/icon-192.png' });

/** What a sitemap says of each page. */
function entriesOf(xml = ''): string[][] {
  const sitemap = new DOMParser().parseFromString(xml, 'application/xml');
  return [...sitemap.querySelectorAll('url')].map((url) =>
    [...url.children].map((child) => child.textContent),
  );
}

test('the sitemap lists the pages by their full addresses, with what is known of their last change', () => {
  expect(entriesOf(files['sitemap.xml'])).toEqual([
    [`${site.origin}/`],
    [`${site.origin}/projects/a&b`, '2025-03-01T12:00:00.000Z'],
  ]);
});

test('what a backend says of a change cannot add an entry to the sitemap', () => {
  const modified = 'now</lastmod></url><url><loc>https://other.example.com/</loc><lastmod>';
  const { 'sitemap.xml': sitemap } = renderSiteFiles([{ path: '/projects/a', modified }], {});
  expect(entriesOf(sitemap)).toEqual([[`${site.origin}/projects/a`, modified]]);
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
