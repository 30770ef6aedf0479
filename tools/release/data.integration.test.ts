import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../build/sha256';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { readHistory } from './readHistory';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { readLivePage } from '../testing/readLivePage';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { deploy } from './deploy';
import type { Release } from './Release';
import { expectWholeStore } from '../testing/expectWholeStore';
import { dataKey } from './parseRelease';

jest.setTimeout(60_000);

/** Where nobody answers. */
const AWAY = 'http://127.0.0.1:9';

let parent: string;
let directory: string;
let store: Store;
let lines: string[];
let items: Item[];
let backendUrl: string;
const log = (line: string): void => void lines.push(line);

beforeEach(async () => {
  parent = await temporaryDirectory();
  directory = join(parent, 'store');
  store = directoryStore(directory);
  lines = [];
  items = [{ id: 'abc', title: 'Harbour' }];
  backendUrl = await serveItems(() => items);
});

const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, backendUrl, log });
const putWithoutBackend = (...artifacts: LoadedArtifact[]) =>
  deploy({ store, artifacts, backendUrl: AWAY, log });
/** The live release, all of which is there, and all of the data that its pages show. */
async function live(): Promise<Release> {
  const release = await expectWholeSite(directory);
  for (const { data } of Object.values(release.pages))
    if (data !== undefined) expect(sha256((await store.read(dataKey(data))) ?? '')).toBe(data);
  return release;
}
const page = (name: string) => readLivePage(store, name);
const dataOf = (text: string): unknown => JSON.parse(/id="data">([^<]*)/.exec(text)?.[1] ?? 'null');

/** A remote at `/` of one pattern, with this as its sources. */
async function studioWith(sources: Record<string, string>, more = ''): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  const pages = {
    '/': `return 'Home'`,
    '/projects/:projectId': `return data ? 'Project ' + data.title : 'Loading' ${more}`,
  };
  await writeRemoteBuild(folder, { name: 'studio', mount: '/', pages, sources });
  return readArtifact(folder);
}

describe('§7 ids that are no names of files', () => {
  const HOSTILE = [
    '../x',
    '..',
    '.',
    '_',
    '_.404',
    '_.html',
    'a/b',
    '/etc/passwd',
    'a\\b',
    'a.html',
    'a\0b',
    'a\nb',
    'a b',
    '%2e%2e%2fx',
    'é',
    '项目',
    '👋',
    '\ud800',
    '',
    'x'.repeat(300),
    'x'.repeat(100_000),
  ];

  test('are left to the pattern: no file lies elsewhere, nothing stops, and the others have their pages', async () => {
    items = [...HOSTILE, 'abc', '__proto__', 'constructor'].map((id, index) => ({
      id,
      title: `Title ${index}`,
    }));
    const release = await put(await tinyShell(), await tinyPortfolio(), await tinyMicora());
    const PAGES = [
      '404.html',
      'index.html',
      'micora.html',
      'projects.html',
      'projects/_.404.html',
      'projects/__proto__.html',
      'projects/abc.html',
      'projects/constructor.html',
    ];
    expect(Object.keys(release.pages).sort()).toEqual(PAGES);
    expect(await live()).toEqual(release);
    await expectWholeStore(store);
    expect(await page('projects/_.404.html')).toContain('<main>Loading</main>');
    expect(await page('projects/__proto__.html')).toContain('Title');
    // All of them stand in the list.
    for (const { title } of items) expect(await page('projects.html')).toContain(title);
    expect(await readdir(parent)).toEqual(['store']);

    // Nor is anything different the next time, with the backend or without.
    expect(await put()).toEqual(release);
    expect(await putWithoutBackend()).toEqual(release);
    const second = await putWithoutBackend(await tinyPortfolio('Work'));
    expect(Object.keys(second.pages).sort()).toEqual(PAGES);
    expect(await page('projects/constructor.html')).toContain('<main>Work Title');
  });
});

describe('§7 a source that does wrong', () => {
  test.each([
    [
      'throws',
      { '/projects/:projectId': `{ list: async () => { throw new Error('out of luck'); } }` },
      'studio-remote cannot say which pages it has: out of luck. Correct its server bundle.',
    ],
    [
      'gives nothing',
      { '/projects/:projectId': `{ list: async () => undefined }` },
      'studio-remote cannot say which pages it has:',
    ],
    [
      'never answers',
      { '/projects/:projectId': `{ list: () => { for (;;) process.exit(7); } }` },
      'Rendering ended with 7.',
    ],
  ])('because it %s refuses its build, and the live site stays', async (_what, sources, message) => {
    const first = await put(await tinyShell(), await tinyPortfolio());
    const before = await store.walk('');
    await expect(put(await studioWith(sources))).rejects.toThrow(message);
    expect((await live()).id).toBe(first.id);
    expect((await store.walk('')).map(({ key }) => key).sort()).toEqual(before.map(({ key }) => key).sort());
    expect(lines.join('\n')).not.toContain('The backend cannot be read');
  });

  test('because it is of no route refuses its build', async () => {
    const first = await put(await tinyShell(), await tinyPortfolio());
    const wrong = await studioWith({ '/projects/:projectId': `{ list: async () => new Map() }` });
    wrong.server = wrong.server.replace(`'studio/Page2': {`, `'studio/Nowhere': {`);
    await expect(put(wrong)).rejects.toThrow(
      'studio-remote has data for studio/Nowhere, which is no route of it.',
    );
    expect((await live()).id).toBe(first.id);
  });

  test('because one record cannot be prepared, or has no head, leaves that record to the pattern', async () => {
    await put(await tinyShell(), await tinyPortfolio());
    for (const part of ['prepare', 'head']) {
      const release = await put(
        await studioWith({
          '/projects/:projectId': `{
            list: async () => new Map([['good', { title: 'Good' }], ['bad', { title: 'Bad' }]]),
            prepare: (data) => data,
            head: ({ title }) => ({ title, description: '' }),
            ${part}: (data) => { if (data.title === 'Bad') throw new Error('no ${part}'); return data; },
          }`,
        }),
      );
      expect(Object.keys(release.pages)).toContain('projects/good.html');
      expect(Object.keys(release.pages)).not.toContain('projects/bad.html');
      expect(lines).toContain(
        `/projects/bad of studio-remote cannot be rendered: no ${part} It is left to the browser.`,
      );
      await live();
    }
  });

  test('because a new build has none any more: its pages show no data, also none of before', async () => {
    await put(await tinyShell(), await tinyPortfolio());
    const release = await put(await studioWith({}));
    expect(Object.keys(release.pages).sort()).toEqual(['404.html', 'index.html', 'projects/_.html']);
    expect(await page('projects/_.html')).toContain('<main>Loading</main>');
  });
});

describe('§7 data that an earlier build has prepared', () => {
  test('is prepared by the new build, with the backend or without: reading it again makes no other release', async () => {
    const first = await put(await tinyShell(), await tinyPortfolio('Old'));
    const away = await putWithoutBackend(await tinyPortfolio('New'));
    expect(await page('projects/abc.html')).toContain('<main>New Harbour</main>');
    expect(dataOf(await page('projects/abc.html'))).toEqual({ title: 'Harbour', by: 'New' });
    expect(dataOf(await page('projects.html'))).toEqual({ titles: ['Harbour'], by: 'New' });
    expect(away.pages['projects/abc.html']?.data).toBe(first.pages['projects/abc.html']?.data);
    expect(await putWithoutBackend()).toEqual(away);
    expect(await put()).toEqual(away);
  });

  test('is prepared by the old build after a rollback, which asks no backend', async () => {
    await put(await tinyShell(), await tinyPortfolio('Old'));
    items = [{ id: 'abc', title: 'Harbour two' }];
    await put(await tinyPortfolio('New'));
    const back = await deploy({ store, back: { app: 'studio-remote' }, log });
    expect(dataOf(await page('projects/abc.html'))).toEqual({ title: 'Harbour two', by: 'Old' });
    expect(await put()).toEqual(back);
  });

  test('is sanitised by the new build: what an earlier one let through is gone, whoever is away', async () => {
    const source = (prepare: string) => ({
      '/projects/:projectId': `{
        list: async (read) => {
          const { items } = await read('/collections/projects/records', { perPage: 500 });
          return new Map(items.map((item) => [item.id, item]));
        },
        prepare: ${prepare},
      }`,
    });
    items = [{ id: 'abc', title: '<script>alert(1)</script><b>Harbour</b>' }];
    await put(await tinyShell(), await studioWith(source(`({ title }) => ({ title })`)));
    expect(await page('projects/abc.html')).toContain('<main>Project <script>alert(1)</script>');
    await putWithoutBackend(
      await studioWith(
        source(`({ title }, openWindow) => {
          const { body } = openWindow().document;
          body.innerHTML = title;
          for (const script of body.querySelectorAll('script')) script.remove();
          return { title: body.innerHTML };
        }`),
      ),
    );
    expect(await page('projects/abc.html')).toContain('<main>Project <b>Harbour</b></main>');
    expect(await page('projects/abc.html')).not.toContain('alert');
  });

  test('makes no release of its own where the same comes of it', async () => {
    const studio = (more: string) =>
      studioWith(
        {
          '/projects/:projectId': `{
            list: async (read) => {
              const { items } = await read('/collections/projects/records', { perPage: 500 });
              return new Map(items.map((item) => [item.id, item]));
            },
            prepare: ({ title }) => ({ title }),
          }`,
        },
        more,
      );
    await put(await tinyShell(), await studio('/* one */'), await tinyMicora());
    const second = await putWithoutBackend(await studio('/* two */'));
    lines = [];
    expect(await put()).toEqual(second);
    expect(lines).toEqual([`Nothing to deploy: release ${second.id} has all of it.`]);
    expect(await store.list('history/')).toHaveLength(2);
  });
});

describe('§7 a page that could not be filled', () => {
  test('is filled by the next release that can, and meanwhile every other page is brought up to date', async () => {
    const sources = (test: string) => ({
      '/': `{
        list: async (read) => new Map([['', await read('/collections/projects/records', { perPage: 500 })]]),
        prepare: ({ items }) => { ${test} return { title: items[0].title }; },
      }`,
    });
    const check = `if (items[0].title === '${BAD}') throw new Error('bad');`;
    items = [{ id: 'abc', title: BAD }];
    const first = await put(await tinyShell(), await studioWith(sources(check)));
    expect(await page('index.html')).not.toContain('id="data"');
    expect(lines.join('\n')).toContain(
      '/ of studio-remote cannot be rendered: bad It is left to the browser.',
    );

    // With the backend away, it is rendered as new code has it.
    const second = await putWithoutBackend(await studioWith(sources(check), '/* two */'));
    expect(second.pages['index.html']).toMatchObject({ version: second.apps['studio-remote'] });
    expect(second.apps).not.toEqual(first.apps);
    items = [{ id: 'abc', title: 'Harbour' }];
    await put();
    expect(dataOf(await page('index.html'))).toEqual({ title: 'Harbour' });
    expect((await readHistory(store)).length).toBe(3);
  });

  test('stops nothing, be there several of them and every other page as it was', async () => {
    items = ['abc', 'def', 'ghi'].map((id) => ({ id, title: id }));
    await put(await tinyShell(), await tinyPortfolio());
    items = items.map((item) => (item.id === 'abc' ? item : { ...item, title: BAD }));
    const edited = await put();
    expect(await put()).toEqual(edited);
    const second = await put(await tinyMicora());
    expect(second.pages['projects/def.html']).toEqual(edited.pages['projects/def.html']);
    expect(await live()).toEqual(second);
  });
});
