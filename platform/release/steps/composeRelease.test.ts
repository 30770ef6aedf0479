import { describe, expect, test } from '@jest/globals';
import { tinyMicora, tinyShell, tinyStudio } from '../../testing/tinySite';
import { composeRelease, pageFile } from './composeRelease';
import { recordBuild } from '../recordBuild';
import type { DataHashes } from '../Release';

const NOW = new Date('2026-11-21T10:15:00.123Z');
const ROUTE = '/projects/:projectId';
const PATHS = ['/', '/projects', ROUTE];
const ALL_PAGES = ['404.html', 'index.html', 'micora.html', 'projects.html', 'projects/_.html'];
const KNOWN = ALL_PAGES.map((file) => file.replace('_.html', '_.404.html'));

function compose(data: DataHashes = {}, paths = PATHS) {
  const studio = { ...recordBuild(tinyStudio()), remote: { name: 'studio', mount: '/', paths, forms: [] } };
  const builds = [recordBuild(tinyShell()), studio, recordBuild(tinyMicora())];
  const { toRender } = composeRelease({ builds, stored: new Set(), now: NOW, data });
  return { plans: toRender, render: toRender.map(({ file }) => file).sort() };
}

const projects = (entries: Record<string, string>): DataHashes => ({
  'studio-remote': { '/projects': { '': 'list' }, [ROUTE]: entries },
});

describe('the file of a page', () => {
  test.each([
    ['/', 'index.html'],
    [ROUTE, 'projects/_.html'],
    ['/projects?a=%2F', 'projects?a=%2F.html'],
    ['/?a=b', 'index?a=b.html'],
  ])('the page at %s is stored as %s', (path, file) => expect(pageFile(path)).toBe(file));

  test.each(['/:lang/about', '/projects/:projectId/:image', '/:anything'])(
    'a page cannot have the path %s',
    (path) => expect(() => pageFile(path)).toThrow(`${path}: only the last segment of a path may vary`),
  );
});

test.each([
  ['/404', '404.html', 'shell', {}],
  ['/index', 'index.html', 'studio-remote', {}],
  ['/projects', 'projects.html', 'studio-remote', {}],
  ['/projects/:name', 'projects/_.html', 'studio-remote', {}],
  ['/projects/:name', 'projects/_.html', 'studio-remote', projects({})],
])('the path %s is refused if another page is stored in the same file', (path, file, other, data) => {
  expect(() => compose(data, [...PATHS, path])).toThrow(
    `${path} of studio-remote would be stored as ${file}, where a page of ${other} is stored: give it another path.`,
  );
});

describe('§7 a page with data', () => {
  test('a record whose id cannot be a file name has no page of its own', () => {
    const unsafe = ['_', '_.404', '..', '../x', 'a/b', 'a.b', 'a b', 'a\0b', '项目', '\ud800', ''];
    unsafe.push('a'.repeat(201));
    const safe = ['a-b_c', 'A1', '__proto__', 'constructor', '-', '404', 'index', 'a'.repeat(200)];
    const entries = Object.fromEntries([...unsafe, ...safe].map((id) => [id, 'h1']));
    const { plans, render } = compose(projects(entries));
    expect(render).toEqual([...KNOWN, ...safe.map((id) => `projects/${id}.html`)].sort());
    expect(plans.find(({ file }) => file === 'projects/_.404.html')).not.toHaveProperty('data');
  });

  test('a record’s page does not replace a route’s page at the same address', () => {
    const { plans } = compose(projects({ new: 'h1' }), [ROUTE, '/projects/new']);
    const own = plans.filter(({ file }) => file === 'projects/new.html');
    expect(own.map(({ route }) => route)).toEqual(['/projects/new']);
  });

  test('a page whose address has a query has a file of its own', () => {
    const lists = { '': 'h1', '?category=R%26D': 'h1', '?a=b&c=d': 'h1', abc: 'h1', '?=': 'h1' };
    const { plans, render } = compose({ 'studio-remote': { '/projects': lists } });
    const file = 'projects?category=R%26D.html';
    expect(render).toEqual([...ALL_PAGES, file].sort());
    expect(plans.find((plan) => plan.file === file)).toMatchObject({
      path: '/projects?category=R%26D',
      route: '/projects',
      data: 'h1',
    });
  });

  test('data of an app is ignored if the app is missing or has no route for the data', () => {
    const { plans, render } = compose({
      'micora-remote': { [ROUTE]: { abc: 'h1' }, '/nowhere': { '': 'h2' } },
      'nobody-remote': { '/projects': { '': 'h3' } },
    });
    expect(render).toEqual(ALL_PAGES);
    expect(plans.filter((plan) => 'data' in plan)).toEqual([]);
  });
});
