import { expect, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyPicture } from '../testing/tinyPicture';
import { copyKeys, markerKey } from './pictures/pictureKeys';
import type { Release } from './Release';
import { partsOf, picturePart, walkParts } from './walkParts';

const { name } = tinyPicture;

test('the files of a store belong to builds and to pictures', async () => {
  const store = directoryStore(await temporaryDirectory());
  const build = [
    'artifacts/shell/s1/artifact.json',
    'artifacts/shell/s1/server.cjs',
    'assets/shell/s1/main.js',
    'assets/shell/s1/fonts/inter.woff2',
  ];
  const other = ['artifacts/shell/s2/artifact.json'];
  const picture = [markerKey(name), ...copyKeys(name).map(([, key]) => key)];
  const elsewhere = ['releases/r1.json', 'history/1.json'];
  const page = ['pages/abc', 'pages/abc.br', 'pages/abc.gz'];
  const data = ['data/def.json'];
  for (const key of [...build, ...other, ...picture, ...page, ...data, ...elsewhere])
    await store.write(key, 'content');

  const parts = await walkParts(store, ['artifacts/', 'assets/', 'pictures/', 'pages/', 'data/']);
  const keysOf = (part: string) =>
    parts
      .get(part)
      ?.map(({ key }) => key)
      .sort();
  expect([...parts.keys()].sort()).toEqual(
    [picturePart(name), 'shell/s1', 'shell/s2', 'pages/abc', 'data/def.json'].sort(),
  );
  expect(keysOf('pages/abc')).toStrictEqual(page);
  expect(keysOf('shell/s1')).toStrictEqual(build.sort());
  expect(keysOf('shell/s2')).toStrictEqual(other);
  expect(keysOf(picturePart(name))).toStrictEqual(picture.sort());
});

test('a release names its manifest, contents, data, builds and pictures, made or not', () => {
  const page = {
    app: 'shell',
    version: 's1',
    shell: 's1',
    content: 'c',
    data: 'd',
    pictures: ['one', 'two'],
  };
  const files = { 'robots.txt': 'r' };
  const id = '20261121T101500123Z-1a2b3c4d';
  const release = { id, apps: { shell: 's1' }, pages: { '404.html': page }, files } as unknown as Release;
  expect([...partsOf(release)].sort()).toEqual(
    [
      `releases/${id}.json`,
      'pages/c',
      'pages/r',
      'data/d.json',
      'shell/s1',
      'pictures/one',
      'pictures/two',
    ].sort(),
  );
});
