import { beforeEach, describe, expect, test } from '@jest/globals';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { tinyPicture } from '../testing/tinyPicture';
import {
  findIntact,
  findLive,
  formatRelease,
  IntegrityError,
  listNumbers,
  liveRelease,
  parseRelease,
  readNumber,
} from './readReleases';
import { pagePath, type AppBuild, type Release, type ReleasePage } from './Release';

const ID = '20261121T101500123Z-1a2b3c4d';
const SHELL = '5e11000000000001';
const STUDIO = '57d1000000000001';
const CONTENT = sha256('page');
const SOURCE = { commit: 'a'.repeat(40), clean: true, builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' };
const TIME = '2026-11-21T10:15:00.123Z';

const home: ReleasePage = { app: 'studio-remote', content: CONTENT };
const build: Omit<AppBuild, 'app'> = {
  version: SHELL,
  shared: { react: '19.3.1' },
  router: ['Link'],
  tokens: ['--space'],
  usedTokens: { '--space': 'shell.main.css' },
};

const FULL: Release = {
  site: '5173000000000001',
  id: ID,
  createdAt: TIME,
  base: '20261120T101500123Z-1a2b3c4d',
  builds: {
    shell: build,
    'studio-remote': {
      ...build,
      version: STUDIO,
      source: SOURCE,
      remote: { name: 'studio', mount: '/', paths: ['/'], forms: ['form_submits'] },
      integrity: `sha256-${'a'.repeat(43)}=`,
    },
  },
  data: { 'studio-remote': { '/projects/:projectId': { abc: sha256('data') } } },
  answers: {
    '/collections/projects/records?page=1': {
      content: CONTENT,
      by: ['studio-remote'],
      collections: ['pbc_1', 'projects'],
    },
    '/collections/jobs/records': { content: CONTENT, by: [], collections: [], until: TIME },
  },
  forms: { 'studio-remote': ['form_submits'] },
  pages: {
    '404.html': { ...home, app: 'shell', route: '*' },
    'index.html': { ...home, listed: true },
    'projects/_.404.html': { ...home, route: '/projects/:projectId' },
    'projects/abc.html': {
      ...home,
      route: '/projects/:projectId',
      version: '57d1000000000000',
      shell: '5e11000000000000',
      pictures: [tinyPicture.name],
      listed: true,
      modified: '2026-01-01T10:00:00.000Z',
    },
    // This path is too long for a file name, but valid, because pages are stored by hash.
    [`projects?category=${'%C3'.repeat(300)}.html`]: { ...home, route: '/projects' },
  },
  behind: { 'projects/new.html': { app: 'studio-remote', route: '/projects/:projectId', tried: TIME } },
  files: { 'release.json': CONTENT, '.well-known/assetlinks.json': CONTENT },
  log: [
    {
      number: 7,
      release: ID,
      at: TIME,
      who: 'Ada',
      what: 'deploy studio-remote',
      apps: { shell: SHELL, 'studio-remote': STUDIO },
      builds: { 'studio-remote': SOURCE },
    },
  ],
};

const parse = (content: unknown) => parseRelease(7, gzipSync(JSON.stringify(content)));

function refusal(more: object): string {
  try {
    parse({ ...FULL, ...more });
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(IntegrityError);
    return (error as Error).message.replace('releases/7.json.gz is not a valid release: ', '');
  }
}

test('a release is parsed as it was written, including fields of later versions', () => {
  const written = { ...FULL, preview: ['shell'], later: { field: true } };
  expect(JSON.stringify(parseRelease(7, formatRelease(written)))).toBe(JSON.stringify(written));
});

test.each(['', 'garbage', 'null', '{"id":1}', '[]'])(
  'content that is not a release is refused with an error that names its key: %j',
  (content) => {
    for (const stored of [Buffer.from(content), gzipSync(content)]) {
      const parsing = () => parseRelease(7, stored);
      expect(parsing).toThrow(IntegrityError);
      expect(parsing).toThrow('releases/7.json.gz is not a valid release: ');
    }
  },
);

test('a page’s data can have an entry of any name', () => {
  const entries = Object.fromEntries(['__proto__', 'constructor'].map((name) => [name, CONTENT]));
  const { data } = parse({ ...FULL, data: { 'studio-remote': { '/projects/:projectId': entries } } });
  expect(Object.entries(data['studio-remote']?.['/projects/:projectId'] ?? {})).toEqual(
    Object.entries(entries),
  );
});

describe('an invalid release', () => {
  // parseDescription.test.ts covers more invalid file names.
  test.each(['../../releases/999.json.gz', 'a\nb.html', ''])(
    'a release with a page or a file named %j is refused',
    (name) => {
      const shown = name.replace('\n', '?');
      expect(refusal({ pages: { [name]: home } })).toBe(`pages > ${shown} is not a file name`);
      expect(refusal({ files: { [name]: CONTENT } })).toBe(`files > ${shown} is not a file name`);
    },
  );

  test('a release in which two files, or a file and a folder, share a path is refused', () => {
    const { pages } = FULL;
    for (const name of ['index.html', 'projects', 'index.html/a', 'index.html.br/a', '404.html.gz/a'])
      expect(refusal({ pages, files: { [name]: CONTENT } })).toBe('two of its files have the same path');
  });

  const page = (more: object) => ({ pages: { 'index.html': { ...home, ...more } } });
  const behind = (more: object) => ({ behind: { 'a.html': { app: 'shell', tried: TIME, ...more } } });
  const shell = (more: object) => ({ builds: { ...FULL.builds, shell: { ...build, ...more } } });
  test.each<[string, object]>([
    ['site is not the id of a site', { site: '../x' }],
    ['id is not a release id', { id: 'notes' }],
    ['createdAt is not a time', { createdAt: 'now' }],
    ['base is not a release id', { base: 'pr-12' }],
    ['preview > 0 is not an app name', { preview: ['../x'] }],
    ['builds > ../x is not an app name', { builds: { '../x': build } }],
    ['builds > shell > version is not a build version', shell({ version: '../1' })],
    [
      'builds > shell > source > commit is not a commit hash',
      shell({ source: { ...SOURCE, commit: '--output=/tmp/x' } }),
    ],
    ['builds is missing or has the wrong type', { builds: undefined }],
    ['files > a is not a SHA-256 hash', { files: { a: '../releases/1.json' } }],
    ['pages > index.html > app is not an app name', page({ app: '../shell' })],
    ['pages > index.html > route is not an address', page({ route: '//elsewhere' })],
    ['pages > index.html > version is not a build version', page({ version: 'x' })],
    ['pages > index.html > shell is not a build version', page({ shell: 'x' })],
    ['pages > index.html > pictures > 0 is not a picture name', page({ pictures: ['../../../a.json'] })],
    ['pages > index.html > content is not a SHA-256 hash', page({ content: '../releases/1.json' })],
    ['pages > index.html > listed is missing or has the wrong type', page({ listed: 'yes' })],
    ['pages > index.html > modified is not a time', page({ modified: '</lastmod>' })],
    [
      'data > studio-remote > /a > b is not a SHA-256 hash',
      { data: { 'studio-remote': { '/a': { b: 'x' } } } },
    ],
    [
      'answers > records is not the address of a read',
      { answers: { records: { content: CONTENT, by: [], collections: [] } } },
    ],
    [
      'answers > /a > content is not a SHA-256 hash',
      { answers: { '/a': { content: '../x', by: [], collections: [] } } },
    ],
    [
      'forms > studio-remote > 0 is not the name of a collection',
      { forms: { 'studio-remote': ['_superusers'] } },
    ],
    ['micora-remote is not one of its apps', { data: { 'micora-remote': {} } }],
    ['micora-remote is not one of its apps', { forms: { 'micora-remote': [] } }],
    [
      'micora-remote is not one of its apps',
      { answers: { '/a': { content: CONTENT, by: ['micora-remote'], collections: [] } } },
    ],
    ['micora-remote is not one of its apps', page({ app: 'micora-remote' })],
    ['micora-remote is not one of its apps', behind({ app: 'micora-remote' })],
    ['behind > a.html > tried is not a time', behind({ tried: 'now' })],
    ['behind > ../x is not a file name', { behind: { '../x': { app: 'shell', tried: TIME } } }],
    ['log > 0 > release is not a release id', { log: [{ ...FULL.log[0], release: '../x' }] }],
  ])('a release is refused because %s', (message, more) => expect(refusal(more)).toBe(message));
});

test('errors quote names, shortened and without control characters, but no other content', () => {
  const name = `\u001b[2J\u202e${'x'.repeat(200)}`;
  expect(refusal({ files: { [name]: CONTENT } })).toBe(`files > ?[2J?${'x'.repeat(95)} is not a file name`);
  expect(refusal({ createdAt: 'secret' })).not.toContain('secret');
});

test.each([
  ['404.html', '*', '*'],
  ['index.html', undefined, '/'],
  ['index?a=b.html', '/', '/?a=b'],
  ['projects.html', undefined, '/projects'],
  ['projects/_.404.html', '/projects/:projectId', '/projects/:projectId'],
  ['projects/_.html', '/projects/:projectId', '/projects/:projectId'],
  ['projects/abc.html', '/projects/:projectId', '/projects/abc'],
])('the page %s of route %s has the path %s', (file, route, path) => {
  expect(pagePath(file, { ...(route !== undefined && { route }) })).toBe(path);
});

describe('the live release', () => {
  let store: Store;
  const makeId = (number: number) => `20261121T101500123Z-0000000${number}`;
  const put = async (number: number) =>
    recordLive(store, number, await storeRelease(store, makeId(number), {}));

  beforeEach(async () => {
    store = memoryStore();
    // None of these files is a release.
    for (const name of [
      '27.json',
      '0.json.gz',
      '1e23.json.gz',
      'x28.json.gz',
      '031.json.gz',
      'notes.json.gz',
    ])
      await store.write(`releases/${name}`, '{}');
    await store.write(`releases/${'9'.repeat(16)}.json.gz`, '{}');
  });

  test('the live release has the highest number', async () => {
    expect(await findLive(store)).toBeUndefined();
    for (const number of [2, 1]) await put(number);
    await store.write('releases/10.json.gz', (await store.read('releases/1.json.gz')) ?? '');
    expect(await listNumbers(store)).toEqual([10, 2, 1]);
    expect(await findLive(store)).toMatchObject({ number: 10, newest: 10, release: { id: makeId(1) } });
    expect(await readNumber(store, 9)).toBeUndefined();
  });

  test.each(['', '{', 'null', '{}'])(
    'a newest release that cannot be read counts as missing: %j',
    async (content) => {
      for (const number of [1, 2]) await put(number);
      const lines: string[] = [];
      for (const spoilt of [content, gzipSync(content)]) {
        await store.write('releases/3.json.gz', spoilt);
        const live = await findLive(store, (line) => lines.push(line));
        expect(live).toMatchObject({ number: 2, newest: 3, release: { id: makeId(2) } });
        expect(lines.pop()).toMatch(
          /^releases\/3\.json\.gz is not a valid release: .*\. It is skipped: restore the file, or remove it\.$/,
        );
      }
    },
  );

  test('if no release can be read, there is an error, and not an empty site', async () => {
    await store.write('releases/3.json.gz', '{');
    await expect(liveRelease(store)).rejects.toThrow(
      'None of the 1 releases in the store can be read. Restore the newest one, releases/3.json.gz.',
    );
  });

  test('the previous release is live if the newest one is removed while it is being read', async () => {
    for (const number of [1, 2]) await put(number);
    const looked = steppedStore(store, async (_step, key) => {
      if (key === 'releases/2.json.gz') await store.remove(key);
    });
    expect(await findLive(looked)).toMatchObject({ number: 1, release: { id: makeId(1) } });
  });

  test('a damaged older release is skipped with a line that names it', async () => {
    await store.write('releases/1.json.gz', 'x');
    await put(2);
    const lines: string[] = [];
    expect(await findIntact(store, 1, (line) => lines.push(line))).toBeUndefined();
    expect(lines.join()).toContain('releases/1.json.gz');
    await expect(readNumber(store, 1)).rejects.toThrow(IntegrityError);
    expect((await liveRelease(store))?.id).toBe(makeId(2));
  });
});

test('a release with 5,000 pages is stored compressed, without redundant data', () => {
  const hash = (text: string) => sha256(text);
  const ids = Array.from({ length: 5000 }, (_, index) => hash(String(index)).slice(0, 15));
  const pages = ids.map((id): [string, ReleasePage] => [
    `projects/${id}.html`,
    { app: 'studio-remote', route: '/projects/:projectId', listed: true, content: hash(`page ${id}`) },
  ]);
  const entries = Object.fromEntries(ids.map((id) => [id, hash(`data ${id}`)]));
  const stored = formatRelease({
    ...FULL,
    pages: Object.fromEntries(pages),
    data: { 'studio-remote': { '/projects/:projectId': entries } },
  });
  // Each page adds two hashes and an id. When compressed, each hash still takes about 32 bytes, and the id about 8.
  expect(stored.length / 5000).toBeLessThan(130);
  expect(gunzipSync(stored).length / 5000).toBeLessThan(350);
});
