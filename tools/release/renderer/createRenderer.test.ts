import { describe, expect, test } from '@jest/globals';
import type { ReadBackend } from '@site/shared/remote';
import type { DocumentParts } from '@site/shell/render';
import type { LoadedArtifact } from '../../store/readArtifact';
import { tinyPicture } from '../../testing/tinyPicture';
import { itemSource } from '../../testing/tinyPortfolio';
import { tinyRemote, tinyShell } from '../../testing/tinySite';
import { releaseRemote } from '../releaseRemote';
import { createRenderer, type PageJob } from './createRenderer';
import { BackendError } from './readBackend';

const ROUTE = '/projects/:projectId';
const NOBODY: ReadBackend = () => Promise.reject(new Error('asked'));

const shell = tinyShell();

const rendering = (app: LoadedArtifact, job: Partial<PageJob> = {}) =>
  createRenderer(shell, app, NOBODY).renderPage({ route: job.path ?? '/', path: '/', ...job });
const documentOf = async (...given: Parameters<typeof rendering>) => (await rendering(...given)).html;

const partsOf = (page: string) => JSON.parse(/<!--(.*)-->/.exec(page)?.[1] ?? '') as DocumentParts;
const blockOf = (page: string): unknown => JSON.parse(/id="page">([^<]*)/.exec(page)?.[1] ?? '');

const studio = tinyRemote({
  pages: { '/': `return shout('home')`, '/about': `return 'About'`, [ROUTE]: `return 'Project'` },
});

describe('a page', () => {
  test('is the remote’s page inside the shell, with what it was made of and what the shell provides', async () => {
    const home = await documentOf(studio);
    expect(home).toContain('<header>Tiny shell</header><main>HOME</main>');
    expect(blockOf(home)).toEqual({ shell: shell.artifact.version, remote: releaseRemote(studio.artifact) });
    expect(home).not.toContain('id="data"');
  });

  test('preloads the remote’s entry and its own chunk, no other page’s', async () => {
    const { artifact } = studio;
    const { preloads, main } = partsOf(await documentOf(studio, { path: '/about' }));
    expect(preloads).toEqual(
      ['remoteEntry.js', 'routes.js', 'Page2.js'].map((name) => ({
        url: `/assets/studio-remote/${artifact.version}/${name}`,
        integrity: artifact.files[name]?.integrity,
      })),
    );
    expect(main.url).toBe(`/assets/shell/${shell.artifact.version}/main.js`);
  });

  test('inlines the shell’s style sheet and its own; what they refer to is named in full', async () => {
    const { styles, files } = partsOf(await documentOf(studio, { path: '/about' }));
    const picture = `/assets/shell/${shell.artifact.version}/picture.png`;
    expect(styles).toEqual([
      { name: 'shell.main.css', css: `.header{background:url(${picture})}` },
      { name: 'studio.Page2.css', css: '.studio_Page2{color:red}' },
    ]);
    expect(files).toMatchObject({ 'picture.png': picture });
    expect(Object.keys(files)).not.toContain('main.js');
  });

  test.each([
    ['has a canonical address, and is listed for search engines', studio, '/about', '/about'],
    ['has neither if it stands for many', studio, ROUTE, undefined],
    ['has neither if it is the 404 page', shell, '*', undefined],
  ])('%s', async (_what, app, path, pathname) => {
    const { html, listed } = await rendering(app, { path });
    expect(partsOf(html).pathname).toBe(pathname);
    expect(listed).toBe(pathname !== undefined);
  });

  test('is not listed if its route says so', async () => {
    const hidden = {
      ...studio,
      server: `${studio.server}for (const { handle } of exports.routes) handle.index = false;`,
    };
    expect((await rendering(hidden)).listed).toBe(false);
  });

  test('sees nothing of what another page left behind', async () => {
    const count = `exports.seen = (exports.seen ?? 0) + 1; return 'Seen ' + exports.seen;`;
    const renderer = createRenderer(shell, tinyRemote({ pages: { '/': count, '/about': count } }), NOBODY);
    for (const path of ['/', '/about'])
      expect((await renderer.renderPage({ route: path, path })).html).toContain('>Seen 1<');
  });
});

test('the 404 page, and the files at the site’s root, are the shell’s alone', async () => {
  const page = await documentOf(shell, { path: '*' });
  expect(page).toContain('<main>No such page</main>');
  expect(partsOf(page)).toMatchObject({ preloads: [], styles: [{ name: 'shell.main.css' }] });
  expect(blockOf(page)).toEqual({ shell: shell.artifact.version });
  const files = createRenderer(shell, shell, NOBODY).renderSiteFiles([{ path: '/' }, { path: '/about' }]);
  expect(await files).toMatchObject({ 'sitemap.xml': '/ /about' });
});

describe('§7 a page with data', () => {
  const items = [
    { id: 'abc', title: 'Harbour', secret: 'not shown' },
    { id: 'def', title: '</script><!-- <script>\u2028' },
  ];
  const listed = (app: LoadedArtifact, read: ReadBackend = () => Promise.resolve({ items })) =>
    createRenderer(shell, app, read).list();

  /** A page at `/` that shows what this makes of its data. */
  const preparedBy = (prepare: string, body = 'return JSON.stringify(data)') =>
    tinyRemote({ pages: { '/': body }, sources: { '/': `{ list: async () => new Map(), ${prepare} }` } });

  const projects = (source: string) =>
    tinyRemote({ pages: { [ROUTE]: `return 'Project ' + data?.title` }, sources: { [ROUTE]: source } });

  test('is known by the backend: all that it has of each, as JSON, before anything has shaped it', async () => {
    const asked: unknown[] = [];
    const read: ReadBackend = (...question) => (asked.push(question), Promise.resolve({ items }));
    expect(await listed(projects(itemSource(`prepare: () => 'shaped'`)), read)).toEqual([
      { route: ROUTE, entries: items.map((item) => [item.id, JSON.stringify(item)]) },
    ]);
    expect(asked).toEqual([['/collections/projects/records', { perPage: 500 }]]);
  });

  test('shows and embeds what was prepared of it, and nothing else of its data', async () => {
    const head = `({ title }) => ({ title, description: 'About ' + title, modified: '2026-01-02' })`;
    const app = projects(itemSource(`prepare: ({ title }) => ({ title }), head: ${head}`));
    const job = { route: ROUTE, path: '/projects/abc', data: JSON.stringify(items[0]) };
    const { html, ...more } = await rendering(app, job);
    expect(html).toContain('<main>Project Harbour</main>');
    expect(html).toContain('id="data">{"title":"Harbour"}</script>');
    expect(html).not.toContain('not shown');
    expect(partsOf(html)).toMatchObject({
      pathname: '/projects/abc',
      head: { title: 'Harbour', description: 'About Harbour' },
    });
    expect(more).toEqual({ listed: true, modified: '2026-01-02' });
  });

  test('renders from the parsed JSON itself: what JSON cannot say, the page does not show', async () => {
    const app = preparedBy(
      `prepare: () => ({ date: new Date(0), none: undefined, call: () => 1 })`,
      `return Object.keys(data).join() + typeof data.date`,
    );
    expect(await documentOf(app, { data: '1' })).toContain('<main>datestring<');
  });

  test('gets a DOM to sanitise with, the same one for every page', async () => {
    const app = preparedBy(
      `prepare: (_data, openWindow) => {
        const { document } = openWindow();
        document.body.innerHTML = '<p>Rich</p>';
        return { shown: document.body.textContent + (openWindow() === openWindow()) };
      }`,
      `return data.shown`,
    );
    expect(await documentOf(app, { data: '1' })).toContain('Richtrue');
  });

  const pictured = preparedBy(`prepare: (data) => data, pictures: (names) => names`);
  const [one, two] = ['one', 'two'].map((word) => `${tinyPicture.name}.${word}.jpg`);

  test.each([
    [
      [two, one, two],
      [one, two],
    ],
    [[], undefined],
    [undefined, undefined],
  ])('names the pictures that its data has, each once, in one order: of %j', async (names, pictures) => {
    const page = await rendering(pictured, names && { data: JSON.stringify(names) });
    expect(page.pictures).toEqual(pictures);
  });

  test.each(['../../secret', '/etc/passwd', 'a/b/c/../d', 'a/b/c/d/e', ''])(
    'is refused with %j for the name of a picture',
    async (name) => {
      await expect(rendering(pictured, { data: JSON.stringify([name]) })).rejects.toThrow(
        `/ of studio-remote cannot be rendered: ${name} is no picture's name`,
      );
    },
  );

  test.each(['prepare', 'head', 'pictures'])('is refused, by its name, if its %s fails', async (part) => {
    const app = preparedBy(`prepare: (data) => data, ${part}: () => { throw new Error('no ${part}'); }`);
    await expect(rendering(app, { data: '1' })).rejects.toThrow(
      `/ of studio-remote cannot be rendered: no ${part}`,
    );
  });

  test('is refused if nothing of its app takes the data', async () => {
    await expect(rendering(studio, { data: '{}' })).rejects.toThrow(
      '/ of studio-remote cannot be rendered: nothing of the app takes its data.',
    );
  });

  test('is none of a remote without sources, nor of the shell, which ask nothing', async () => {
    for (const app of [studio, shell]) expect(await listed(app, NOBODY)).toEqual([]);
    // Where one is asked, no remote is blamed for a backend that cannot be read.
    const failure = new BackendError('nobody answers');
    await expect(listed(projects(itemSource()), () => Promise.reject(failure))).rejects.toBe(failure);
  });

  test.each([
    ['throws', `() => { throw new Error('out of luck'); }`, 'out of luck'],
    ['rejects', `async () => [].first.path`, 'Cannot read properties of undefined'],
    ['gives nothing', `async () => undefined`, 'is not iterable'],
    ['gives what JSON cannot say', `async () => new Map([['', 1n]])`, 'BigInt'],
    ['gives no data', `async () => new Map([['abc', undefined]])`, 'no data'],
  ])('is refused of a remote whose source %s, and the backend is not blamed', async (_what, list, reason) => {
    const reading = listed(projects(`{ list: ${list} }`));
    await expect(reading).rejects.toThrow(
      new RegExp(`^studio-remote cannot say which pages it has: .*${reason}.* Correct its server bundle\\.$`),
    );
    await expect(reading).rejects.not.toBeInstanceOf(BackendError);
  });

  test('is refused of a remote that has data for what is no route of it', async () => {
    const server = `${studio.server}exports.sources = { 'studio/None': { list: async () => new Map() } };`;
    await expect(listed({ ...studio, server })).rejects.toThrow(
      'studio-remote has data for studio/None, which is no route of it.',
    );
  });
});

describe('what cannot be rendered is named, with the reason:', () => {
  const { artifact } = studio;
  const files = Object.fromEntries(Object.entries(artifact.files).filter(([name]) => name !== 'Page1.js'));
  const because = '/ of studio-remote cannot be rendered: ';

  test.each<[what: string, app: LoadedArtifact, message: string]>([
    ['a page that throws', tinyRemote({ pages: { '/': `throw new Error('no word')` } }), `${because}no word`],
    ['a path without a route', tinyRemote({ pages: { '/about': '' } }), `${because}it has no route.`],
    [
      'a route whose id names no chunk',
      { ...studio, artifact: { ...artifact, pages: {} } },
      'its route id studio/Page1 names no chunk of studio-remote; expected <remote name>/<chunk name>.',
    ],
    [
      'a remote that asks for what the shell does not provide',
      { ...studio, server: `require('node:fs')` },
      `${because}the server bundle of studio-remote cannot be run: the shell does not provide node:fs.`,
    ],
    [
      'a page whose style sheet is missing',
      { ...studio, files: new Map() },
      `${because}the style sheet studio.Page1.css is missing.`,
    ],
    [
      'a page whose script is missing',
      { ...studio, artifact: { ...artifact, files } },
      `${because}the script Page1.js is missing.`,
    ],
  ])('%s', async (_what, app, message) => {
    await expect(rendering(app)).rejects.toThrow(message);
  });
});
