import { describe, expect, test } from '@jest/globals';
import { dataOfPages } from './read';
import type { Release, ReleasePage } from './Release';

const page = (path: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  app: 'studio-remote',
  path,
  version: 'a1',
  shell: 's1',
  content: 'c',
  ...more,
});

const dataOf = (pages: Record<string, ReleasePage>) => dataOfPages({ pages } as Release);

describe('§7 the data that a release shows, by its manifest,', () => {
  test('is none without a release, and of pages without data', () => {
    expect(dataOfPages(undefined)).toEqual({});
    const pages = { '404.html': page('*', { app: 'shell' }), 'index.html': page('/') };
    expect(dataOf(pages)).toEqual({});
  });

  test('is named by app, route and parameter, whatever the parameter is', () => {
    const route = '/projects/:projectId';
    const data = dataOf({
      'index.html': page('/'),
      'projects.html': page('/projects', { data: 'h1' }),
      'projects/_.404.html': page(route),
      'projects/abc.html': page('/projects/abc', { route, data: 'h2' }),
      'projects/constructor.html': page('/projects/constructor', { route, data: 'h3' }),
      'projects/__proto__.html': page('/projects/__proto__', { route, data: 'h4' }),
      'works.html': page('/works', { app: 'micora-remote', data: 'h5' }),
    });
    const known = data['studio-remote']?.[route] ?? {};
    expect(Object.entries(known)).toEqual([
      ['abc', 'h2'],
      ['constructor', 'h3'],
      ['__proto__', 'h4'],
    ]);
    expect(data).toEqual({
      'studio-remote': { '/projects': { '': 'h1' }, [route]: known },
      'micora-remote': { '/works': { '': 'h5' } },
    });
  });

  test('tells a pattern of which nothing is there from one of which nothing is known', () => {
    const route = '/projects/:projectId';
    expect(dataOf({ 'projects/_.404.html': page(route) })).toEqual({ 'studio-remote': { [route]: {} } });
    expect(dataOf({ 'projects/_.html': page(route) })).toEqual({});
  });
});
