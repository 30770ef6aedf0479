import { describe, expect, test } from '@jest/globals';
import type { DocumentParts } from '@site/shell/render';
import { sha256 } from '../../build/sha256';
import { releaseRemote } from '../releaseRemote';
import { failingServer } from '../../testing/failingServer';
import { pageJob, tinyApps } from '../../testing/tinyApps';
import { BackendError } from './readBackend';
import { createRenderer } from './createRenderer';
import type { LoadedArtifact } from '../../store/readArtifact';

/** What a document of the tiny shell was made of. */
function partsOf(page: string): DocumentParts {
  return JSON.parse(/<!--(.*)-->/.exec(page)?.[1] ?? '') as DocumentParts;
}

const blockOf = (page: string): unknown => JSON.parse(/id="page">([^<]*)/.exec(page)?.[1] ?? '');

/** One of the builds. */
function build(apps: LoadedArtifact[], app: string): LoadedArtifact {
  const found = apps.find(({ artifact }) => artifact.app === app);
  if (!found) throw new Error(`There is no ${app}.`);
  return found;
}

/** The document of a page without data. */
async function documentOf(apps: LoadedArtifact[], path: string, app?: string): Promise<string> {
  return (await createRenderer(apps).renderPage(pageJob(path, app))).html;
}

const NOT_FOUND = ['*', 'shell'] as const;

describe('a page', () => {
  const pages = { '/': `return 'Home'`, '/about': `return 'About'` };

  test('is the remote’s page inside the shell, with what it was made of', async () => {
    const apps = await tinyApps(pages);
    const about = await documentOf(apps, '/about');
    expect(about).toContain('<header>Tiny shell</header><main>About</main>');
    const { artifact } = build(apps, 'studio-remote');
    expect(blockOf(about)).toEqual({
      shell: build(apps, 'shell').artifact.version,
      remote: releaseRemote(artifact),
    });
    expect(about).not.toContain('id="data"');
  });

  test('uses the modules that the shell provides', async () => {
    expect(await documentOf(await tinyApps({ '/': `return shout('home')` }), '/')).toContain(
      '<main>HOME</main>',
    );
  });

  test('preloads the remote’s entry and its own chunk, no other page’s', async () => {
    const apps = await tinyApps(pages);
    const { artifact } = build(apps, 'studio-remote');
    const { preloads, main } = partsOf(await documentOf(apps, '/about'));
    expect(preloads).toEqual(
      ['remoteEntry.js', 'routes.js', 'Page2.js'].map((name) => ({
        url: `/assets/studio-remote/${artifact.version}/${name}`,
        integrity: artifact.files[name]?.integrity,
      })),
    );
    expect(main.url).toBe(`/assets/shell/${build(apps, 'shell').artifact.version}/main.js`);
  });

  test('inlines the shell’s style sheet and its own; what they refer to is named in full', async () => {
    const apps = await tinyApps(pages);
    const { styles, files } = partsOf(await documentOf(apps, '/about'));
    const picture = `/assets/shell/${build(apps, 'shell').artifact.version}/picture.png`;
    expect(styles).toEqual([
      { name: 'shell.main.css', css: `.header{background:url(${picture})}` },
      { name: 'studio.Page2.css', css: '.studio_Page2{color:red}' },
    ]);
    expect(files).toMatchObject({ 'picture.png': picture });
    expect(Object.keys(files)).not.toContain('main.js');
  });

  test('has a canonical address, unless it stands for many', async () => {
    const apps = await tinyApps({ '/about': `return 'About'`, '/projects/:projectId': `return 'Project'` });
    expect(partsOf(await documentOf(apps, '/about')).pathname).toBe('/about');
    const pattern = await documentOf(apps, '/projects/:projectId');
    expect(pattern).toContain('<main>Project</main>');
    expect(partsOf(pattern)).not.toHaveProperty('pathname');
    expect(partsOf(await documentOf(apps, ...NOT_FOUND))).not.toHaveProperty('pathname');
  });

  test('is listed for search engines; a pattern, which is no address, and the 404 page are not', async () => {
    const apps = await tinyApps({ ...pages, '/projects/:projectId': `return 'Project'` });
    const renderer = createRenderer(apps);
    const isListed = async (path: string, app?: string) =>
      (await renderer.renderPage(pageJob(path, app))).listed;
    expect(await isListed('/about')).toBe(true);
    expect(await isListed('/projects/:projectId')).toBe(false);
    expect(await isListed(...NOT_FOUND)).toBe(false);
    build(apps, 'studio-remote').server += 'for (const { handle } of exports.routes) handle.index = false;';
    expect((await createRenderer(apps).renderPage(pageJob('/about'))).listed).toBe(false);
  });

  test('sees nothing of what another page left behind', async () => {
    const count = `exports.seen = (exports.seen ?? 0) + 1; return 'Seen ' + exports.seen;`;
    const renderer = createRenderer(await tinyApps({ '/': count, '/about': count }));
    for (const path of ['/', '/about']) {
      expect((await renderer.renderPage(pageJob(path))).html).toContain('<main>Seen 1</main>');
    }
  });
});

test('the 404 page is the shell’s alone', async () => {
  const apps = await tinyApps({ '/': `return 'Home'` });
  const page = await documentOf(apps, ...NOT_FOUND);
  expect(page).toContain('<main>No such page</main>');
  expect(partsOf(page)).toMatchObject({ preloads: [], styles: [{ name: 'shell.main.css' }] });
  expect(blockOf(page)).toEqual({ shell: build(apps, 'shell').artifact.version });
});

test('the files at the site’s root are the shell’s, of the pages that are listed', async () => {
  const renderer = createRenderer(await tinyApps({}));
  expect(await renderer.renderSiteFiles([{ path: '/' }, { path: '/about' }])).toMatchObject({
    'sitemap.xml': '/ /about',
  });
});

describe('§7 a page with data', () => {
  const pages = {
    '/': `return 'Home'`,
    '/projects': `return data ? data.titles.join(', ') : 'Loading'`,
    '/projects/:projectId': `return data ? 'Project ' + data.title : 'Loading'`,
  };
  const sources = {
    '/projects': `{
      list: async (read) => {
        const { items } = await read('/collections/projects/records', { perPage: 500 });
        return new Map([['', items]]);
      },
      prepare: (items) => ({ titles: items.map(({ title }) => title) }),
    }`,
    '/projects/:projectId': `{
      list: async (read) => {
        const { items } = await read('/collections/projects/records', { perPage: 500 });
        return new Map(items.map((item) => [item.id, item]));
      },
      prepare: ({ title }) => ({ title }),
      head: ({ title }) => ({ title, description: 'About ' + title, modified: '2026-01-02' }),
    }`,
  };
  const items = [
    { id: 'abc', title: 'Harbour', secret: 'not shown' },
    { id: 'def', title: '</script><!-- <script>\u2028' },
  ];
  const route = '/projects/:projectId';
  const one = (param: string) => ({ app: 'studio-remote', route, path: `/projects/${param}`, param });

  async function filled(apps?: LoadedArtifact[], answer: unknown = { items }) {
    const asked: (string | undefined)[] = [];
    const backendUrl = await failingServer((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify(answer));
    });
    const renderer = createRenderer(apps ?? (await tinyApps(pages, sources)));
    return { renderer, asked, read: () => renderer.read(['shell', 'studio-remote'], backendUrl) };
  }

  test('is told by the hash of its data, of one reading for all', async () => {
    const { asked, read } = await filled();
    const hash = (value: unknown) => sha256(JSON.stringify(value));
    const { data, collections } = await read();
    expect(collections).toEqual(['projects']);
    expect(data['studio-remote']).toEqual({
      '/projects': { '': hash(items) },
      [route]: { abc: hash(items[0]), def: hash(items[1]) },
    });
    expect(asked).toEqual(['/api/collections/projects/records?perPage=500']);
  });

  test('shows and embeds what was prepared of it, and nothing else of its data', async () => {
    const { renderer, read } = await filled();
    await read();
    const { html, listed, modified } = await renderer.renderPage({ ...one('abc'), data: 'read' });
    expect(html).toContain('<main>Project Harbour</main>');
    expect(html).toContain('<script type="application/json" id="data">{"title":"Harbour"}</script>');
    expect(html).not.toContain('not shown');
    expect(partsOf(html)).toMatchObject({
      pathname: '/projects/abc',
      head: { title: 'Harbour', description: 'About Harbour' },
    });
    expect({ listed, modified }).toEqual({ listed: true, modified: '2026-01-02' });
  });

  test('renders from the parsed JSON itself: what JSON cannot say, the page does not show', async () => {
    const apps = await tinyApps(
      { '/': `return Object.keys(data).join() + typeof data.date` },
      {
        '/': `{
          list: async () => new Map([['', 1]]),
          prepare: () => ({ date: new Date(0), none: undefined, call: () => 1 }),
        }`,
      },
    );
    const { renderer, read } = await filled(apps);
    await read();
    expect((await renderer.renderPage({ ...pageJob('/'), data: 'read' })).html).toContain(
      '<main>datestring<',
    );
  });

  test('can be rendered from its earlier document, byte by byte, without the backend', async () => {
    const { renderer, read } = await filled();
    await read();
    for (const param of ['abc', 'def']) {
      const first = await renderer.renderPage({ ...one(param), data: 'read' });
      const later = createRenderer(await tinyApps(pages, sources));
      expect(await later.renderPage({ ...one(param), data: { document: first.html } })).toEqual(first);
    }
  });

  test('gets a DOM to sanitise with, the same one for every page', async () => {
    const apps = await tinyApps(
      { '/': `return data.shown` },
      {
        '/': `{
          list: async () => new Map([['', 1]]),
          prepare: (_data, openWindow) => {
            const { document } = openWindow();
            document.body.innerHTML = '<p>Rich</p>';
            return { shown: document.body.textContent + (openWindow() === openWindow()) };
          },
        }`,
      },
    );
    const { renderer, read } = await filled(apps);
    await read();
    expect((await renderer.renderPage({ ...pageJob('/'), data: 'read' })).html).toContain('Richtrue');
  });

  test('is not there without data: neither read, nor in its earlier document', async () => {
    const { renderer, read } = await filled();
    await read();
    const asked = renderer.renderPage({ ...one('xyz'), data: 'read' });
    await expect(asked).rejects.toThrow(
      '/projects/xyz of studio-remote cannot be rendered: there is no data for it.',
    );
    await expect(
      renderer.renderPage({ ...one('abc'), data: { document: '<main>Loading</main>' } }),
    ).rejects.toThrow('its earlier document has no data.');
    const home = renderer.renderPage({ ...pageJob('/'), data: 'read' });
    await expect(home).rejects.toThrow('/ of studio-remote cannot be rendered: there is no data for it.');
  });

  test('is asked of no remote that has none, and then the remote is known to have none', async () => {
    const { asked, read } = await filled(await tinyApps(pages));
    expect(await read()).toEqual({ data: { shell: {}, 'studio-remote': {} }, pictures: {}, collections: [] });
    expect(asked).toEqual([]);
  });

  test('is not there if the backend refuses, and the error names the call and the status', async () => {
    const backendUrl = await failingServer((_request, response) => response.writeHead(403).end());
    const renderer = createRenderer(await tinyApps(pages, sources));
    const reading = renderer.read(['studio-remote'], backendUrl);
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(
      `${backendUrl}/api/collections/projects/records?perPage=500 cannot be read: it was answered with status 403.`,
    );
  });

  test.each([
    ['throws', `() => { throw new Error('out of luck'); }`, 'out of luck'],
    ['rejects', `async () => [].first.path`, 'Cannot read properties of undefined'],
    ['gives nothing', `async () => undefined`, 'is not iterable'],
    ['gives what JSON cannot say', `async () => new Map([['', 1n]])`, 'BigInt'],
    ['gives no data', `async () => new Map([['abc', undefined]])`, 'no data'],
  ])(
    'is refused of a remote whose source %s: it is named, the backend is not blamed',
    async (_what, listing, reason) => {
      const apps = await tinyApps(pages, { [route]: `{ list: ${listing}, prepare: (data) => data }` });
      const { read } = await filled(apps);
      const reading = read();
      await expect(reading).rejects.toThrow(
        new RegExp(
          `^studio-remote cannot say which pages it has: .*${reason}.* Correct its server bundle\\.$`,
        ),
      );
      await expect(reading).rejects.not.toBeInstanceOf(BackendError);
    },
  );

  test('is refused of a remote that has data for what is no route of it', async () => {
    const apps = await tinyApps(pages);
    build(apps, 'studio-remote').server +=
      `exports.sources = { 'studio/None': { list: async () => new Map() } };`;
    const { read } = await filled(apps);
    await expect(read()).rejects.toThrow('studio-remote has data for studio/None, which is no route of it.');
  });

  test('is refused of a server bundle that cannot be run', async () => {
    const apps = await tinyApps(pages, sources);
    build(apps, 'studio-remote').server = `throw new Error('no such module');`;
    const { read } = await filled(apps);
    await expect(read()).rejects.toThrow(
      /^the server bundle of studio-remote cannot be run: .*no such module$/,
    );
  });
});

describe('what cannot be rendered is named, with the reason:', () => {
  const about = { '/about': `return 'About'` };

  test('a page that throws', async () => {
    const apps = await tinyApps({ '/about': `throw new Error('no such word')` });
    await expect(documentOf(apps, '/about')).rejects.toThrow(
      /^\/about of studio-remote cannot be rendered: .*no such word/,
    );
  });

  test('a path without a route', async () => {
    await expect(documentOf(await tinyApps(about), '/contact')).rejects.toThrow(
      '/contact of studio-remote cannot be rendered: it has no route.',
    );
  });

  test('a route whose id names no chunk', async () => {
    const apps = await tinyApps(about);
    build(apps, 'studio-remote').artifact.pages = {};
    await expect(documentOf(apps, '/about')).rejects.toThrow(
      'its route id studio/Page1 names no chunk of studio-remote; expected <remote name>/<chunk name>.',
    );
  });

  test('a remote that asks for what the shell does not provide', async () => {
    const apps = await tinyApps(about);
    build(apps, 'studio-remote').server = `require('node:fs'); exports.routes = [];`;
    await expect(documentOf(apps, '/about')).rejects.toThrow('the shell does not provide node:fs.');
  });

  test('a page whose style sheet or script is missing', async () => {
    const unstyled = await tinyApps(about);
    build(unstyled, 'studio-remote').files.clear();
    await expect(documentOf(unstyled, '/about')).rejects.toThrow(
      'the style sheet studio.Page1.css is missing.',
    );
    const unscripted = await tinyApps(about);
    delete build(unscripted, 'studio-remote').artifact.files['Page1.js'];
    await expect(documentOf(unscripted, '/about')).rejects.toThrow('the script Page1.js is missing.');
  });

  test('a page whose app is not there', async () => {
    const apps = (await tinyApps(about)).filter(({ artifact }) => artifact.app === 'shell');
    await expect(documentOf(apps, '/about')).rejects.toThrow(
      '/about belongs to studio-remote, which is not in this release.',
    );
  });

  test('anything, without a shell', () => {
    expect(() => createRenderer([])).toThrow('There is no shell to render with.');
  });
});
