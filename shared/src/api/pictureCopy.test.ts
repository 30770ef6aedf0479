import { expect, test } from '@jest/globals';
import { copyUrl, isPictureName, pictureName } from './pictureCopy';

const record = { collection: 'projects', id: 'abc123' };

test.each(['cover_x1.jpg', 'A-b_C.d.png', '-', '_', '0..1.webp', `${'a'.repeat(120)}_x1y2z3a4b5.jpeg`])(
  'the URL of a copy of %s contains recipe, collection, record, file and width',
  (fileName) => {
    const name = pictureName(record, fileName) ?? '';
    expect(name).toBe(`a7/projects/abc123/${fileName}`);
    expect(isPictureName(name)).toBe(true);
    expect(copyUrl(name, 480)).toBe(`/assets/pictures/a7/projects/abc123/${fileName}/480.avif`);
    expect(copyUrl(name, 'share')).toBe(`/assets/pictures/a7/projects/abc123/${fileName}/share.jpg`);
    expect(new URL(copyUrl(name, 480), 'http://localhost').pathname).toBe(copyUrl(name, 480));
  },
);

test.each([
  ['an empty name', ''],
  ['a hidden file', '.htaccess'],
  ['the parent folder', '..'],
  ['a file in a folder', 'a/b.jpg'],
  ['a file in a Windows folder', 'a\\b.jpg'],
  ['a name with a query', 'a.jpg?b'],
  ['a name with a line break', 'a.jpg\n'],
  ['a name with a space', 'a b.jpg'],
  ['a name with a letter that URLs encode', 'é.jpg'],
  ['a name with a lone surrogate', 'a\uD800.jpg'],
  ['a name with percent-encoding', '%2e%2e'],
])('a picture has no copies if its file is %s', (_what, fileName) => {
  expect(pictureName(record, fileName)).toBeUndefined();
});

const longName = (recipe: number, collection: number, id: number, file: number) =>
  [recipe, collection, id, file].map((length) => 'a'.repeat(length)).join('/');

test.each([longName(1, 1, 1, 1), longName(10, 30, 30, 140)])('%j is a valid name for copies', (name) => {
  expect(isPictureName(name)).toBe(true);
});

test.each([
  longName(11, 1, 1, 1),
  longName(1, 31, 1, 1),
  longName(1, 1, 31, 1),
  longName(1, 1, 1, 141),
  '',
  '/a/b/c/d',
  'a/b/c',
  ' a/b/c/d',
  'x/a/b/c/d',
  'a.b/b/c/d',
  'a/../c/d',
  'a/b/../d',
  'a/b//d',
])('%j is not a valid name for copies', (name) => {
  expect(isPictureName(name)).toBe(false);
});
