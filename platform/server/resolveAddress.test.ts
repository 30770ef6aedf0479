import { describe, expect, test } from '@jest/globals';
import { resolveAddress } from './resolveAddress';
import { words } from '../testing/words';

const PAGES = words(
  '404.html index.html about.html projects.html projects/_.html notes.html notes/_.404.html notes/abc.html _.html _.404.html',
);

const asFiles = (names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
const resolve = (path: string, query = '', pages = PAGES, behind: string[] = []) =>
  resolveAddress(path, query, { pages: asFiles(pages), behind: asFiles(behind) });

const notFound = { page: '404.html', status: 404 };

test.each([
  ['index.html', 200, '/'],
  ['about.html', 200, '/about'],
  ['projects.html', 200, '/projects'],
  // Not all entries under `/projects` are known, so the pattern's page is sent for every value of the parameter.
  [
    'projects/_.html',
    200,
    `/projects/abc /projects/a%20b /projects/%2e%2e%2fetc /projects/%61%2fetc /projects/%61%c3%a4
    /projects/%61%0d%0ab /projects/_ /projects/a.b /projects/myindex.html /projects/ABC`,
  ],
  // All entries under `/notes` are known, so every value of the parameter except `abc` gets a 404.
  ['notes/abc.html', 200, '/notes/abc'],
  [
    'notes/_.404.html',
    404,
    '/notes/def /notes/a%20b /notes/%2e%2e%2fetc /notes/_ /notes/_.404 /notes/_.404.html /notes/abc.html /notes/ABC',
  ],
  [
    '404.html',
    404,
    `/nowhere /a/b/c /projects/abc/images /notes/abc/def /Nowhere /Index /Projects%2Fabc /projects%2Fabc /%00 /..%2f..%2fetc%2fpasswd
    /__proto__ /404 /404.html /index /about.html /_ /_.404 /_.html /index.htm`,
  ],
])('§2 the page %s is sent with status %d for %s', (page, status, paths) => {
  for (const path of words(paths)) {
    expect([path, resolve(path)]).toEqual([path, { page, status }]);
    expect([path, resolve(path, '?a=1')]).toEqual([path, { page, status }]);
  }
});

describe('§2 the URL of a page that is behind', () => {
  const behind = ['notes/lost.html', 'notes/abc.html', 'works/lost.html'];

  test.each([
    [
      'gets the page of its pattern',
      '/notes/lost',
      { page: 'notes/_.404.html', status: 200, isStandIn: true },
    ],
    ['gets the last version of the page', '/notes/abc', { page: 'notes/abc.html', status: 200 }],
    ['is unknown if its pattern has no page', '/works/lost', notFound],
  ])('%s: %s', (_what, path, found) => {
    expect(resolve(path, '?a=1', PAGES, behind)).toEqual(found);
  });

  test('is handled differently from all other URLs below the pattern', () => {
    for (const path of words(
      '/notes/def /notes/LOST /notes/lost.html /notes/_.404 /notes/_.404.html /notes/_',
    ))
      expect(resolve(path, '', PAGES, behind)).toEqual({ page: 'notes/_.404.html', status: 404 });
  });
});

describe('§2 a page that is selected by a query parameter', () => {
  const file = 'projects?category=R%26D%2FUX%20a%C3%BC(!).html';
  const known = [...PAGES, file];
  const spelt = 'category=R%26D%2FUX%20a%C3%BC(!)';

  test.each([
    [file, `?${spelt}`],
    [file, '?category=R%26D/UX+a%c3%bc%28%21%29'],
    [file, `?utm_source=x&${spelt}&category=Other`],
    [file, `?${spelt}&${spelt}&release=abc`],
    ...[
      '?category=',
      '?category=Nope',
      `?category=Other&${spelt}`,
      '?other=1',
      '?category',
      '?%',
      '?&&=',
    ].map((query) => ['projects.html', query] as const),
  ])('the page %s is sent for the query %s', (page, query) => {
    expect(resolve('/projects', query, known)).toEqual({ page, status: 200 });
  });

  test('is selected only by the beginning of a long query', () => {
    const long = 'a=1&'.repeat(4000);
    expect(resolve('/projects', `?${spelt}&${long}`, known)).toEqual({ page: file, status: 200 });
    for (const query of [`?${long}${spelt}`, `?${'a'.repeat(15_000)}`])
      expect(resolve('/projects', query, known)).toEqual({ page: 'projects.html', status: 200 });
  });

  test('has no path of its own', () => {
    expect(resolve(`/projects%3F${spelt}`, '', known)).toEqual(notFound);
  });

  test('keeps its query when its path is corrected', () => {
    expect(resolve('/projects/', `?${spelt}`, known)).toEqual({ redirect: `/projects?${spelt}` });
  });

  test('is not selected at another path', () => {
    expect(resolve('/about', `?${spelt}`, known)).toEqual({ page: 'about.html', status: 200 });
  });
});

test.each([
  ['/about', '/about/ //about /%61bout'],
  ['/', '// /index.html /index.html/ /index.html/index.html'],
  ['/projects', '/projects//index.html//'],
  ['/projects/abc', '/projects//abc /projects/abc///'],
  ['/projects/a-c_', '/projects//%61%2Dc%5f'],
  ['/nowhere', '/nowhere/'],
  // Page paths are lower case, but the value of a path parameter keeps its case.
  ['/about', '/About /ABOUT /%41bou%74/ //ABOUT//'],
  ['/', '/INDEX.HTML'],
  ['/projects', '/Projects /PROJECTS/index.html'],
  ['/projects/aBc', '/Projects/aBc /PROJECTS/aBc/'],
  ['/notes/ABC', '/Notes/ABC'],
  // A single redirect corrects all deviations in a path.
  ['/a/bc', String.raw`/\a/%62c \\a\%62c/ /a/%62%63/index.html`],
  ['/evil.example', String.raw`//evil.example/ /\evil.example/ \\evil.example/ /\/evil.example`],
  ['/evil.example/a', '///evil.example/a/'],
  ['/evil.example/%00', '//evil.example/%00'],
])('redirects to %s and keeps the query: %s', (target, spellings) => {
  for (const path of words(spellings))
    expect(resolve(path, '?a=1&b=/c//d/')).toEqual({ redirect: `${target}?a=1&b=/c//d/` });
  expect(resolve(target)).not.toHaveProperty('redirect');
});
