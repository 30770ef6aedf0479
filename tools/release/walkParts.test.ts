import { expect, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyPicture } from '../testing/tinyPicture';
import { copyKeys, markerKey } from './pictures/pictureKeys';
import type { Release } from './Release';
import { isPicture, partsOf, picturePart, walkParts } from './walkParts';

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
  const elsewhere = ['pages/abc', 'releases/r1.json', 'history/1.json'];
  for (const key of [...build, ...other, ...picture, ...elsewhere]) await store.write(key, 'content');

  const parts = await walkParts(store);
  const keysOf = (part: string) =>
    parts
      .get(part)
      ?.map(({ key }) => key)
      .sort();
  expect([...parts.keys()].sort()).toEqual([picturePart(name), 'shell/s1', 'shell/s2'].sort());
  expect(keysOf('shell/s1')).toStrictEqual(build.sort());
  expect(keysOf('shell/s2')).toStrictEqual(other);
  expect(keysOf(picturePart(name))).toStrictEqual(picture.sort());
});

test('a release is made of builds and pictures, whether there are copies or not', () => {
  const page = { app: 'shell', version: 's1', shell: 's1', pictures: ['one', 'two'] };
  const release = { apps: { shell: 's1' }, pages: { '404.html': page }, files: {} } as unknown as Release;
  expect([...partsOf(release)].sort()).toEqual(['pictures/one', 'pictures/two', 'shell/s1']);
});

test('a part tells whether it is a picture', () => {
  expect(isPicture(picturePart(name))).toBe(true);
  expect(isPicture('shell/pictures/')).toBe(false);
});
