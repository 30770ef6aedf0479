import { expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { tinyPicture } from '../testing/tinyPicture';
import { copyKeys, markerKey } from './pictures/pictureKeys';
import type { Release } from './Release';
import { partsOf, picturePart, walkParts } from './walkParts';

const PICTURE = tinyPicture.name;
const PARTS: Record<string, string[]> = {
  'shell/s1': [
    'artifacts/shell/s1/artifact.json',
    'artifacts/shell/s1/server.cjs',
    'assets/shell/s1/fonts/inter.woff2',
    'assets/shell/s1/main.js',
  ],
  'shell/s2': ['artifacts/shell/s2/artifact.json'],
  [picturePart(PICTURE)]: [...copyKeys(PICTURE).map(([, key]) => key), markerKey(PICTURE)].sort(),
  'pages/abc': ['pages/abc', 'pages/abc.br', 'pages/abc.gz'],
  'data/def.json': ['data/def.json'],
};

test('the files of a store belong to builds, pages, data and pictures', async () => {
  const store = memoryStore();
  for (const key of [...Object.values(PARTS).flat(), 'history/1.json']) await store.write(key, 'content');
  const parts = await walkParts(store, ['artifacts/', 'assets/', 'pictures/', 'pages/', 'data/']);
  const found = [...parts].map(([part, files]) => [part, files.map(({ key }) => key).sort()]);
  expect(Object.fromEntries(found)).toEqual(PARTS);
});

test('a release names its manifest, contents, data, pictures, made or not, and builds, those of one page too', () => {
  const made = { app: 'shell', version: 's1', shell: 's1', content: 'c', data: 'd' };
  const id = '20261121T101500123Z-1a2b3c4d';
  const release = {
    ...{ id, apps: { shell: 's1' }, files: { 'robots.txt': 'r' } },
    pages: {
      '404.html': { ...made, pictures: ['one', 'two'] },
      // A page that cannot be rendered keeps its last version, which its own build made.
      'a.html': { ...made, version: 's0', pictures: ['two'] },
    },
  } as unknown as Release;
  expect([...partsOf(release)].sort()).toEqual([
    'data/d.json',
    'pages/c',
    'pages/r',
    'pictures/one',
    'pictures/two',
    `releases/${id}.json`,
    'shell/s0',
    'shell/s1',
  ]);
});
