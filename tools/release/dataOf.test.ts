import { describe, expect, test } from '@jest/globals';
import { dataOf, dataPicturesOf } from './dataOf';
import type { Release, ReleasePage } from './Release';

const page = (path: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  app: 'studio-remote',
  path,
  version: 'a1',
  shell: 's1',
  content: 'c',
  ...more,
});

function dataOfPages(pages: Record<string, ReleasePage>) {
  return dataOf({ pages } as Release);
}

describe('§7 the data that a release shows, by its manifest,', () => {
  test('is none without a release, and of pages without data', () => {
    expect(dataOf(undefined)).toEqual({});
    const pages = { '404.html': page('*', { app: 'shell' }), 'index.html': page('/') };
    expect(dataOfPages(pages)).toEqual({});
  });

  test('is named by app, route and parameter', () => {
    const route = '/projects/:projectId';
    expect(
      dataOfPages({
        'index.html': page('/'),
        'projects.html': page('/projects', { data: 'h1' }),
        'projects/_.404.html': page(route),
        'projects/abc.html': page('/projects/abc', { route, data: 'h2' }),
        'projects/constructor.html': page('/projects/constructor', { route, data: 'h3' }),
        'works.html': page('/works', { app: 'micora-remote', data: 'h4' }),
      }),
    ).toEqual({
      'studio-remote': { '/projects': { '': 'h1' }, [route]: { abc: 'h2', constructor: 'h3' } },
      'micora-remote': { '/works': { '': 'h4' } },
    });
  });

  test('tells a pattern of which nothing is there from one of which nothing is known', () => {
    const route = '/projects/:projectId';
    expect(dataOfPages({ 'projects/_.404.html': page(route) })).toEqual({ 'studio-remote': { [route]: {} } });
    expect(dataOfPages({ 'projects/_.html': page(route) })).toEqual({});
  });
});

test('§7 the pictures of that data are known; none without a release, or data', () => {
  expect(dataPicturesOf(undefined)).toEqual({});
  const pages = {
    'index.html': page('/', { pictures: ['one'] }),
    'projects.html': page('/projects', { data: 'h1', pictures: ['two', 'three'] }),
    'works.html': page('/works', { data: 'h2' }),
  };
  expect(dataPicturesOf({ pages } as unknown as Release)).toEqual({ h1: ['two', 'three'], h2: [] });
});
