import { describe, expect, test } from '@jest/globals';
import type { ReadBackend } from '@site/shared/remote';
import type { DocumentParts } from '@site/shell/render';
import type { LoadedArtifact } from '../../store/readArtifact';
import { tinyApps } from '../../testing/tinyApps';
import { tinyPicture } from '../../testing/tinyPicture';
import { releaseRemote } from '../releaseRemote';
import { createRenderer, type Renderer } from './createRenderer';
import { BackendError } from './readBackend';

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

/** The renderer of one of the apps, which has nothing to read. */
function rendererOf(
  apps: LoadedArtifact[],
  app = 'studio-remote',
  read: ReadBackend = () => Promise.resolve({}),
): Renderer {
  return createRenderer(build(apps, 'shell'), build(apps, app), read);
}

/** The document of a page without data. */
async function documentOf(apps: LoadedArtifact[], path: string, app?: string): Promise<string> {
  return (await rendererOf(apps, app).renderPage({ route: path, path })).html;
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
    const isListed = async (path: string, app?: string) =>
      (await rendererOf(apps, app).renderPage({ route: path, path })).listed;
    expect(await isListed('/about')).toBe(true);
    expect(await isListed('/projects/:projectId')).toBe(false);
    expect(await isListed(...NOT_FOUND)).toBe(false);
    build(apps, 'studio-remote').server += 'for (const { handle } of exports.routes) handle.index = false;';
    expect(await isListed('/about')).toBe(false);
  });

  test('sees nothing of what another page left behind', async () => {
    const count = `exports.seen = (exports.seen ?? 0) + 1; return 'Seen ' + exports.seen;`;
    const renderer = rendererOf(await tinyApps({ '/': count, '/about': count }));
    for (const path of ['/', '/about']) {
      expect((await renderer.renderPage({ route: path, path })).html).toContain('<main>Seen 1</main>');
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
  const renderer = rendererOf(await tinyApps({}), 'shell');
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
  const HARBOUR = { route, path: '/projects/abc', data: JSON.stringify(items[0]) };

  /** What the sources of the tiny remote have, read from a backend that answers so. */
  async function listed(
    apps?: LoadedArtifact[],
    read: ReadBackend = () => Promise.resolve({ items }),
  ): ReturnType<Renderer['list']> {
    return rendererOf(apps ?? (await tinyApps(pages, sources)), 'studio-remote', read).list();
  }

  /** A page at `/` that shows what this makes of its data. */
  const preparedBy = (prepare: string, body = 'return JSON.stringify(data)') =>
    tinyApps({ '/': body }, { '/': `{ list: async () => new Map(), ${prepare} }` });

  const HOME = { route: '/', path: '/' };

  test('is known by the backend: all that it has of each, as JSON, before anything has shaped it', async () => {
    const asked: unknown[] = [];
    const read: ReadBackend = (...question) => (asked.push(question), Promise.resolve({ items }));
    expect(await listed(undefined, read)).toEqual([
      { route: '/projects', entries: [['', JSON.stringify(items)]] },
      { route, entries: items.map((item) => [item.id, JSON.stringify(item)]) },
    ]);
    const question = ['/collections/projects/records', { perPage: 500 }];
    expect(asked).toEqual([question, question]);
  });

  test('shows and embeds what was prepared of it, and nothing else of its data', async () => {
    const {
      html,
      listed: isListed,
      modified,
    } = await rendererOf(await tinyApps(pages, sources)).renderPage(HARBOUR);
    expect(html).toContain('<main>Project Harbour</main>');
    expect(html).toContain('<script type="application/json" id="data">{"title":"Harbour"}</script>');
    expect(html).not.toContain('not shown');
    expect(partsOf(html)).toMatchObject({
      pathname: '/projects/abc',
      head: { title: 'Harbour', description: 'About Harbour' },
    });
    expect({ isListed, modified }).toEqual({ isListed: true, modified: '2026-01-02' });
  });

  test('renders from the parsed JSON itself: what JSON cannot say, the page does not show', async () => {
    const apps = await preparedBy(
      `prepare: () => ({ date: new Date(0), none: undefined, call: () => 1 })`,
      `return Object.keys(data).join() + typeof data.date`,
    );
    expect((await rendererOf(apps).renderPage({ ...HOME, data: '1' })).html).toContain('<main>datestring<');
  });

  test('is prepared each time by the build that renders it, whatever the data was read for', async () => {
    const [entry] = (await listed()).flatMap(({ entries }) => entries.filter(([param]) => param === 'abc'));
    const later = await tinyApps(pages, {
      [route]: `{
        list: async () => { throw new Error('nobody asks'); },
        prepare: ({ title }) => ({ title: title + ' again' }),
      }`,
    });
    const job = { ...HARBOUR, data: entry?.[1] ?? '' };
    const first = await rendererOf(later).renderPage(job);
    expect(first.html).toContain('<main>Project Harbour again</main>');
    expect(first.html).toContain('id="data">{"title":"Harbour again"}<');
    expect(await rendererOf(later).renderPage(job)).toEqual(first);
  });

  test('gets a DOM to sanitise with, the same one for every page', async () => {
    const apps = await preparedBy(
      `prepare: (_data, openWindow) => {
        const { document } = openWindow();
        document.body.innerHTML = '<p>Rich</p>';
        return { shown: document.body.textContent + (openWindow() === openWindow()) };
      }`,
      `return data.shown`,
    );
    expect((await rendererOf(apps).renderPage({ ...HOME, data: '1' })).html).toContain('Richtrue');
  });

  test('names the pictures that its data has, each once, in one order; none without data', async () => {
    const { name } = tinyPicture;
    const apps = await preparedBy(`prepare: (data) => data, pictures: ({ names }) => names`);
    const picturesOf = async (names?: string[]) =>
      (await rendererOf(apps).renderPage({ ...HOME, ...(names && { data: JSON.stringify({ names }) }) }))
        .pictures;
    const [one, other] = [`${name}.one.jpg`, `${name}.two.jpg`];
    expect(await picturesOf([other, one, other])).toEqual([one, other]);
    expect(await picturesOf([])).toBeUndefined();
    expect(await picturesOf()).toBeUndefined();
  });

  test.each(['../../secret', '/etc/passwd', 'a/b/c/../d', 'a/b/c/d/e', ''])(
    'is refused with %j for the name of a picture',
    async (name) => {
      const apps = await preparedBy(`prepare: (data) => data, pictures: (names) => names`);
      await expect(rendererOf(apps).renderPage({ ...HOME, data: JSON.stringify([name]) })).rejects.toThrow(
        `/ of studio-remote cannot be rendered: ${name} is no picture's name`,
      );
    },
  );

  test.each(['prepare', 'head', 'pictures'])('is refused, by its name, if its %s fails', async (part) => {
    const apps = await preparedBy(
      `prepare: (data) => data, ${part}: () => { throw new Error('no ${part}'); }`,
    );
    await expect(rendererOf(apps).renderPage({ ...HOME, data: '1' })).rejects.toThrow(
      `/ of studio-remote cannot be rendered: no ${part}`,
    );
  });

  test('is refused if nothing of its app takes the data', async () => {
    const home = rendererOf(await tinyApps(pages, sources)).renderPage({ ...HOME, data: '{}' });
    await expect(home).rejects.toThrow(
      '/ of studio-remote cannot be rendered: nothing of the app takes its data.',
    );
  });

  test('is none of a remote without sources, nor of the shell, which ask nothing', async () => {
    const read = () => Promise.reject(new Error('asked'));
    const apps = await tinyApps(pages);
    expect(await listed(apps, read)).toEqual([]);
    expect(await rendererOf(apps, 'shell', read).list()).toEqual([]);
  });

  test('is not known if the backend cannot be read, which no remote is blamed for', async () => {
    const failure = new BackendError('nobody answers');
    await expect(listed(undefined, () => Promise.reject(failure))).rejects.toBe(failure);
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
      const reading = listed(apps);
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
    await expect(listed(apps)).rejects.toThrow(
      'studio-remote has data for studio/None, which is no route of it.',
    );
  });

  test('is refused of a server bundle that cannot be run', async () => {
    const apps = await tinyApps(pages, sources);
    build(apps, 'studio-remote').server = `throw new Error('no such module');`;
    await expect(listed(apps)).rejects.toThrow(
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
});
