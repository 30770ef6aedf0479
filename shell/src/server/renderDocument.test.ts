import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageHandle } from '@site/shared/contract';
import type { DocumentParts } from '@site/shared/shell';
import { site } from '@site/shared/site';
import { embed } from './embed';
import { renderDocument } from './renderDocument';
import { siteBrand } from '../siteBrand';

const TEXT = `Tom & "Jerry" </title></script><script>'x'</script>`;
const ESCAPED = `Tom &amp; &quot;Jerry&quot; &lt;/title>&lt;/script>&lt;script>'x'&lt;/script>`;

const handle: PageHandle = { title: 'Project', description: 'About it.', index: false };
const trail = [
  { path: '/', title: 'Home' },
  { path: '/projects', title: 'Projects' },
  { path: '/projects/abc', title: 'Project' },
];
const names = ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'face.woff2', 'social.png', 'bike.svg'];
const remote = { name: 'studio', mount: '/', version: 'a1', entry: { url: '/e.js', integrity: 'sha256-e' } };
/** The page for a URL pattern, such as `/projects/:projectId`. It has neither an address of its own nor data. */
const pattern: DocumentParts = {
  page: { status: 200, html: '<main><h1>Hello</h1></main>', route: 'studio/Page', handle, trail },
  block: { shell: 's1', remote },
  styles: [
    { name: 'shell.main.css', css: ':root{color:red}' },
    { name: 'studio.Page.css', css: '.a>.b{content:"é"}' },
  ],
  main: { url: '/assets/shell/s1/main.js', integrity: 'sha256-main' },
  preloads: [{ url: '/assets/studio-remote/a1/Page.js', integrity: 'sha256-page' }],
  files: Object.fromEntries(names.map((name) => [name, `/assets/app/1/${name}`])),
};
const complete: DocumentParts = {
  ...pattern,
  pathname: '/projects/abc',
  head: {
    title: TEXT,
    description: TEXT,
    image: '/api/files/projects/abc/cover.jpg?thumb=1',
    subject: { '@type': 'CreativeWork', name: TEXT },
  },
  data: embed([{ title: TEXT }]),
};
const hashes = pattern.styles.map(({ css }) => createHash('sha256').update(css).digest('base64'));
const tokens = readFileSync(join(import.meta.dirname, '../../../shared/src/ui/tokens.css'), 'utf8');
const [light = '', dark = ''] = [...tokens.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);
const jsonLd = (fact: object) =>
  `<script type="application/ld+json">${embed({ '@context': 'https://schema.org', ...fact })}</script>`;
const step = (position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: site.origin + path,
});

const read = (parts: DocumentParts) => new DOMParser().parseFromString(renderDocument(parts), 'text/html');
const readWith = (change: Partial<PageHandle>) =>
  read({ ...pattern, page: { ...pattern.page, handle: { ...handle, ...change } } });
const all = (page: Document, selector: string, name = 'content') =>
  [...page.querySelectorAll(selector)].map((element) => element.getAttribute(name));
const facts = (page: Document) =>
  [...page.querySelectorAll('[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as unknown,
  );

test('§2 a document is complete without scripts, and requests all of them in one wave', () => {
  expect(renderDocument(complete)).toBe(`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self' ${hashes
    .map((hash) => `'sha256-${hash}'`)
    .join(' ')}; img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
trusted-types site-entry site dompurify 'allow-duplicates'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${ESCAPED} · ${site.company.shortName}</title>
<meta name="description" content="${ESCAPED}">
<link rel="canonical" href="${site.origin}/projects/abc">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.company.shortName}">
<meta property="og:locale" content="en_GB">
<meta property="og:title" content="${ESCAPED} · ${site.company.shortName}">
<meta property="og:description" content="${ESCAPED}">
<meta property="og:url" content="${site.origin}/projects/abc">
<meta property="og:image" content="${site.origin}/api/files/projects/abc/cover.jpg?thumb=1">
<meta property="og:image:alt" content="${ESCAPED}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
${jsonLd({
  '@type': 'BreadcrumbList',
  itemListElement: [step(1, 'Home', '/'), step(2, 'Projects', '/projects'), step(3, TEXT, '/projects/abc')],
})}
${jsonLd({ '@type': 'CreativeWork', name: TEXT })}
<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/assets/app/1/favicon.ico" sizes="32x32">
<link rel="icon" href="/assets/app/1/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/assets/app/1/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<link rel="preload" href="/assets/app/1/face.woff2" as="font" type="font/woff2" crossorigin>
<style data-href="shell.main.css">:root{color:red}</style>
<style data-href="studio.Page.css">.a>.b{content:"é"}</style></head>
<body><div id="root"><main><h1>Hello</h1></main></div>
<p id="unready" role="alert">This page hasn’t finished loading, and parts of it don’t work yet. Please reload the page.</p>
<script type="application/json" id="page">${embed(pattern.block)}</script>
<script type="application/json" id="data">${embed([{ title: TEXT }])}</script>
<script src="/assets/shell/s1/main.js" integrity="sha256-main" crossorigin defer fetchpriority="low"></script>
<script src="/assets/studio-remote/a1/Page.js" integrity="sha256-page" crossorigin defer fetchpriority="low"></script></body>
</html>
`);
  const page = read(complete);
  expect(all(page, '[name=description]')).toEqual([TEXT]);
  expect(page.scripts).toHaveLength(6);
});

test('the stand-in page of a pattern is not indexed and embeds no data', () => {
  const page = read(pattern);
  expect(page.title).toBe(`Project · ${site.company.shortName}`);
  expect(all(page, '[name=description]')).toEqual(['About it.']);
  expect(all(page, '[name=robots]')).toEqual(['noindex']);
  expect(page.querySelector('#data, link[rel=canonical], meta[property="og:url"]')).toBeNull();
  expect(facts(page)).toEqual([]);
  expect(all(page, '[property="og:image:alt"]')).toEqual([siteBrand.picture]);
});

test('structured data can describe a subject even if the page has no data', () => {
  const subject = { '@type': 'MobileApplication', name: 'Tandem' };
  const page = { ...pattern.page, trail: trail.slice(0, 2) };
  expect(facts(read({ ...pattern, page, pathname: '/projects', subject }))[1]).toMatchObject(subject);
});

test('a page without data is indexed unless its handle forbids it', () => {
  const { index: _noindex, ...listed } = handle;
  expect(all(read({ ...pattern, page: { ...pattern.page, handle: listed } }), '[name=robots]')).toEqual([]);
});

test('a page with a secret in its URL sends no referrer', () => {
  expect(all(readWith({ referrer: 'no-referrer' }), '[name=referrer]')).toEqual(['no-referrer']);
});

test('a page may be an article, and name a feed', () => {
  const feed = { type: 'application/rss+xml', href: '/journal/feed.xml', title: TEXT };
  const page = readWith({ type: 'article', alternate: feed });
  expect(all(page, '[property="og:type"]')).toEqual(['article']);
  const [link] = page.querySelectorAll('link[rel=alternate]');
  expect(['type', 'href', 'title'].map((name) => link?.getAttribute(name))).toEqual(Object.values(feed));
});

test('the page’s policy includes the backend’s origin, for pictures and for calls', () => {
  const { apiBase } = site;
  Object.assign(site, { apiBase: 'https://api.example.com/api' });
  try {
    for (const kind of ['img', 'connect'])
      expect(renderDocument(complete)).toContain(`; ${kind}-src 'self' https://api.example.com; `);
  } finally {
    Object.assign(site, { apiBase });
  }
});

test('§2 a branded page has the brand’s name, icon, colours and share picture', () => {
  const background = { light: '#fff', dark: '#012' };
  const page = readWith({
    brand: { name: 'Tandem', icon: 'bike.svg', picture: 'On one "bike".', background },
  });
  expect(page.title).toBe('Project · Tandem');
  expect(all(page, '[property="og:site_name"]')).toEqual(['Tandem']);
  expect(all(page, '[rel=icon]', 'href')).toEqual(['/assets/app/1/favicon.ico', '/assets/app/1/bike.svg']);
  expect(all(page, '[name=theme-color]')).toEqual(['#fff', '#012']);
  expect(all(page, '[property^="og:image"]')).toEqual([
    `${site.origin}/assets/app/1/social.png`,
    'On one "bike".',
    '1200',
    '630',
  ]);
});
