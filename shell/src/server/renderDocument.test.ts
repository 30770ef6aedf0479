import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand, PageHandle, PageHead } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { handle, meta, parts, read } from '../testing/readDocument';
import { renderDocument, type DocumentParts } from './renderDocument';

// What a page runs and loads, renderDocument.policy.test.ts has.

/** The same for a document that serves many addresses. */
function readPattern(change: Partial<DocumentParts> = {}): Document {
  const many = { ...parts, ...change };
  delete many.pathname;
  return new DOMParser().parseFromString(renderDocument(many), 'text/html');
}

function withHandle(change: Partial<PageHandle>): Partial<DocumentParts> {
  return { page: { ...parts.page, handle: { ...handle, ...change } } };
}

describe('the document', () => {
  test('is in British English, in standards mode, and names its character set first', () => {
    const html = renderDocument(parts);
    const page = read();
    expect(page.compatMode).toBe('CSS1Compat');
    expect(page.documentElement.getAttribute('lang')).toBe('en-GB');
    expect(html.indexOf('<meta charset="utf-8">')).toBeLessThan(200);
    expect(page.head.firstElementChild?.getAttribute('charset')).toBe('utf-8');
    expect(meta(page, 'viewport')).toBe('width=device-width, initial-scale=1');
  });

  test('holds the rendered page, and what it was answered with', () => {
    const root = read().getElementById('root');
    expect(root?.innerHTML).toBe(parts.page.html);
    expect(root?.getAttribute('data-status')).toBe('200');
    expect(read().querySelector('#root + #unready')?.textContent).toMatch(/Please reload the page\.$/);
    const missing = read({ page: { ...parts.page, status: 404 } });
    expect(missing.getElementById('root')?.getAttribute('data-status')).toBe('404');
  });

  test('has title and description, for search engines and for whoever shares it', () => {
    const page = read();
    expect(page.title).toBe(`About · ${site.company.shortName}`);
    expect(meta(page, 'og:title')).toBe(page.title);
    expect(meta(page, 'description')).toBe('About the studio.');
    expect(meta(page, 'og:description')).toBe('About the studio.');
  });

  test('means its texts as text', () => {
    const text = `"Tom & Jerry" </title><script>'x'</script>`;
    const page = read(withHandle({ title: text, description: text }));
    expect(page.title).toContain(text);
    expect(meta(page, 'description')).toBe(text);
    expect(page.querySelectorAll('script')).toHaveLength(4);
  });
});

describe('search engines', () => {
  test('may list a page that is to be found, and no other', () => {
    expect(meta(read(), 'robots')).toBeUndefined();
    expect(meta(read(withHandle({ index: false })), 'robots')).toBe('noindex');
  });

  test('learn the one address of a page that has one', () => {
    const page = read();
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${site.origin}/about`);
    expect(meta(page, 'og:url')).toBe(`${site.origin}/about`);
  });
});

describe('a page that says more of itself than its handle', () => {
  const head: PageHead = {
    title: 'Harbour & <b>co</b>',
    description: 'A "harbour".',
    image: '/api/files/projects/abc/cover.jpg?thumb=1',
    subject: { '@type': 'CreativeWork', name: 'Harbour </script><script>alert(1)</script>' },
  };
  const trail = [
    { path: '/', title: 'Home' },
    { path: '/projects', title: 'Projects' },
    { path: '/projects/abc', title: 'Project' },
  ];
  const pattern = { ...parts.page, handle: { ...handle, title: 'Project', index: false as const }, trail };
  const page = () => read({ pathname: '/projects/abc', head, page: pattern });
  const facts = (of: Document) =>
    [...of.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
    );

  test('tells search engines the way to it and what it is about, and no text there ends its script', () => {
    const [way, subject, ...more] = facts(page());
    expect(way).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${site.origin}/` },
        { position: 2, name: 'Projects', item: `${site.origin}/projects` },
        { position: 3, name: head.title, item: `${site.origin}/projects/abc` },
      ],
    });
    expect(subject).toEqual({ '@context': 'https://schema.org', ...head.subject });
    expect(more).toEqual([]);
  });

  test('while the pattern’s own page, which is no address, tells nothing', () => {
    const none = readPattern({ page: pattern });
    expect(facts(none)).toEqual([]);
    expect(meta(none, 'robots')).toBe('noindex');
    expect(none.querySelector('link[rel=canonical]')).toBeNull();
    expect(meta(none, 'og:url')).toBeUndefined();
  });
});

describe('a page whose address holds a secret', () => {
  test('keeps it from everyone that it links to', () => {
    expect(meta(read(withHandle({ referrer: 'no-referrer' })), 'referrer')).toBe('no-referrer');
    expect(meta(read(), 'referrer')).toBeUndefined();
  });
});

describe('icons, fonts and pictures', () => {
  const page = read({
    files: {
      'favicon.svg': '/assets/shell/s1/favicon.svg',
      'apple-touch-icon.png': '/assets/shell/s1/apple-touch-icon.png',
      'face.woff2': '/assets/shell/s1/face.woff2',
      'social.png': '/assets/shell/s1/social.png',
    },
  });

  test('are named by their versioned addresses; the social picture in full', () => {
    expect(page.querySelector('link[rel=icon][type="image/svg+xml"]')?.getAttribute('href')).toBe(
      '/assets/shell/s1/favicon.svg',
    );
    expect(page.querySelector('link[rel=apple-touch-icon]')?.getAttribute('href')).toBe(
      '/assets/shell/s1/apple-touch-icon.png',
    );
    expect(meta(page, 'og:image')).toBe(`${site.origin}/assets/shell/s1/social.png`);
    expect(meta(page, 'og:image:alt')).toContain(site.company.shortName);
    expect([meta(page, 'og:image:width'), meta(page, 'og:image:height')]).toEqual(['1200', '630']);
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
  });

  test('the font is preloaded in CORS mode, in which alone fonts are fetched', () => {
    const font = page.querySelector('link[rel=preload][as=font]');
    expect(font?.getAttribute('href')).toBe('/assets/shell/s1/face.woff2');
    expect(font?.getAttribute('crossorigin')).toBe('');
  });

  test('may be missing', () => {
    expect(meta(read(), 'og:image')).toBeUndefined();
    expect(read().querySelector('link[as=font], link[rel=apple-touch-icon]')).toBeNull();
  });
});

describe('a page of a brand', () => {
  const brand: Brand = {
    name: 'Tandem',
    icon: 'bike.svg',
    picture: 'Two on one "bike".',
    background: { light: '#fff', dark: '#012' },
  };
  const files = { 'bike.svg': '/assets/tandem/1/bike.svg', 'social.png': '/assets/tandem/1/social.png' };
  const branded = read({ ...withHandle({ brand }), files });
  const colors = (of: Document) =>
    [...of.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map((color) => [
      color.getAttribute('media'),
      color.content,
    ]);

  test('has its name, icon, picture and colours in place of the site’s', () => {
    expect(branded.title).toBe('About · Tandem');
    expect(meta(branded, 'og:title')).toBe('About · Tandem');
    expect(meta(branded, 'og:site_name')).toBe('Tandem');
    expect(meta(read(), 'og:site_name')).toBe(site.company.shortName);
    expect(meta(branded, 'og:image:alt')).toBe(brand.picture);
    expect(branded.querySelector('link[rel=icon]')?.getAttribute('href')).toBe('/assets/tandem/1/bike.svg');
    expect(colors(branded)).toEqual([
      ['(prefers-color-scheme: light)', '#fff'],
      ['(prefers-color-scheme: dark)', '#012'],
    ]);
  });

  test('the site’s own colours are those behind its pages', () => {
    const tokens = readFileSync(join(import.meta.dirname, '../../../shared/src/ui/tokens.css'), 'utf8');
    const [light, dark] = [...tokens.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);
    expect(colors(read()).map(([, color]) => color)).toEqual([light, dark]);
  });

  test('has a subject without data, and a picture of data has that page’s title for its text', () => {
    const trail = [
      { path: '/', title: 'Home' },
      { path: '/about', title: 'About' },
    ];
    const subject = { '@type': 'MobileApplication', name: 'Tandem' };
    const page = read({ page: { ...parts.page, trail }, subject });
    expect(page.querySelectorAll('script[type="application/ld+json"]')[1]?.textContent).toContain(
      '"@type":"MobileApplication"',
    );
    const head: PageHead = { title: 'Harbour', description: 'A harbour.', image: '/cover.jpg' };
    const project = read({ head, files });
    expect(meta(project, 'og:image:alt')).toBe('Harbour');
    expect(meta(project, 'og:image:width')).toBeUndefined();
  });
});
