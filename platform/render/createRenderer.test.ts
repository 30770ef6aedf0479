import { describe, expect, test } from '@jest/globals';
import type { ReadBackend } from '@site/shared/contract';
import type { DocumentParts } from '@site/shared/shell';
import { transformSync } from 'esbuild';
import type { LoadedBuild } from '../store/readBuild';
import { tinyPicture } from '../testing/tinyPicture';
import { itemSource } from '../testing/tinyPortfolio';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { createRenderer, type PageJob } from './createRenderer';
import { BackendError } from '../release/BackendError';

const ROUTE = '/projects/:projectId';
const NO_BACKEND: ReadBackend = () => Promise.reject(new Error('A request was sent to the backend.'));

const shell = tinyShell();
const studio = tinyRemote({
  pages: { '/': `return 'Home'`, '/about': `return shout('about')`, [ROUTE]: `return 'Project'` },
});

const rendering = (app: LoadedBuild, job: Partial<PageJob> = {}) =>
  createRenderer(shell, app).renderPage({ route: job.path ?? '/', path: '/', ...job });
const renderHtml = async (...given: Parameters<typeof rendering>) => (await rendering(...given)).html;
const listParts = (page: string) =>
  JSON.parse(/<!--(.*)-->/.exec(page)?.[1] ?? '') as DocumentParts & { title: string; index?: false };
const readBlock = (page: string): unknown => JSON.parse(/id="page">([^<]*)/.exec(page)?.[1] ?? '');

const describeAsset = ({ description: { app, version, files } }: LoadedBuild, name: string) => ({
  url: `/assets/${app}/${version}/${name}`,
  integrity: files[name]?.integrity,
});

/**
 * Makes a remote with one page at `/`.
 *
 * @param prepare code for all members of the page's data source except `list`
 * @param body code for the body of the page's component
 */
const preparedBy = (prepare: string, body = 'return JSON.stringify(data)') =>
  tinyRemote({ pages: { '/': body }, sources: { '/': `{ list: async () => new Map(), ${prepare} }` } });
const failing = (part: string) =>
  preparedBy(`prepare: (data) => data, ${part}: () => { throw new Error('no ${part}'); }`);

describe('a page', () => {
  test('a page is rendered inside the shell, with the files that it needs', async () => {
    const html = await renderHtml(studio, { path: '/about' });
    expect(html).toContain('<header>Tiny shell</header><main>ABOUT</main>');
    expect(html).not.toContain('id="data"');
    const entry = describeAsset(studio, 'remoteEntry.js');
    const remote = { name: 'studio', mount: '/', version: studio.description.version, entry };
    expect(readBlock(html)).toEqual({ shell: shell.description.version, remote });
    const { preloads, main, styles, files } = listParts(html);
    expect(preloads).toEqual([entry, describeAsset(studio, 'routes.js'), describeAsset(studio, 'Page2.js')]);
    expect(main).toEqual(describeAsset(shell, 'main.js'));
    const picture = describeAsset(shell, 'picture.png').url;
    expect(styles).toEqual([
      { name: 'shell.main.css', css: `.header{background:url(${picture})}` },
      { name: 'studio.Page2.css', css: '.studio_Page2{color:red}' },
    ]);
    expect(files).toMatchObject({ 'picture.png': picture });
    expect(Object.keys(files)).not.toContain('main.js');
  });

  const noindex = `for (const { handle } of exports.routes) handle.index = false;`;

  test.each([
    ['a page has a canonical address, and search engines may list it', studio, '/about', '/about', true],
    [
      'a page is not listed if its route forbids it',
      { ...studio, server: studio.server + noindex },
      '/',
      '/',
      false,
    ],
    ['the page of a pattern has no canonical address, and is not listed', studio, ROUTE, undefined, false],
    ['the 404 page has no canonical address, and is not listed', shell, '*', undefined, false],
  ])('%s', async (_what, app, path, pathname, isListed) => {
    const { html, listed } = await rendering(app, { path });
    expect(listParts(html).pathname).toBe(pathname);
    expect(listed).toBe(isListed);
  });

  test('a page is not affected by changes that another page makes to the bundle', async () => {
    const count = `exports.seen = (exports.seen ?? 0) + 1; return 'Seen ' + exports.seen;`;
    const renderer = createRenderer(shell, tinyRemote({ pages: { '/': count, '/about': count } }));
    for (const path of ['/', '/about'])
      expect((await renderer.renderPage({ route: path, path })).html).toContain('>Seen 1<');
  });

  test.each([
    ['id', 'studio/Page1', `exports.routes[1].id = 'studio/Page1'`],
    ['path', '/about', `exports.routes[0].path = '/about'`],
  ])('no page is rendered if two routes have the same %s', async (key, value, change) => {
    const app = { ...studio, server: `${studio.server};${change}` };
    await expect(rendering(app, { path: '/about' })).rejects.toThrow(
      `/about of studio-remote cannot be rendered: two routes of studio-remote have the ${key} ${value}.`,
    );
  });

  test('the 404 page has no remote', async () => {
    const page = await renderHtml(shell, { path: '*' });
    expect(page).toContain('<main>No such page</main>');
    expect(listParts(page)).toMatchObject({ preloads: [], styles: [{ name: 'shell.main.css' }] });
    expect(readBlock(page)).toEqual({ shell: shell.description.version });
  });
});

describe('§7 a page with data', () => {
  test('a page shows and embeds only its prepared data', async () => {
    const data = JSON.stringify({ title: 'Harbour', secret: 'not shown' });
    const head = `({ title }) => ({ title, description: 'About ' + title, modified: '2026-01-02' })`;
    const app = tinyRemote({
      pages: { [ROUTE]: `return 'Project ' + data?.title` },
      sources: { [ROUTE]: itemSource(`prepare: ({ title }) => ({ title }), head: ${head}`) },
    });
    const { html, ...more } = await rendering(app, { route: ROUTE, path: '/projects/abc', data });
    expect(html).toContain('<main>Project Harbour</main>');
    expect(html).toContain('id="data">{"title":"Harbour"}</script>');
    expect(html).not.toContain('not shown');
    expect(listParts(html)).toMatchObject({
      pathname: '/projects/abc',
      head: { title: 'Harbour', description: 'About Harbour' },
    });
    expect(more).toEqual({ listed: true, modified: '2026-01-02' });
  });

  test('a page is rendered from the JSON that it embeds', async () => {
    const app = preparedBy(
      `prepare: () => ({ date: new Date(0), none: undefined, call: () => 1 })`,
      `return Object.keys(data).join() + typeof data.date`,
    );
    expect(await renderHtml(app, { data: '1' })).toContain('<main>datestring<');
  });

  test('a source can sanitise HTML with a DOM window that is created once', async () => {
    const app = preparedBy(
      `prepare: (_data, openWindow) => {
        const { document } = openWindow();
        document.body.innerHTML = '<p>Rich</p>';
        return { shown: document.body.textContent + (openWindow() === openWindow()) };
      }`,
      `return data.shown`,
    );
    expect(await renderHtml(app, { data: '1' })).toContain('Richtrue');
  });

  test('a rendered page lists the pictures in its data, sorted and without duplicates', async () => {
    const pictured = preparedBy(`prepare: (data) => data, pictures: (names) => names`);
    const one = `${tinyPicture.name}.one.jpg`;
    const two = `${tinyPicture.name}.two.jpg`;
    const findPictures = async (names: string[]) =>
      (await rendering(pictured, { data: JSON.stringify(names) })).pictures;
    expect(await findPictures([two, one, two])).toEqual([one, two]);
    expect(await findPictures([])).toBeUndefined();
    await expect(rendering(pictured, { data: '["../../secret"]' })).rejects.toThrow(
      `/ of studio-remote cannot be rendered: ../../secret is not a picture name`,
    );
  });
});

describe('the data of an app’s pages', () => {
  const listed = (app: LoadedBuild, read: ReadBackend) => createRenderer(shell, app).list(read);
  const listing = (list: string) => tinyRemote({ pages: { '/': '' }, sources: { '/': `{ list: ${list} }` } });

  test('data is listed exactly as the backend returns it, before it is prepared', async () => {
    const items = ['abc', 'def'].map((id) => ({ id, title: '</script>\u2028', secret: 'not shown' }));
    const source = itemSource(`prepare: () => 'shaped'`);
    const app = tinyRemote({ pages: { [ROUTE]: '' }, sources: { [ROUTE]: source } });
    expect(await listed(app, () => Promise.resolve({ items }))).toEqual([
      { route: ROUTE, entries: items.map((item) => [item.id, JSON.stringify(item)]) },
    ]);
    const failure = new BackendError('nobody answers');
    await expect(listed(app, () => Promise.reject(failure))).rejects.toBe(failure);
  });

  test('neither the shell nor a remote without sources has data', async () => {
    for (const app of [studio, shell]) expect(await listed(app, NO_BACKEND)).toEqual([]);
  });

  test.each([
    ['throws', `() => { throw new Error('out of luck'); }`, 'out of luck'],
    ['rejects', `async () => [].first.path`, 'Cannot read properties of undefined'],
    ['returns nothing', `async () => undefined`, 'is not iterable'],
    ['returns a value that JSON cannot express', `async () => new Map([['', 1n]])`, 'BigInt'],
    ['returns an entry without data', `async () => new Map([['abc', undefined]])`, 'no data'],
  ])('data is refused if a source %s', async (_what, list, reason) => {
    const reading = listed(listing(list), NO_BACKEND);
    await expect(reading).rejects.toThrow(
      new RegExp(`^studio-remote cannot list its pages: .*${reason}.* Fix its server bundle\\.$`),
    );
    await expect(reading).rejects.not.toBeInstanceOf(BackendError);
  });

  test('a source that does not belong to a route is refused', async () => {
    const server = `${studio.server}exports.sources = { 'studio/None': { list: async () => new Map() } };`;
    await expect(listed({ ...studio, server }, NO_BACKEND)).rejects.toThrow(
      'studio-remote has a data source for studio/None, which is not one of its routes.',
    );
  });
});

describe('a page error', () => {
  test('in a development build, an error names the line of the source', async () => {
    const source = `
      exports.sources = {};
      const Component = () => {
        throw new Error('no word');
      };
      exports.routes = [
        { id: 'studio/Page1', path: '/', handle: { title: 'Home' }, lazy: async () => ({ Component }) },
      ];`;
    const sourcefile = './src/pages/home/HomePage.tsx';
    const { code } = transformSync(source, { loader: 'tsx', sourcemap: 'inline', sourcefile, minify: true });
    await expect(rendering({ ...studio, server: code })).rejects.toThrow(
      /^\/ of studio-remote cannot be rendered: no word \(studio-remote\/src\/pages\/home\/HomePage\.tsx:4:\d+\)$/,
    );
  });

  const { description } = studio;
  const without = (lost: string): LoadedBuild => {
    const files = Object.entries(description.files).filter(([name]) => name !== lost);
    return { ...studio, description: { ...description, files: Object.fromEntries(files) } };
  };

  test.each<[what: string, app: LoadedBuild, reason: string, data?: string]>([
    ['a page that throws', tinyRemote({ pages: { '/': `throw new Error('no word')` } }), 'no word'],
    ['a path without a route', tinyRemote({ pages: { '/about': '' } }), 'it has no route.'],
    ['data without a source', studio, 'its route has no data source.', '{}'],
    ['data that cannot be prepared', failing('prepare'), 'no prepare', '1'],
    ['a head that fails', failing('head'), 'no head', '1'],
    ['pictures that fail', failing('pictures'), 'no pictures', '1'],
    [
      'a route whose id does not name a chunk',
      { ...studio, description: { ...description, pages: {} } },
      'its route id studio/Page1 does not name a chunk of studio-remote; expected <remote name>/<chunk name>, as one string.',
    ],
    [
      'a remote that requires a module that the shell does not provide',
      { ...studio, server: `require('node:fs')` },
      'the server bundle of studio-remote cannot be run: the shell does not provide node:fs.',
    ],
    [
      'a missing style sheet',
      { ...studio, files: new Map() },
      'the style sheet studio.Page1.css is missing.',
    ],
    ['a missing script', without('Page1.js'), 'the script Page1.js is missing.'],
    ['a missing entry', without('remoteEntry.js'), 'studio-remote has no remoteEntry.js: build it again.'],
  ])('an error names the page and the reason: %s', async (_what, app, reason, data = '') => {
    await expect(rendering(app, data ? { data } : {})).rejects.toThrow(
      `/ of studio-remote cannot be rendered: ${reason}`,
    );
  });
});
