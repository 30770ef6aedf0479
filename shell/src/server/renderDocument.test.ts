import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand, PageManifest, PageHandle, PageHead } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { embed } from './embed';
import { renderDocument, type DocumentParts } from './renderDocument';

const handle: PageHandle = { title: 'About', description: 'About the studio.', chrome: 'full', index: true };
const block: PageManifest = {
  shell: 's1',
  remote: { name: 'studio', mount: '/', version: 'a1', entry: { url: '/entry.js', integrity: 'sha384-e' } },
};
const parts: DocumentParts = {
  page: { status: 200, html: '<main><h1>About</h1></main>', route: 'studio/AboutPage', handle, trail: [] },
  pathname: '/about',
  block,
  styles: [
    { name: 'shell.main.css', css: ':root{color:red}' },
    { name: 'studio.AboutPage.css', css: '.a>.b{content:"é"}' },
  ],
  main: { url: '/assets/shell/s1/main.js', integrity: 'sha384-main' },
  preloads: [
    { url: '/assets/studio-remote/a1/remoteEntry.js', integrity: 'sha384-entry' },
    { url: '/assets/studio-remote/a1/AboutPage.js', integrity: 'sha384-about' },
  ],
  files: {},
};

/** The document as a browser reads it. */
function read(change: Partial<DocumentParts> = {}): Document {
  return new DOMParser().parseFromString(renderDocument({ ...parts, ...change }), 'text/html');
}

/** The same for a document that serves many addresses. */
function readPattern(change: Partial<DocumentParts> = {}): Document {
  const many = { ...parts, ...change };
  delete many.pathname;
  return new DOMParser().parseFromString(renderDocument(many), 'text/html');
}

function withHandle(change: Partial<PageHandle>): Partial<DocumentParts> {
  return { page: { ...parts.page, handle: { ...handle, ...change } } };
}

function meta(page: Document, name: string): string | null | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
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
  const pattern = { ...parts.page, handle: { ...handle, title: 'Project', index: false }, trail };
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

describe('Content-Security-Policy', () => {
  const policy = () => {
    const content = read()
      .querySelector('meta[http-equiv="Content-Security-Policy"]')
      ?.getAttribute('content');
    return new Map(content?.split('; ').map((directive) => [directive.split(' ')[0], directive]));
  };

  test('stands before anything that it rules', () => {
    const page = read();
    const order = [...page.querySelectorAll('meta[http-equiv], style, script, link')];
    expect(order[0]?.getAttribute('http-equiv')).toBe('Content-Security-Policy');
  });

  test('allows each inline style sheet by its hash, and no other', () => {
    const styles = [...read().querySelectorAll('style')];
    expect(styles).toHaveLength(2);
    const hashes = styles.map(
      ({ textContent }) => `'sha256-${createHash('sha256').update(textContent).digest('base64')}'`,
    );
    expect(policy().get('style-src')).toBe(`style-src 'self' ${hashes.join(' ')}`);
  });

  test('allows scripts, pictures, fonts, the manifest and calls of the site itself, and nothing else', () => {
    const others = [...policy().values()].filter(
      (directive) => !/^(?:style-src|trusted-types) /.test(directive),
    );
    expect(others).toEqual([
      `default-src 'none'`,
      `script-src 'self'`,
      `img-src 'self'`,
      `connect-src 'self'`,
      `font-src 'self'`,
      `manifest-src 'self'`,
    ]);
  });

  test('allows pictures and calls of a backend that has an origin of its own', () => {
    const { apiBase } = site;
    Object.assign(site, { apiBase: 'https://api.example.com/api' });
    try {
      expect(policy().get('img-src')).toBe(`img-src 'self' https://api.example.com`);
      expect(policy().get('connect-src')).toBe(`connect-src 'self' https://api.example.com`);
    } finally {
      Object.assign(site, { apiBase });
    }
  });

  test('names the Trusted Types policies that the scripts create, which no remote adds to', () => {
    expect(policy().get('trusted-types')).toBe(`trusted-types site-entry site dompurify 'allow-duplicates'`);
  });
});

describe('style sheets', () => {
  test('stand inline in their order, under the names by which their chunks know them', () => {
    const styles = [...read().querySelectorAll('style')];
    expect(styles.map((style) => [style.dataset.href, style.textContent])).toEqual(
      parts.styles.map(({ name, css }) => [name, css]),
    );
  });
});

describe('scripts', () => {
  test('are all asked for in one wave, at low priority, after what makes the page visible', () => {
    const page = read();
    const scripts = [...page.querySelectorAll('script[src]')];
    const urls = [parts.main, ...parts.preloads].map(({ url }) => url);
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual(urls);
    for (const script of scripts) {
      expect(script.hasAttribute('defer')).toBe(true);
      expect(script.getAttribute('fetchpriority')).toBe('low');
      expect(page.getElementById('root')?.compareDocumentPosition(script)).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
    }
  });

  test('carry integrity in CORS mode, and none is preloaded, which Safari refuses under Integrity-Policy', () => {
    const page = read();
    const scripts = [...page.querySelectorAll('script[src]')];
    expect(scripts.map((script) => script.getAttribute('integrity'))).toEqual([
      'sha384-main',
      'sha384-entry',
      'sha384-about',
    ]);
    for (const script of scripts) expect(script.getAttribute('crossorigin')).toBe('');
    expect(page.querySelector('link[rel=preload]')).toBeNull();
  });
});

describe('what the page was made of', () => {
  const odd = '</script><!--<script>alert(1)</script>';

  test('is the shell and its own remote, and nothing that another app’s deployment changes', () => {
    const page = read();
    expect(page.getElementById('page')?.getAttribute('type')).toBe('application/json');
    expect(JSON.parse(page.getElementById('page')?.textContent ?? '')).toEqual(block);
    expect(page.getElementById('data')).toBeNull();
    expect(page.getElementById('release')).toBeNull();
  });

  test('is embedded with the data that filled it', () => {
    const data = embed([{ title: odd }]);
    const page = read({ data });
    expect(page.getElementById('data')?.getAttribute('type')).toBe('application/json');
    expect(page.getElementById('data')?.textContent).toBe(data);
    expect(JSON.parse(data)).toEqual([{ title: odd }]);
    expect(page.querySelectorAll('script')).toHaveLength(5);
  });
});
