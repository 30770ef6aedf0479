import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { site } from '@site/shared/site';
import { block, parts, read } from '../testing/readDocument';
import { embed } from './embed';

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
