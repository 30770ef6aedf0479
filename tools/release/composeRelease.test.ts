import { describe, expect, test } from '@jest/globals';
import type { Artifact } from '../build/Artifact';
import { tinyShell } from '../testing/tinySite';
import { composeRelease, pageFile, type DataHashes } from './composeRelease';
import { PREVIEW_ID, RELEASE_ID } from './readRelease';
import type { Release } from './Release';

const NOW = new Date('2026-11-21T10:15:00.123Z');

const artifact = (app: string, version: string, remote?: Artifact['remote']): Artifact => ({
  ...tinyShell().artifact,
  ...{ app, version, ...(remote && { remote }) },
  files: { 'remoteEntry.js': { integrity: `sha384-${app}-${version}`, bytes: 1 } },
});

const ROUTE = '/projects/:projectId';
const shell = (version = 's1') => artifact('shell', version);
const studio = (version = 'a1', paths = ['/', '/projects', ROUTE]) =>
  artifact('studio-remote', version, { name: 'studio', mount: '/', paths });
const micora = (version = 'b1', paths = ['/micora', '/micora/tos']) =>
  artifact('micora-remote', version, { name: 'micora', mount: '/micora', paths });
const ALL_APPS = [shell(), studio(), micora()];

const MICORA = ['micora.html', 'micora/tos.html'];
const ALL_PAGES = ['404.html', 'index.html', ...MICORA, 'projects.html', 'projects/_.html'];
const KNOWN = ALL_PAGES.map((file) => file.replace('_.html', '_.404.html'));

type Options = Partial<Parameters<typeof composeRelease>[0]>;

function compose(options: Options = {}) {
  const { release, toRender } = composeRelease({ artifacts: ALL_APPS, now: NOW, ...options });
  return { release, plans: toRender, render: toRender.map(({ file }) => file).sort() };
}

function rendered(options: Options = {}): Release {
  const { release, plans } = compose(options);
  for (const { file, route, ...made } of plans) {
    const content = `content of ${file} by ${Object.values(made).join(' ')}`;
    release.pages[file] = { ...made, ...(route !== made.path && { route }), content };
  }
  return release;
}

const projects = (entries: Record<string, string>, list = 'list'): DataHashes => ({
  'studio-remote': { '/projects': { '': list }, [ROUTE]: entries },
});

describe('the file of a page', () => {
  test.each([
    ['/', 'index.html'],
    [ROUTE, 'projects/_.html'],
    ['/projects?a=%2F', 'projects?a=%2F.html'],
    ['/?a=b', 'index?a=b.html'],
  ])('%s is %s', (path, file) => expect(pageFile(path)).toBe(file));

  test.each(['/:lang/about', '/projects/:projectId/:image', '/:anything'])(
    '%s has none: one fixed web server configuration cannot serve it',
    (path) => expect(() => pageFile(path)).toThrow(`${path}: only the last segment of a path may vary`),
  );
});

describe('the first release', () => {
  test('names its builds', () => {
    const { release } = compose({ artifacts: [shell(), studio()] });
    const apps = { shell: 's1', 'studio-remote': 'a1' };
    expect(release).toMatchObject({ apps, createdAt: NOW.toISOString() });
  });

  test('cannot contain apps that do not fit together', () => {
    expect(() => compose({ artifacts: [studio()] })).toThrow('No shell is live yet');
  });

  test.each([
    ['/404', '404.html of shell', {}],
    ['/index', 'index.html of studio-remote', {}],
    ['/projects', 'projects.html of studio-remote', {}],
    ['/projects/:name', 'projects/_.html of studio-remote', {}],
    ['/projects/:name', 'projects/_.html of studio-remote', projects({})],
  ])('cannot contain two pages in one file, such as a second one for %s', (path, file, data) => {
    const crowded = studio('a1', ['/', '/projects', ROUTE, path]);
    expect(() => compose({ artifacts: [shell(), crowded], data })).toThrow(
      `${path} of studio-remote has the file ${file}: give it another path.`,
    );
  });
});

test.each([
  ['a release’s', false, /^20261121T101500123Z-[0-9a-f]{8}$/, RELEASE_ID],
  ['§9 a preview’s, which nobody can guess,', true, /^20261121T101500123Z-[0-9a-f]{32}$/, PREVIEW_ID],
])('an id, %s, is the time in UTC and a suffix, another one each time', (_what, secret, shape, pattern) => {
  const ids = Array.from({ length: 100 }, () => compose({ secret }).release.id);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(id).toMatch(shape);
    expect([RELEASE_ID, PREVIEW_ID].filter((one) => one.test(id))).toEqual([pattern]);
  }
});

describe('the next release', () => {
  const live = rendered();

  test.each<[what: string, options: Options, render: string[]]>([
    ['every page of another shell', { artifacts: [shell('s2'), studio(), micora()] }, ALL_PAGES],
    ['those of a remote that joins', { from: [rendered({ artifacts: [shell(), studio()] })] }, MICORA],
    [
      'a page that an app has now, and none that it has no more',
      { artifacts: [shell(), studio(), micora('b2', ['/micora', '/micora/delete'])] },
      ['micora.html', 'micora/delete.html'],
    ],
  ])('renders %s', (_what, options, render) => {
    expect(compose({ from: [live], ...options }).render).toEqual(render);
  });
});

describe('§7 a page that is filled with data', () => {
  const data = projects({ abc: 'h1', def: 'h2' });
  const live = rendered({ data });

  test.each<[what: string, data: DataHashes, render: string[]]>([
    ['if its data has changed', projects({ abc: 'h3', def: 'h2' }), ['projects/abc.html']],
    ['if its list has', projects({ abc: 'h1', def: 'h2' }, 'other'), ['projects.html']],
    ['when it appears', projects({ abc: 'h1', def: 'h2', ghi: 'h3' }), ['projects/ghi.html']],
    ['never once it has disappeared', projects({ abc: 'h1' }), []],
    ['as its pattern if nothing is known any more', {}, ['projects.html', 'projects/_.html']],
  ])('is rendered %s, and no other page is', (_what, now, render) => {
    expect(compose({ from: [live], data: now }).render).toEqual(render);
  });

  test('is rendered as its pattern if it becomes known that there is none', () => {
    const { render } = compose({ from: [rendered()], data: projects({}) });
    expect(render).toEqual(['projects.html', 'projects/_.404.html']);
  });

  test('is left to its pattern if its id is no name of a file; any other name will do', () => {
    const none = [
      '_',
      '_.404',
      '..',
      '../x',
      'a/b',
      'a.b',
      'a b',
      'a\0b',
      '项目',
      '\ud800',
      '',
      'a'.repeat(201),
    ];
    const some = ['a-b_c', 'A1', '__proto__', 'constructor', '-', '404', 'index', 'a'.repeat(200)];
    const entries = Object.fromEntries([...none, ...some].map((id) => [id, 'h1']));
    const { plans, render } = compose({ data: projects(entries) });
    expect(render).toEqual([...KNOWN, ...some.map((id) => `projects/${id}.html`)].sort());
    expect(plans.find(({ file }) => file === 'projects/_.404.html')).not.toHaveProperty('data');
  });

  test('does not take the place of a page that has that very address', () => {
    const artifacts = [shell(), studio('a1', [ROUTE, '/projects/new'])];
    const { plans } = compose({ artifacts, data: projects({ new: 'h1' }) });
    const own = plans.filter(({ file }) => file === 'projects/new.html');
    expect(own.map(({ route }) => route)).toEqual(['/projects/new']);
  });

  test('may be found by a query beside the path, with a file of its own', () => {
    const lists = { '': 'h1', '?category=R%26D': 'h1', '?a=b&c=d': 'h1', abc: 'h1', '?=': 'h1' };
    const { plans, render } = compose({ data: { 'studio-remote': { '/projects': lists } } });
    const file = 'projects?category=R%26D.html';
    expect(render).toEqual([...ALL_PAGES, file].sort());
    expect(plans.find((plan) => plan.file === file)).toMatchObject({
      path: '/projects?category=R%26D',
      route: '/projects',
      data: 'h1',
    });
  });

  test('is passed over if its app has no such path: of another app, or of no route', () => {
    const { plans, render } = compose({
      data: {
        'micora-remote': { [ROUTE]: { abc: 'h1' }, '/nowhere': { '': 'h2' } },
        'nobody-remote': { '/projects': { '': 'h3' } },
      },
    });
    expect(render).toEqual(ALL_PAGES);
    expect(plans.filter((plan) => 'data' in plan)).toEqual([]);
  });
});
