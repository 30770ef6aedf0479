import { beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { storeRelease } from '../testing/storedRelease';
import { tinyPicture } from '../testing/tinyPicture';
import { IntegrityError, findRelease, findIntact, listIds, parseRelease, readRelease } from './readRelease';
import type { Release, ReleasePage } from './Release';

const ID = '20261121T101500123Z-1a2b3c4d';
const SHELL = '5e11000000000001';
const STUDIO = '57d1000000000001';
const CONTENT = sha256('page');
const SOURCE = { commit: 'a'.repeat(40), clean: true, builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' };

const home: ReleasePage = {
  app: 'studio-remote',
  path: '/',
  version: STUDIO,
  shell: SHELL,
  content: CONTENT,
};
/** A release with all fields. */
const fullRelease = (id: string): Release => ({
  id,
  createdAt: '2026-11-21T10:15:00.123Z',
  base: '20261120T101500123Z-1a2b3c4d',
  apps: { shell: SHELL, 'studio-remote': STUDIO },
  builds: { 'studio-remote': SOURCE },
  answers: {
    '/collections/projects/records?page=1': {
      content: CONTENT,
      by: ['studio-remote'],
      collections: ['pbc_1', 'projects'],
    },
    '/collections/jobs/records': {
      content: CONTENT,
      by: [],
      collections: [],
      until: '2026-11-28T10:15:00.123Z',
    },
  },
  forms: { 'studio-remote': ['form_submits'] },
  pages: {
    '404.html': { ...home, app: 'shell', path: '*', version: SHELL },
    'index.html': { ...home, listed: true },
    'projects/_.404.html': { ...home, path: '/projects/:projectId' },
    'projects/abc.html': {
      ...home,
      path: '/projects/abc',
      route: '/projects/:projectId',
      // This page was rendered by an earlier build.
      version: '57d1000000000000',
      data: sha256('data'),
      pictures: [tinyPicture.name],
      listed: true,
      modified: '2026-01-01T10:00:00.000Z',
    },
    // This path is too long for a file name. That is allowed, since pages are stored by hash.
    [`projects?category=${'%C3'.repeat(300)}.html`]: {
      ...home,
      path: `/projects?category=${'%C3'.repeat(300)}`,
      route: '/projects',
    },
  },
  failed: {
    'projects/new.html': {
      app: 'studio-remote',
      path: '/projects/new',
      route: '/projects/:projectId',
      version: STUDIO,
      shell: SHELL,
      data: sha256('new'),
    },
  },
  files: { 'release.json': CONTENT, '.well-known/assetlinks.json': CONTENT },
});

const parse = (manifest: unknown, id = ID) => parseRelease(id, Buffer.from(JSON.stringify(manifest)));

/** The reason why a release with these replaced fields is refused. */
function refusal(more: object, id = ID): string {
  try {
    parse({ ...fullRelease(id), ...more }, id);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(IntegrityError);
    return (error as Error).message.replace(/^releases\/[\w-]+\.json is not a valid manifest: /, '');
  }
}

test('a manifest is parsed as it was written, including fields of later versions', () => {
  const manifest = { ...fullRelease(ID), preview: ['shell'], later: { field: true } };
  expect(JSON.stringify(parse(manifest))).toBe(JSON.stringify(manifest));
});

test.each(['', 'garbage', 'null', '{"id":1}'])(
  'content that is not a manifest is refused with an error that names its key: %j',
  (content) => {
    const parsing = () => parseRelease(ID, Buffer.from(content));
    expect(parsing).toThrow(IntegrityError);
    expect(parsing).toThrow(`releases/${ID}.json is not a valid manifest: `);
  },
);

test.each([
  ['the id of another release', ID, fullRelease(ID.replace(/.$/, 'x'))],
  ['an invalid id', 'notes', fullRelease('notes')],
])('a manifest with %s is refused', (_title, id, manifest) => {
  expect(() => parse(manifest, id)).toThrow(
    `${id}.json is not a valid manifest: its id differs from its file name`,
  );
});

describe('an invalid manifest', () => {
  // parseArtifact.test.ts covers more invalid file names.
  test.each(['../../history/999.json', 'a\nb.html', ''])(
    'a manifest with a page or a file named %j is refused',
    (name) => {
      const shown = name.replace('\n', '?');
      expect(refusal({ pages: { [name]: home } })).toBe(`pages > ${shown} is not a file name`);
      expect(refusal({ files: { [name]: CONTENT } })).toBe(`files > ${shown} is not a file name`);
    },
  );

  test('a manifest with a prototype key is refused', () => {
    const text = JSON.stringify(fullRelease(ID)).replace('"apps":{', `"apps":{"__proto__":"${SHELL}",`);
    expect(() => parseRelease(ID, Buffer.from(text))).toThrow('it is not JSON, or has a prototype key');
  });

  test('a manifest in which two files, or a file and a folder, share a path is refused', () => {
    const { pages } = fullRelease(ID);
    for (const name of ['index.html', 'projects', 'index.html/a', 'index.html.br/a', '404.html.gz/a'])
      expect(refusal({ pages, files: { [name]: CONTENT } })).toBe('two of its files have the same path');
  });

  const page = (more: object) => ({ pages: { 'index.html': { ...home, ...more } } });
  const failed = (more: object) => ({ failed: { 'a.html': { ...home, data: CONTENT, ...more } } });
  test.each<[string, object]>([
    ['createdAt is not a time', { createdAt: 'now' }],
    ['base is not a release id', { base: 'pr-12' }],
    ['preview > 0 is not an app name', { preview: ['../x'] }],
    ['apps > ../x is not an app name', { apps: { '../x': STUDIO } }],
    ['apps > shell is not a build version', { apps: { shell: '../1' } }],
    ['apps is missing or has the wrong type', { apps: undefined }],
    ['files > a is not a SHA-256 hash', { files: { a: '../history/1.json' } }],
    ['pages > index.html > app is not an app name', page({ app: '../shell' })],
    ['pages > index.html > path is not an address', page({ path: '/"><script>' })],
    ['pages > index.html > path is not an address', page({ path: '/?a="><script>' })],
    ['pages > index.html > path is not an address', page({ path: '//x?a=b' })],
    ['pages > index.html > route is not an address', page({ route: '//elsewhere' })],
    ['pages > index.html > version is not a build version', page({ version: 'x' })],
    ['pages > index.html > shell is not a build version', page({ shell: 'x' })],
    ['pages > index.html > data is not a SHA-256 hash', page({ data: 'x' })],
    ['pages > index.html > pictures > 0 is not a picture name', page({ pictures: ['../../../a.json'] })],
    ['pages > index.html > content is not a SHA-256 hash', page({ content: '../releases/1.json' })],
    ['pages > index.html > listed is missing or has the wrong type', page({ listed: 'yes' })],
    ['pages > index.html > modified is not a time', page({ modified: '</lastmod>' })],
    [
      'builds > shell > commit is not a commit hash',
      { builds: { shell: { ...SOURCE, commit: '--output=/tmp/x' } } },
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
    ['micora-remote is not one of its apps', { builds: { 'micora-remote': SOURCE } }],
    ['micora-remote is not one of its apps', { forms: { 'micora-remote': [] } }],
    [
      'micora-remote is not one of its apps',
      { answers: { '/a': { content: CONTENT, by: ['micora-remote'], collections: [] } } },
    ],
    ['micora-remote is not one of its apps', page({ app: 'micora-remote' })],
    ['micora-remote is not one of its apps', failed({ app: 'micora-remote' })],
    ['failed > a.html > path is not an address', failed({ path: '/"><script>' })],
    ['failed > a.html > data is missing or has the wrong type', failed({ data: undefined })],
    ['failed > ../x is not a file name', { failed: { '../x': { ...home, data: CONTENT } } }],
  ])('a manifest is refused because %s', (message, more) => expect(refusal(more)).toBe(message));
});

test('errors quote names, shortened and without control characters, but no other content', () => {
  const name = `\u001b[2J\u202e${'x'.repeat(200)}`;
  expect(refusal({ files: { [name]: CONTENT } })).toBe(`files > ?[2J?${'x'.repeat(95)} is not a file name`);
  expect(refusal({ createdAt: 'secret' })).not.toContain('secret');
});

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

test('a missing release is an error only if the operator named it', async () => {
  expect(await findRelease(store, ID)).toBeUndefined();
  expect(await findIntact(store, ID)).toBeUndefined();
  const missing = `There is no release ${ID}, or it has been removed.`;
  await expect(readRelease(store, ID)).rejects.toThrow(missing);

  const release = await storeRelease(store, ID, { 'index.html': 'home' });
  for (const read of [findRelease, findIntact, readRelease]) expect(await read(store, ID)).toEqual(release);
});

test('a damaged manifest is an error, or only a warning if it is read with findIntact', async () => {
  const key = `releases/${ID}.json`;
  await store.write(key, '{}');
  const damage = `${key} is not a valid manifest: id is missing or has the wrong type`;
  const advice =
    'This release cannot be made live: choose another release (npm run deploy -- releases), or restore the file.';
  await expect(findRelease(store, ID)).rejects.toThrow(new IntegrityError(damage));
  await expect(readRelease(store, ID)).rejects.toThrow(`${damage}. ${advice}`);
  const lines: string[] = [];
  expect(await findIntact(store, ID, (line) => lines.push(line))).toBeUndefined();
  expect(lines).toEqual([`${damage}. ${advice}`]);
});

test('ids are listed newest first, without other files in the folder', async () => {
  const older = '20261121T101500123Z-1a2b3c4d';
  const newer = '20261121T101500124Z-0a2b3c4d';
  const wrong = (id: string) =>
    [`x${id}`, `${id}0`, id.toUpperCase(), id.slice(1)].map((one) => `${one}.json`);
  const others = [...wrong(older), `${older}.text`, 'notes.json', 'folder/release.json'];
  for (const name of [...others, `${older}.json`, `${newer}.json`])
    await store.write(`releases/${name}`, '{}');
  expect(await listIds(store)).toEqual([newer, older]);
  await expect(readRelease(store, 'notes')).rejects.toThrow('There is no release notes');
});
