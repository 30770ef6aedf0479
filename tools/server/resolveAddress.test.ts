import { describe, expect, test } from '@jest/globals';
import { resolveAddress } from './resolveAddress';
import { words } from '../testing/words';

const PAGES = words(
  '404.html index.html about.html projects.html projects/_.html micora.html micora/tos.html',
);

const resolve = (path: string, query = '', pages = PAGES) =>
  resolveAddress(path, query, (file) => pages.includes(file));

const notFound = { page: '404.html', status: 404 };

test.each([
  ['/', 'index.html'],
  ['/about', 'about.html'],
  ['/projects', 'projects.html'],
  ['/micora/tos', 'micora/tos.html'],
])('§2 an address with a page of its own, %s, is answered with %s', (path, page) => {
  expect(resolve(path)).toEqual({ page, status: 200 });
  expect(resolve(path, '?a=1')).toEqual({ page, status: 200 });
});

test.each(
  words(`/projects/abc /projects/a%20b /projects/%2e%2e%2fetc /projects/%61%2fetc /projects/%61%c3%a4
    /projects/%61%0d%0ab /projects/_ /projects/a.b /projects/myindex.html`),
)('§2 %s, below a pattern, is answered with the pattern page, whoever the project is', (path) => {
  expect(resolve(path)).toEqual({ page: 'projects/_.html', status: 200 });
});

describe('§2 a page that is found by a parameter of the query, too', () => {
  const file = 'projects?category=R%26D%2FUX%20a%C3%BC(!).html';
  const known = [...PAGES, file];
  const spelt = 'category=R%26D%2FUX%20a%C3%BC(!)';

  test.each([
    `?${spelt}`,
    '?category=R%26D/UX+a%c3%bc%28%21%29',
    `?utm_source=x&${spelt}&category=Other`,
    `?${spelt}&${spelt}&release=abc`,
  ])('answers %s', (query) => {
    expect(resolve('/projects', query, known)).toEqual({ page: file, status: 200 });
  });

  test.each([
    '?category=',
    '?category=Nope',
    `?category=Other&${spelt}`,
    `?other=1`,
    '?category',
    '?%',
    '?&&=',
  ])('does not answer %s, and the page of the path does', (query) =>
    expect(resolve('/projects', query, known)).toEqual({ page: 'projects.html', status: 200 }),
  );

  test('is no page of its own under any path, and another spelling of the path keeps the query', () => {
    expect(resolve(`/projects%3F${spelt}`, '', known)).toEqual(notFound);
    expect(resolve('/projects/', `?${spelt}`, known)).toEqual({ redirect: `/projects?${spelt}` });
    expect(resolve('/about', `?${spelt}`, known)).toEqual({ page: 'about.html', status: 200 });
  });
});

describe('§7 an address below a pattern whose pages are known', () => {
  const known = words('404.html projects.html projects/_.404.html projects/abc.html');

  test('is its page', () => {
    expect(resolve('/projects/abc', '', known)).toEqual({ page: 'projects/abc.html', status: 200 });
  });

  test.each(
    words(`/projects/def /projects/a%20b /projects/%2e%2e%2fetc /projects/_ /projects/_.404 /projects/_.404.html
      /projects/abc.html`),
  )('%s is answered 404 with the pattern’s page, which asks the backend', (path) => {
    expect(resolve(path, '?a=1', known)).toEqual({ page: 'projects/_.404.html', status: 404 });
  });

  test('is the 404 page if it lies deeper, or has no such parent', () => {
    expect(resolve('/projects/abc/def', '', known)).toEqual(notFound);
    expect(resolve('/_.404', '', ['404.html', '_.404.html'])).toEqual(notFound);
    expect(resolve('/_', '', ['404.html', '_.html'])).toEqual(notFound);
  });
});

test.each(
  words(`/nowhere /a/b/c /projects/abc/images /About /projects%2Fabc /%00 /..%2f..%2fetc%2fpasswd /__proto__
    /404 /404.html /index /about.html /_ /_.html /index.htm`),
)('%s is unknown: the 404 page with that status', (path) => {
  expect(resolve(path)).toEqual(notFound);
});

describe('another spelling of an address is redirected to the one without slash, query kept:', () => {
  test.each([
    ['/about/', '/about'],
    ['//', '/'],
    ['//about', '/about'],
    ['/projects//abc', '/projects/abc'],
    ['/projects/abc///', '/projects/abc'],
    ['/index.html', '/'],
    ['/index.html/', '/'],
    ['/projects//index.html//', '/projects'],
    ['/index.html/index.html', '/'],
    ['/nowhere/', '/nowhere'],
    ['/%61bout', '/about'],
    ['/%41bou%74/', '/About'],
    ['/projects//%61%2Dc%5f', '/projects/a-c_'],
  ])('%s to %s', (path, target) => {
    expect(resolve(path)).toEqual({ redirect: target });
    expect(resolve(path, '?a=1&b=/c//d/')).toEqual({ redirect: `${target}?a=1&b=/c//d/` });
    expect(resolve(target)).not.toHaveProperty('redirect');
  });

  test.each(
    words(String.raw`//evil.example/ ///evil.example/a/ /\evil.example/ \\evil.example/ /\/evil.example
      //evil.example/%00`),
  )('%s never to another site', (path) => {
    const answer = resolve(path);
    const target = 'redirect' in answer ? answer.redirect : '//';
    expect(target).toMatch(/^\/evil\.example/);
  });

  test('a very long odd address is not gone through again and again', () => {
    const start = performance.now();
    resolve(`${'/index.html'.repeat(140_000)}x`);
    resolve('/'.repeat(1_600_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
