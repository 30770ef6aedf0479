import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand, PageHandle, PageHead } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { embed } from './embed';
import type { DocumentParts } from '@site/shared/shell';
import { renderDocument } from './renderDocument';

const handle: PageHandle = { title: 'About', description: 'About the studio.' };
const rendered = { status: 200 as const, html: '<main><h1>About</h1></main>', route: 'studio/AboutPage' };
const assets = '/assets/studio-remote/a1';
/** A page with all that it may have. */
const parts: DocumentParts = {
  page: { ...rendered, handle, trail: [] },
  pathname: '/about',
  block: {
    shell: 's1',
    remote: { name: 'studio', mount: '/', version: 'a1', entry: { url: '/entry.js', integrity: 'sha384-e' } },
  },
  styles: [
    { name: 'shell.main.css', css: ':root{color:red}' },
    { name: 'studio.AboutPage.css', css: '.a>.b{content:"é"}' },
  ],
  main: { url: '/assets/shell/s1/main.js', integrity: 'sha384-main' },
  preloads: [
    { url: `${assets}/remoteEntry.js`, integrity: 'sha384-entry' },
    { url: `${assets}/AboutPage.js`, integrity: 'sha384-about' },
  ],
  files: {},
};

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
/** The document as a browser reads it. */
const read = (change: Partial<DocumentParts> = {}) => parse(renderDocument({ ...parts, ...change }));
const readWith = (change: Partial<PageHandle>, more: Partial<DocumentParts> = {}) =>
  read({ ...more, page: { ...parts.page, handle: { ...handle, ...change } } });

/** What an element says by a name. */
const attribute = (page: Document, selector: string, name: string) =>
  page.querySelector(selector)?.getAttribute(name);
/** What the head says by a name. */
const meta = (page: Document, name: string) =>
  attribute(page, `meta[name="${name}"], meta[property="${name}"]`, 'content');

describe('the document', () => {
  test('is in British English, in standards mode, and names its character set first', () => {
    const page = read();
    expect(page.compatMode).toBe('CSS1Compat');
    expect(page.documentElement.lang).toBe('en-GB');
    expect(page.head.firstElementChild?.getAttribute('charset')).toBe('utf-8');
    expect(meta(page, 'viewport')).toBe('width=device-width, initial-scale=1');
  });

  test('holds the rendered page, what it was answered with, and bad news for whom no script reaches', () => {
    const page = read();
    expect(page.getElementById('root')?.innerHTML).toBe(rendered.html);
    expect(page.querySelector('#root + #unready')?.textContent).toMatch(/Please reload the page\.$/);
    for (const status of [200, 404] as const)
      expect(attribute(read({ page: { ...parts.page, status } }), '#root', 'data-status')).toBe(`${status}`);
  });

  test('has title and description, for search engines and for whoever shares it, which are texts', () => {
    const text = `"Tom & Jerry" </title><script>'x'</script>`;
    const page = readWith({ title: text, description: text });
    expect(page.title).toBe(`${text} · ${site.company.shortName}`);
    expect(meta(page, 'og:title')).toBe(page.title);
    for (const name of ['description', 'og:description']) expect(meta(page, name)).toBe(text);
    expect(page.scripts).toHaveLength(4);
  });

  test('tells search engines the one address of a page, and whether it may be listed', () => {
    const page = read();
    expect(meta(page, 'robots')).toBeUndefined();
    expect(meta(readWith({ index: false }), 'robots')).toBe('noindex');
    expect(attribute(page, 'link[rel=canonical]', 'href')).toBe(`${site.origin}/about`);
    expect(meta(page, 'og:url')).toBe(`${site.origin}/about`);
  });

  test('keeps an address that holds a secret from everyone that it links to', () => {
    expect(meta(readWith({ referrer: 'no-referrer' }), 'referrer')).toBe('no-referrer');
    expect(meta(read(), 'referrer')).toBeUndefined();
  });

  test('names what it was made of, and nothing that another app’s deployment changes; with the data that filled it', () => {
    const textOf = (page: Document, id: string) => page.getElementById(id)?.textContent;
    expect(textOf(read(), 'page')).toBe(embed(parts.block));
    expect(read().querySelector('#data, #release')).toBeNull();
    const data = embed([{ title: '</script><!--<script>alert(1)</script>' }]);
    expect(textOf(read({ data }), 'data')).toBe(data);
    expect(read({ data }).scripts).toHaveLength(5);
  });
});

describe('its Content-Security-Policy', () => {
  const policy = () => {
    const selector = 'meta[http-equiv="Content-Security-Policy"]';
    return attribute(read(), selector, 'content')?.split('; ');
  };

  test('allows what the site itself serves, inline styles by their hashes, three policies of Trusted Types, and nothing else', () => {
    const hashes = parts.styles.map(({ css }) => createHash('sha256').update(css).digest('base64'));
    expect(policy()).toEqual([
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
      `img-src 'self'`,
      `connect-src 'self'`,
      `font-src 'self'`,
      `manifest-src 'self'`,
      `trusted-types site-entry site dompurify 'allow-duplicates'`,
    ]);
    const [first] = read().querySelectorAll('meta[http-equiv], style, script, link');
    expect(first?.getAttribute('http-equiv')).toBe('Content-Security-Policy');
  });

  test('allows pictures and calls of a backend that has an origin of its own', () => {
    const { apiBase } = site;
    Object.assign(site, { apiBase: 'https://api.example.com/api' });
    try {
      for (const kind of ['img', 'connect'])
        expect(policy()).toContain(`${kind}-src 'self' https://api.example.com`);
    } finally {
      Object.assign(site, { apiBase });
    }
  });
});

test('style sheets stand inline in their order, under the names by which their chunks know them', () => {
  const styles = [...read().querySelectorAll('style')];
  expect(styles.map((style) => ({ name: style.dataset.href, css: style.textContent }))).toEqual(parts.styles);
});

test('scripts stand after the page, in one wave, at low priority, with integrity in CORS mode, and none is preloaded', () => {
  const page = read();
  const scripts = [...page.querySelectorAll('#root ~ script[src]')];
  expect(
    scripts.map((script) =>
      Object.fromEntries([...script.attributes].map(({ name, value }) => [name, value])),
    ),
  ).toEqual(
    [parts.main, ...parts.preloads].map(({ url, integrity }) => ({
      ...{ src: url, integrity, crossorigin: '', defer: '', fetchpriority: 'low' },
    })),
  );
  expect(page.querySelector('link[rel=preload]')).toBeNull();
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
  const pattern = { ...rendered, handle: { ...handle, title: 'Project', index: false as const }, trail };
  const facts = (page: Document) =>
    [...page.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
    );

  test('tells search engines the way to it and what it is about, and no text there ends its script', () => {
    const page = read({ pathname: '/projects/abc', head, page: pattern });
    expect(page.title).toBe(`${head.title} · ${site.company.shortName}`);
    for (const [name, expected] of [
      ['description', head.description],
      ['robots', undefined],
      ['og:image', `${site.origin}${head.image}`],
      ['og:image:alt', head.title],
      ['og:image:width', undefined],
    ] as const)
      expect([name, meta(page, name)]).toEqual([name, expected]);
    expect(facts(page)).toMatchObject([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home', item: `${site.origin}/` },
          { position: 2, name: 'Projects', item: `${site.origin}/projects` },
          { position: 3, name: head.title, item: `${site.origin}/projects/abc` },
        ],
      },
      { '@context': 'https://schema.org', ...head.subject },
    ]);
  });

  test('while the pattern’s own page, which is no address, tells nothing', () => {
    const many = { ...parts, page: pattern };
    delete many.pathname;
    const page = parse(renderDocument(many));
    expect(facts(page)).toEqual([]);
    expect(meta(page, 'robots')).toBe('noindex');
    expect(page.querySelector('link[rel=canonical], meta[property="og:url"]')).toBeNull();
  });

  test('has a subject without data, too', () => {
    const subject = { '@type': 'MobileApplication', name: 'Tandem' };
    expect(facts(read({ page: { ...pattern, trail: trail.slice(0, 2) }, subject }))[1]).toMatchObject(
      subject,
    );
  });
});

describe('icons, fonts, colours and the social picture', () => {
  const brand: Brand = {
    name: 'Tandem',
    icon: 'bike.svg',
    picture: 'Two on one "bike".',
    background: { light: '#fff', dark: '#012' },
  };
  const names = ['favicon.svg', 'bike.svg', 'apple-touch-icon.png', 'face.woff2', 'social.png'];
  const files = Object.fromEntries(names.map((name) => [name, `/assets/app/1/${name}`]));
  const tokens = readFileSync(join(import.meta.dirname, '../../../shared/src/ui/tokens.css'), 'utf8');
  const [light = '', dark = ''] = [...tokens.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);

  test.each([
    ['the site', undefined, site.company.shortName, 'favicon.svg', [light, dark]],
    ['a brand', brand, 'Tandem', 'bike.svg', ['#fff', '#012']],
  ])('§2 are those of %s, by their versioned addresses', (_whose, of, name, icon, colors) => {
    const page = readWith(of ? { brand: of } : {}, { files });
    expect(page.title).toBe(`About · ${name}`);
    expect(meta(page, 'og:site_name')).toBe(name);
    expect(attribute(page, 'link[rel=icon][type="image/svg+xml"]', 'href')).toBe(files[icon]);
    expect(attribute(page, 'link[rel=apple-touch-icon]', 'href')).toBe(files['apple-touch-icon.png']);
    // In CORS mode, in which alone fonts are fetched.
    expect(attribute(page, 'link[rel=preload][as=font][crossorigin=""]', 'href')).toBe(files['face.woff2']);
    for (const [index, scheme] of ['light', 'dark'].entries())
      expect(attribute(page, `[name=theme-color][media*=${scheme}]`, 'content')).toBe(colors[index]);
    expect(meta(page, 'og:image')).toBe(`${site.origin}${files['social.png']}`);
    expect(meta(page, 'og:image:alt')).toContain(of?.picture ?? name);
    expect([meta(page, 'og:image:width'), meta(page, 'og:image:height')]).toEqual(['1200', '630']);
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
  });
});
