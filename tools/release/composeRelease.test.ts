import { describe, expect, test } from '@jest/globals';
import type { Artifact } from '../build/Artifact';
import { assetUrl } from './assetUrl';
import { composeRelease, pageFile, unknownFile, type DataHashes } from './composeRelease';
import { RELEASE_ID, PREVIEW_ID } from './readRelease';
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

/** Composes a release, and gives its pages some content, as rendering does. */
function rendered(options: Omit<Parameters<typeof composeRelease>[0], 'now'> & { now?: Date }): Release {
  const { release, render } = composeRelease({ now: NOW, ...options });
  for (const { file, app, path, route, version, shell: by, data } of render) {
    const made = { app, path, version, shell: by, ...(data !== undefined && { data }) };
    const content = `content of ${file} by ${Object.values(made).join(' ')}`;
    release.pages[file] = { ...made, ...(route !== path && { route }), content };
  }
  return release;
}

const ALL_APPS = [shell, studio(), micora()];

function live(artifacts = ALL_APPS): Release {
  return rendered({ artifacts });
}

/** What has to be rendered of a release after `before`, and what is taken over from it. */
function next(
  artifacts: Artifact[],
  before: Release,
  more: Partial<Parameters<typeof composeRelease>[0]> = {},
) {
  const { release, render } = composeRelease({ artifacts, live: before, now: LATER, ...more });
  return { release, render: render.map(({ file }) => file).sort(), kept: Object.keys(release.pages).sort() };
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

test('a pattern’s page that is answered with 404 has another file', () => {
  expect(unknownFile('projects/_.html')).toBe('projects/_.404.html');
  expect(unknownFile('a/b/_.html')).toBe('a/b/_.404.html');
  expect(unknownFile('projects.html')).toBe('projects.html');
  expect(unknownFile('a_.html/b.html')).toBe('a_.html/b.html');
});

test('a build’s file has one public address, which names the version', () => {
  expect(assetUrl(studio(), 'HomePage.js')).toBe('/assets/studio-remote/a1/HomePage.js');
});

describe('the first release', () => {
  test('has a page for each path, and the 404 page of the shell; all are rendered', () => {
    const { release, render } = composeRelease({ artifacts: ALL_APPS, now: NOW });
    const own = { version: 'a1', shell: 's1', app: 'studio-remote' };
    expect(render.map((plan) => plan.file).sort()).toEqual(ALL_PAGES);
    expect(render).toEqual(
      expect.arrayContaining([
        { file: '404.html', app: 'shell', path: '*', route: '*', version: 's1', shell: 's1' },
        { ...own, file: 'index.html', path: '/', route: '/' },
        { ...own, file: 'projects/_.html', path: '/projects/:projectId', route: '/projects/:projectId' },
        {
          ...own,
          file: 'micora/tos.html',
          path: '/micora/tos',
          route: '/micora/tos',
          app: 'micora-remote',
          version: 'b1',
        },
      ]),
    );
    expect(release.pages).toEqual({});
    expect(release).not.toHaveProperty('base');
  });

  test('needs a shell', () => {
    expect(() => composeRelease({ artifacts: [studio()], now: NOW })).toThrow('No shell is live yet');
  });

  test('names its builds, for deployment and for browsers', () => {
    const { release } = composeRelease({ artifacts: [shell, studio()], now: NOW });
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
    expect(() => composeRelease({ artifacts: [shell, { ...studio(), files: {} }], now: NOW })).toThrow(
      'studio-remote has no remoteEntry.js: build it again.',
    );
  });

  test.each([
    ['/404', '404.html of shell'],
    ['/index', 'index.html of studio-remote'],
    ['/projects', 'projects.html of studio-remote'],
  ])('cannot contain two pages in one file, such as a second one for %s', (path, file) => {
    const crowded = studio('a1', ['/', '/projects', path]);
    expect(() => composeRelease({ artifacts: [shell, crowded], now: NOW })).toThrow(
      `${path} of studio-remote has the file ${file}: give it another path.`,
    );
  });

  test('cannot contain two patterns in one folder, whether their pages are known or not', () => {
    const crowded = studio('a1', ['/projects/:projectId', '/projects/:name']);
    for (const data of [{}, { 'studio-remote': { '/projects/:projectId': {} } }]) {
      expect(() => composeRelease({ artifacts: [shell, crowded], now: NOW, data })).toThrow(
        '/projects/:name of studio-remote has the file projects/_.html of studio-remote: give it another path.',
      );
    }
  });
});

describe('a release id', () => {
  test('is the time in UTC and a suffix', () => {
    expect(live().id).toMatch(/^20261121T101500123Z-[0-9a-f]{8}$/);
    expect(live().id).toMatch(RELEASE_ID);
  });

  test('is another one each time, also of the same builds at the same moment', () => {
    const ids = Array.from({ length: 100 }, () => live().id);
    expect(new Set(ids).size).toBe(100);
  });

  test('sorts by time', () => {
    expect(next([shell, studio('a2'), micora()], live()).release.id > live().id).toBe(true);
  });

  test('§9 of a preview has 128 bits that nobody can guess, and is never taken for a release’s', () => {
    const ids = Array.from(
      { length: 100 },
      () => composeRelease({ artifacts: ALL_APPS, now: NOW, secret: true }).release.id,
    );
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) {
      expect(id).toMatch(/^20261121T101500123Z-[0-9a-f]{32}$/);
      expect(id).toMatch(PREVIEW_ID);
      expect(id).not.toMatch(RELEASE_ID);
    }
    expect(live().id).not.toMatch(PREVIEW_ID);
  });
});

describe('the next release', () => {
  test('renders the pages of the app that changed and takes the others over as they are', () => {
    const before = live();
    const { release, render, kept } = next([shell, studio(), micora('b2')], before);
    expect(render).toEqual(['micora.html', 'micora/tos.html']);
    expect(kept).toEqual(['404.html', 'index.html', 'projects.html', 'projects/_.html']);
    for (const file of kept) expect(release.pages[file]).toEqual(before.pages[file]);
    expect(release.base).toBe(before.id);
    expect(release.apps).toEqual({ shell: 's1', 'studio-remote': 'a1', 'micora-remote': 'b2' });
    expect(release.block.remotes.map(({ version }) => version)).toEqual(['a1', 'b2']);
  });

  test('renders every page if the shell changed', () => {
    expect(next([artifact('shell', 's2'), studio(), micora()], live()).render).toEqual(ALL_PAGES);
  });

  test('renders no other page if a remote joins, leaves or has another name', () => {
    const own = ['micora.html', 'micora/tos.html'];
    expect(next(ALL_APPS, live([shell, studio()])).render).toEqual(own);
    expect(next([shell, studio()], live())).toMatchObject({
      render: [],
      kept: ALL_PAGES.filter((file) => !own.includes(file)),
    });
    const renamed: Artifact = {
      ...micora('b2'),
      remote: { name: 'app', mount: '/micora', paths: ['/micora'] },
    };
    expect(next([shell, studio(), renamed], live()).render).toEqual(['micora.html']);
  });

  test('has the pages that an app has now: new ones rendered, dropped ones gone', () => {
    const { render, kept } = next([shell, studio(), micora('b2', ['/micora', '/micora/delete'])], live());
    expect(render).toEqual(['micora.html', 'micora/delete.html']);
    expect(kept).not.toContain('micora/tos.html');
  });

  test('renders a page that the live release lacks, even if its app is the same', () => {
    const damaged = live();
    delete damaged.pages['projects.html'];
    const { render } = next([shell, studio(), micora('b2')], damaged);
    expect(render).toEqual(['micora.html', 'micora/tos.html', 'projects.html']);
  });

  test('renders a page that the store has lost, and no other', () => {
    const before = live();
    const lost = new Set([before.pages['projects.html']?.content ?? '']);
    const { release, render } = composeRelease({ artifacts: ALL_APPS, live: before, lost, now: LATER });
    expect(render.map(({ file }) => file)).toEqual(['projects.html']);
    expect(Object.keys(release.pages)).toHaveLength(ALL_PAGES.length - 1);
  });

  test('with one app’s older build is how that app is rolled back', () => {
    const newer = rendered({ artifacts: [shell, studio(), micora('b2')], live: live(), now: LATER });
    const { release, render } = next([shell, studio(), micora('b1')], newer);
    expect(release.apps).toEqual(live().apps);
    expect(render).toEqual(['micora.html', 'micora/tos.html']);
  });

  test('takes pages over from other releases, too, if they were made of the same', () => {
    const first = live();
    const newer = rendered({ artifacts: [shell, studio(), micora('b2')], live: first, now: LATER });
    const { release, render } = next([shell, studio(), micora('b1')], newer, { earlier: [first] });
    expect(render).toEqual([]);
    expect(release.pages).toEqual(first.pages);
    expect(release.id).not.toBe(first.id);
    expect(release.base).toBe(newer.id);
  });

  test('takes over none that another shell rendered, or that the store has lost', () => {
    const first = live();
    const newer = rendered({ artifacts: [artifact('shell', 's2'), studio(), micora('b2')], live: first });
    const { render } = next([artifact('shell', 's2'), studio(), micora('b1')], newer, { earlier: [first] });
    expect(render).toEqual(['micora.html', 'micora/tos.html']);

    const second = rendered({ artifacts: [shell, studio(), micora('b2')], live: first });
    const composition = composeRelease({
      artifacts: ALL_APPS,
      live: second,
      earlier: [first],
      lost: new Set([first.pages['micora.html']?.content ?? '']),
      now: LATER,
    });
    expect(composition.render.map(({ file }) => file)).toEqual(['micora.html']);
  });
});

describe('§7 a page that is filled with data', () => {
  const data = (projects: Record<string, string>, list = 'list'): DataHashes => ({
    'studio-remote': { '/projects': { '': list }, '/projects/:projectId': projects },
  });
  const compose = (projects: Record<string, string>, before?: Release) =>
    composeRelease({
      artifacts: ALL_APPS,
      live: before,
      now: before ? LATER : NOW,
      data: data(projects),
    });
  const files = (projects: Record<string, string>) =>
    compose(projects)
      .render.map(({ file }) => file)
      .sort();
  const KNOWN = ALL_PAGES.map((file) => file.replace('_.html', '_.404.html')).sort();

  test('has a file of its own behind a pattern, whose page then answers what is not known', () => {
    expect(files({ abc: 'h1' })).toEqual([...KNOWN, 'projects/abc.html'].sort());
    expect(compose({ abc: 'h1' }).render).toContainEqual({
      file: 'projects/abc.html',
      app: 'studio-remote',
      path: '/projects/abc',
      route: '/projects/:projectId',
      version: 'a1',
      shell: 's1',
      data: 'h1',
    });
    expect(compose({ abc: 'h1' }).render).toContainEqual({
      file: 'projects/_.404.html',
      app: 'studio-remote',
      path: '/projects/:projectId',
      route: '/projects/:projectId',
      version: 'a1',
      shell: 's1',
    });
  });

  test('is none of the pattern’s own, whatever the backend has without an id', () => {
    const { render } = compose({ '': 'h1' });
    expect(render.map(({ file }) => file).sort()).toEqual(KNOWN);
    expect(render.find(({ file }) => file === 'projects/_.404.html')).not.toHaveProperty('data');
  });

  test('leaves its pattern with 404 also if there is none, and with 200 if nothing is known', () => {
    expect(files({})).toEqual(KNOWN);
    expect(live().pages).toHaveProperty(['projects/_.html']);
  });

  test('is rendered again if its data has changed, and no other page is', () => {
    const before = rendered({ artifacts: ALL_APPS, data: data({ abc: 'h1', def: 'h2' }) });
    const { render, kept } = next(ALL_APPS, before, { data: data({ abc: 'h3', def: 'h2' }) });
    expect(render).toEqual(['projects/abc.html']);
    expect(kept).toEqual([...KNOWN, 'projects/def.html'].sort());
    expect(next(ALL_APPS, before, { data: data({ abc: 'h1', def: 'h2' }, 'other') }).render).toEqual([
      'projects.html',
    ]);
  });

  test('is taken over from no release that had other data: taking back brings no old data back', () => {
    const first = rendered({ artifacts: ALL_APPS, data: data({ abc: 'old', def: 'same' }) });
    const second = rendered({
      artifacts: [shell, studio('a2'), micora()],
      live: first,
      data: data({ abc: 'new', def: 'same' }),
    });
    const { render, kept } = next(ALL_APPS, second, {
      earlier: [first],
      data: data({ abc: 'new', def: 'same' }),
    });
    expect(render).toEqual(['projects/abc.html']);
    expect(kept).toContain('projects/def.html');
  });

  test('appears and disappears with what it is about', () => {
    const before = rendered({ artifacts: ALL_APPS, data: data({ abc: 'h1' }) });
    const { render, kept } = next(ALL_APPS, before, { data: data({ def: 'h2' }) });
    expect(render).toEqual(['projects/def.html']);
    expect(kept).toEqual(KNOWN);
  });

  test('is rendered again if its pattern’s pages become known, or no longer are', () => {
    const known = rendered({ artifacts: ALL_APPS, data: data({}) });
    expect(next(ALL_APPS, live(), { data: data({}) })).toMatchObject({
      render: ['projects.html', 'projects/_.404.html'],
    });
    expect(next(ALL_APPS, known).render).toEqual(['projects.html', 'projects/_.html']);
  });

  test.each([
    ['it is the pattern’s own file', '_'],
    ['it is the pattern’s own file for what is unknown', '_.404'],
    ['its name could leave the folder', '..'],
    ['its name could leave the folder', '../x'],
    ['its name could leave the folder', '..\\x'],
    ['its name is no file name', 'a/b'],
    ['its name is no file name', '/abc'],
    ['its name is no file name', 'a.b'],
    ['its name is no file name', 'a b'],
    ['its name is no file name', 'a\nb'],
    ['its name is no file name', 'a\0b'],
    ['its name is no file name', 'é'],
    ['its name is no file name', '项目'],
    ['its name is no file name', '%2e%2e'],
    ['its name is no text', '\ud800'],
    ['it has no name', ''],
    ['its name is too long for a file', 'a'.repeat(300)],
  ])('is left to its pattern if %s: %j', (_why, param) => {
    expect(files({ [param]: 'h1' })).toEqual(KNOWN);
  });

  test.each(['a-b_c', 'A1', '__proto__', 'constructor', '-', '404', 'index', 'a'.repeat(100)])(
    'may have any other name, such as %s',
    (param) => {
      expect(files(Object.fromEntries([[param, 'h1']]))).toEqual([...KNOWN, `projects/${param}.html`].sort());
    },
  );

  test('does not take the place of a page that has that very address', () => {
    const crowded = studio('a1', ['/projects/:projectId', '/projects/new']);
    const { render } = composeRelease({ artifacts: [shell, crowded], now: NOW, data: data({ new: 'h1' }) });
    const plans = render.filter(({ file }) => file === 'projects/new.html');
    expect(plans).toEqual([expect.objectContaining({ path: '/projects/new', route: '/projects/new' })]);
  });

  test('is passed over if its app has no such path: of another app, or of no route', () => {
    const { render } = composeRelease({
      artifacts: ALL_APPS,
      now: NOW,
      data: {
        'micora-remote': { '/projects/:projectId': { abc: 'h1' }, '/nowhere': { '': 'h2' } },
        'nobody-remote': { '/projects': { '': 'h3' } },
      },
    });
    expect(render.map(({ file }) => file).sort()).toEqual(ALL_PAGES);
    expect(render.filter(({ data: hash }) => hash !== undefined)).toEqual([]);
  });

  test('stays in the sitemap when it is taken over', () => {
    const before = rendered({ artifacts: ALL_APPS, data: data({ abc: 'h1' }) });
    for (const page of Object.values(before.pages)) page.listed = true;
    delete before.pages['404.html']?.listed;
    const { release } = next([shell, studio(), micora('b2')], before, { data: data({ abc: 'h1' }) });
    expect(release.pages['projects/abc.html']?.listed).toBe(true);
    expect(release.pages['index.html']?.listed).toBe(true);
    expect(release.pages['404.html']).not.toHaveProperty('listed');
  });
});
