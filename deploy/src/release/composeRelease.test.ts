import { describe, expect, test } from '@jest/globals';
import type { KnownPage } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { assetUrl, composeRelease, pageFile, patternFile } from './composeRelease';
import type { Release } from './Release';

const NOW = new Date('2026-11-21T10:15:00.123Z');
const LATER = new Date('2026-11-21T11:00:00.000Z');

function artifact(app: string, version: string, remote?: Artifact['remote']): Artifact {
  return {
    app,
    version,
    mode: 'production',
    ...(remote && { remote }),
    entry: { scripts: [], styles: [] },
    pages: {},
    files: { 'remoteEntry.js': { integrity: `sha384-${app}-${version}`, bytes: 1 } },
    serverHash: '',
    shared: {},
  };
}

const shell = artifact('shell', 's1');
const studio = (version = 'a1', paths = ['/', '/projects', '/projects/:projectId']) =>
  artifact('studio-remote', version, { name: 'studio', mount: '/', paths });
const micora = (version = 'b1', paths = ['/micora', '/micora/tos']) =>
  artifact('micora-remote', version, { name: 'micora', mount: '/micora', paths });

const ALL_PAGES = [
  '404.html',
  'index.html',
  'micora.html',
  'micora/tos.html',
  'projects.html',
  'projects/_.html',
];

function live(artifacts = [shell, studio(), micora()]): Release {
  return composeRelease(artifacts, undefined, NOW).release;
}

describe('the file of a page', () => {
  test.each([
    ['/', 'index.html'],
    ['/projects', 'projects.html'],
    ['/projects/:projectId', 'projects/_.html'],
    ['/micora/privacy-policy', 'micora/privacy-policy.html'],
    ['/a/b/:c', 'a/b/_.html'],
  ])('%s is %s', (path, file) => {
    expect(pageFile(path)).toBe(file);
  });

  test.each(['/:lang/about', '/projects/:projectId/:image', '/:anything'])(
    '%s has none: one fixed web server configuration cannot serve it',
    (path) => {
      expect(() => pageFile(path)).toThrow(`${path}: only the last segment of a path may vary`);
    },
  );
});

test('the pattern’s file stands beside the files of its pages', () => {
  expect(patternFile('projects/abc.html')).toBe('projects/_.html');
  expect(patternFile('a/b/c.html')).toBe('a/b/_.html');
});

test('a build’s file has one public address, which names the version', () => {
  expect(assetUrl(studio(), 'HomePage.js')).toBe('/assets/studio-remote/a1/HomePage.js');
});

describe('the first release', () => {
  test('has a page for each path, and the 404 page of the shell; all are rendered', () => {
    const { release, render, carry } = composeRelease([shell, studio(), micora()], undefined, NOW);
    expect(release.pages).toEqual({
      '404.html': { app: 'shell', path: '*' },
      'index.html': { app: 'studio-remote', path: '/' },
      'projects.html': { app: 'studio-remote', path: '/projects' },
      'projects/_.html': { app: 'studio-remote', path: '/projects/:projectId' },
      'micora.html': { app: 'micora-remote', path: '/micora' },
      'micora/tos.html': { app: 'micora-remote', path: '/micora/tos' },
    });
    expect(render.sort()).toEqual(ALL_PAGES);
    expect(carry).toEqual([]);
  });

  test('needs a shell', () => {
    expect(() => composeRelease([studio()], undefined, NOW)).toThrow('There is no shell in force yet');
  });

  test('names its builds, for deployment and for browsers', () => {
    const { release } = composeRelease([shell, studio()], undefined, NOW);
    expect(release.apps).toEqual({ shell: 's1', 'studio-remote': 'a1' });
    expect(release.createdAt).toBe('2026-11-21T10:15:00.123Z');
    expect(release.block).toEqual({
      id: release.id,
      shell: 's1',
      remotes: [
        {
          name: 'studio',
          mount: '/',
          version: 'a1',
          entry: {
            url: '/assets/studio-remote/a1/remoteEntry.js',
            integrity: 'sha384-studio-remote-a1',
          },
        },
      ],
    });
  });

  test('cannot contain a remote that browsers could not load', () => {
    expect(() => composeRelease([shell, { ...studio(), files: {} }], undefined, NOW)).toThrow(
      'studio-remote has no remoteEntry.js: build it again.',
    );
  });

  test.each([
    ['/404', '404.html of shell'],
    ['/index', 'index.html of studio-remote'],
    ['/projects', 'projects.html of studio-remote'],
  ])('cannot contain two pages in one file, such as a second one for %s', (path, file) => {
    const crowded = studio('a1', ['/', '/projects', path]);
    expect(() => composeRelease([shell, crowded], undefined, NOW)).toThrow(
      `${path} of studio-remote has the file ${file}: give it another path.`,
    );
  });
});

describe('a release id', () => {
  test('is the time in UTC and a short hash of the versions', () => {
    expect(live().id).toMatch(/^20261121T101500123Z-[0-9a-f]{8}$/);
  });

  test('is the same for the same builds at the same time, in any order', () => {
    expect(live([micora(), shell, studio()]).id).toBe(live([shell, studio(), micora()]).id);
  });

  test('differs between two deployments at the same moment', () => {
    expect(live([shell, studio('a2'), micora()]).id).not.toBe(live([shell, studio(), micora('b2')]).id);
  });

  test('sorts by time', () => {
    const { release } = composeRelease([shell, studio('a2'), micora()], live(), LATER);
    expect(release.id > live().id).toBe(true);
  });
});

describe('the next release', () => {
  test('renders the pages of the app that changed and carries the others over', () => {
    const { release, render, carry } = composeRelease([shell, studio(), micora('b2')], live(), LATER);
    expect(render).toEqual(['micora.html', 'micora/tos.html']);
    expect(carry.sort()).toEqual(['404.html', 'index.html', 'projects.html', 'projects/_.html']);
    expect(release.apps).toEqual({ shell: 's1', 'studio-remote': 'a1', 'micora-remote': 'b2' });
    expect(release.block.remotes.map(({ version }) => version)).toEqual(['a1', 'b2']);
  });

  test('renders every page if the shell changed', () => {
    const { render, carry } = composeRelease([artifact('shell', 's2'), studio(), micora()], live(), LATER);
    expect(render.sort()).toEqual(ALL_PAGES);
    expect(carry).toEqual([]);
  });

  test('renders every page if a remote joins, since each page names the policies of all remotes', () => {
    const { render, carry } = composeRelease([shell, studio(), micora()], live([shell, studio()]), LATER);
    expect(render.sort()).toEqual(ALL_PAGES);
    expect(carry).toEqual([]);
  });

  test('renders every page if a remote has another name', () => {
    const renamed: Artifact = {
      ...micora('b2'),
      remote: { name: 'app', mount: '/micora', paths: ['/micora'] },
    };
    expect(composeRelease([shell, studio(), renamed], live(), LATER).carry).toEqual([]);
  });

  test('has the pages that an app has now: new ones rendered, dropped ones gone', () => {
    const changed = micora('b2', ['/micora', '/micora/delete']);
    const { release, render } = composeRelease([shell, studio(), changed], live(), LATER);
    expect(render).toEqual(['micora.html', 'micora/delete.html']);
    expect(Object.keys(release.pages)).not.toContain('micora/tos.html');
  });

  test('renders a page that the release in force lacks, even if its app is the same', () => {
    const damaged = live();
    delete damaged.pages['projects.html'];
    const { render } = composeRelease([shell, studio(), micora('b2')], damaged, LATER);
    expect(render.sort()).toEqual(['micora.html', 'micora/tos.html', 'projects.html']);
  });

  test('with one app’s older build is how that app is rolled back', () => {
    const newer = composeRelease([shell, studio(), micora('b2')], live(), LATER).release;
    const { release, render } = composeRelease([shell, studio(), micora('b1')], newer, LATER);
    expect(release.apps).toEqual(live().apps);
    expect(render).toEqual(['micora.html', 'micora/tos.html']);
  });
});

describe('§2 a page behind a pattern that is known, such as one project,', () => {
  const project = (id: string, title = `Project ${id}`): KnownPage => ({
    path: `/projects/${id}`,
    title,
    description: `About ${id}.`,
  });
  const compose = (known: KnownPage[], before?: Release) =>
    composeRelease([shell, studio(), micora()], before, before ? LATER : NOW, { 'studio-remote': known });

  test('has a file of its own, which is rendered', () => {
    const { release, render } = compose([project('abc')]);
    expect(release.pages['projects/abc.html']).toEqual({
      app: 'studio-remote',
      path: '/projects/abc',
      known: project('abc'),
    });
    expect(render).toContain('projects/abc.html');
    expect(release.pages).toHaveProperty(['projects/_.html']);
  });

  test('is rendered again if what its head says has changed, and no other page is', () => {
    const before = compose([project('abc'), project('def')]).release;
    const { render, carry } = compose([project('abc', 'Another title'), project('def')], before);
    expect(render).toEqual(['projects/abc.html']);
    expect(carry.sort()).toEqual([...ALL_PAGES, 'projects/def.html'].sort());
  });

  test('appears and disappears with what it is about', () => {
    const before = compose([project('abc')]).release;
    const { release, render } = compose([project('def')], before);
    expect(render).toEqual(['projects/def.html']);
    expect(Object.keys(release.pages)).not.toContain('projects/abc.html');
  });

  test.each([
    ['there is no pattern for it', '/about/abc'],
    ['the pattern is another app’s', '/micora/abc'],
    ['it lies deeper than the pattern', '/projects/abc/images'],
    ['it is the pattern’s own file', '/projects/_'],
    ['its name could leave the folder', '/projects/..'],
    ['its name is no file name', '/projects/a%2Fb'],
    ['its name is no file name', '/projects/a.b'],
    ['its name is no file name', 'projects/abc'],
    ['it names nothing', '/'],
  ])('is passed over if %s: %s', (_why, path) => {
    expect(Object.keys(compose([{ ...project('x'), path }]).release.pages).sort()).toEqual(ALL_PAGES);
  });

  test('does not take the place of a page that has that very address', () => {
    const crowded = studio('a1', ['/projects/:projectId', '/projects/new']);
    const { release } = composeRelease([shell, crowded], undefined, NOW, {
      'studio-remote': [project('new')],
    });
    expect(release.pages['projects/new.html']).toEqual({ app: 'studio-remote', path: '/projects/new' });
  });

  test('stays in the sitemap when it is carried over', () => {
    const before = compose([project('abc')]).release;
    for (const page of Object.values(before.pages)) page.listed = true;
    delete before.pages['404.html']?.listed;
    const { release } = composeRelease([shell, studio(), micora('b2')], before, LATER, {
      'studio-remote': [project('abc')],
    });
    expect(release.pages['projects/abc.html']?.listed).toBe(true);
    expect(release.pages['index.html']?.listed).toBe(true);
    expect(release.pages['404.html']).not.toHaveProperty('listed');
    // What is rendered anew says so itself.
    expect(release.pages['micora.html']).not.toHaveProperty('listed');
  });
});
