import { describe, expect, test } from '@jest/globals';
import { resolveAddress } from './resolveAddress';

const pages = new Set([
  '404.html',
  'index.html',
  'about.html',
  'projects.html',
  'projects/_.html',
  'micora.html',
  'micora/tos.html',
]);

function resolve(path: string, query = '') {
  return resolveAddress(path, query, (file) => pages.has(file));
}

const notFound = { page: '404.html', status: 404 };

describe('§2 an address with a page of its own', () => {
  test.each([
    ['/', 'index.html'],
    ['/about', 'about.html'],
    ['/projects', 'projects.html'],
    ['/micora', 'micora.html'],
    ['/micora/tos', 'micora/tos.html'],
  ])('%s is answered with %s', (path, page) => {
    expect(resolve(path)).toEqual({ page, status: 200 });
    expect(resolve(path, '?a=1')).toEqual({ page, status: 200 });
  });
});

describe('§2 an address below a pattern', () => {
  test.each([
    '/projects/abc',
    '/projects/a%20b',
    '/projects/%2e%2e%2fetc',
    '/projects/%61%2fetc',
    '/projects/%61%c3%a4',
    '/projects/%61%0d%0ab',
    '/projects/_',
    '/projects/a.b',
  ])('%s is answered with the pattern page, whoever the project is', (path) => {
    expect(resolve(path)).toEqual({ page: 'projects/_.html', status: 200 });
  });
});

describe('§7 an address below a pattern whose pages are known', () => {
  const known = new Set(['404.html', 'projects.html', 'projects/_.404.html', 'projects/abc.html']);

  test('is its page', () => {
    expect(resolveAddress('/projects/abc', '', (file) => known.has(file))).toEqual({
      page: 'projects/abc.html',
      status: 200,
    });
  });

  test.each([
    '/projects/def',
    '/projects/a%20b',
    '/projects/%2e%2e%2fetc',
    '/projects/_',
    '/projects/_.404',
    '/projects/_.404.html',
    '/projects/abc.html',
  ])('%s is answered 404 with the pattern’s page, which asks the backend', (path) => {
    expect(resolveAddress(path, '?a=1', (file) => known.has(file))).toEqual({
      page: 'projects/_.404.html',
      status: 404,
    });
  });

  test('is the 404 page if it lies deeper, or has no such parent', () => {
    expect(resolveAddress('/projects/abc/def', '', (file) => known.has(file))).toEqual(notFound);
    expect(resolveAddress('/_.404', '', (file) => ['404.html', '_.404.html'].includes(file))).toEqual(
      notFound,
    );
  });
});

test('an address that means nothing is redirected to its plain form, which no browser takes for another site', () => {
  expect(resolve('//evil.example/%00')).toEqual({ redirect: '/evil.example/%00' });
});

describe('an unknown address is answered with the 404 page and that status:', () => {
  test.each([
    '/nowhere',
    '/a/b/c',
    '/projects/abc/images',
    '/micora/nowhere',
    '/About',
    '/projects%2Fabc',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
    '/__proto__',
    '/constructor',
  ])('%s', (path) => {
    expect(resolve(path)).toEqual(notFound);
  });

  test.each(['/404', '/404.html', '/index', '/about.html', '/_', '/_.html'])(
    '%s, which only looks like a file',
    (path) => {
      expect(resolve(path)).toEqual(notFound);
    },
  );

  test('/_, even if there were such a file', () => {
    expect(resolveAddress('/_', '', (file) => ['404.html', '_.html'].includes(file))).toEqual(notFound);
  });
});

describe('another spelling of an address is redirected to the one without slash, query kept:', () => {
  test.each([
    ['/about/', '/about'],
    ['//', '/'],
    ['//about', '/about'],
    ['/projects//abc', '/projects/abc'],
    ['/projects/abc///', '/projects/abc'],
    ['/index.html', '/'],
    ['/projects/index.html', '/projects'],
    ['/index.html/', '/'],
    ['/projects//index.html//', '/projects'],
    ['/index.html/index.html', '/'],
    ['/nowhere/', '/nowhere'],
    ['/projects/_/', '/projects/_'],
    ['/%61bout', '/about'],
    ['/%41bou%74/', '/About'],
    ['/projects//%61%2Dc%5f', '/projects/a-c_'],
  ])('%s to %s', (path, target) => {
    expect(resolve(path)).toEqual({ redirect: target });
    expect(resolve(path, '?a=1&b=/c//d/')).toEqual({ redirect: `${target}?a=1&b=/c//d/` });
    expect(resolve(target)).not.toHaveProperty('redirect');
  });

  test.each([
    '//evil.example/',
    '//evil.example',
    '///evil.example/a/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\\/evil.example',
  ])('%s never to another site', (path) => {
    const answer = resolve(path);
    expect(answer).toHaveProperty('redirect');
    const target = 'redirect' in answer ? answer.redirect : '';
    expect(new URL(target, 'https://www.example.com').origin).toBe('https://www.example.com');
  });

  test('a name that only ends like index.html is a name', () => {
    expect(resolve('/projects/myindex.html')).toEqual({ page: 'projects/_.html', status: 200 });
    expect(resolve('/index.htm')).toEqual(notFound);
  });

  test('a very long odd address is not gone through again and again', () => {
    const start = performance.now();
    resolve(`${'/index.html'.repeat(140_000)}x`);
    resolve('/'.repeat(1_600_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
