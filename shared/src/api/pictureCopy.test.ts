import { expect, test } from '@jest/globals';
import { copyUrl, isPictureName, pictureName } from './pictureCopy';

const record = { collection: 'projects', id: 'abc123' };

test.each(['cover_x1.jpg', 'A-b_C.d.png', '-', '_', '0..1.webp', `${'a'.repeat(120)}_x1y2z3a4b5.jpeg`])(
  'the copies of %s have an address made of recipe, collection, record, file name and width',
  (fileName) => {
    const name = pictureName(record, fileName) ?? '';
    expect(name).toBe(`a3/projects/abc123/${fileName}`);
    expect(isPictureName(name)).toBe(true);
    expect(copyUrl(name, 480)).toBe(`/assets/pictures/a3/projects/abc123/${fileName}/480.avif`);
    expect(new URL(copyUrl(name, 480), 'http://localhost').pathname).toBe(copyUrl(name, 480));
  },
);

test.each([
  ['no picture', record, ''],
  ['a hidden file', record, '.htaccess'],
  ['a step out of the folder', record, '..'],
  ['a folder', record, 'a/b.jpg'],
  ['a folder of another system', record, 'a\\b.jpg'],
  ['a query', record, 'a.jpg?b'],
  ['a line', record, 'a.jpg\n'],
  ['a space', record, 'a b.jpg'],
  ['a letter that addresses encode', record, 'é.jpg'],
  ['half a character', record, 'a\uD800.jpg'],
  ['something encoded', record, '%2e%2e'],
  ['a name too long for a file', record, 'a'.repeat(200)],
  ['a record of such a name', { collection: 'projects', id: '../x' }, 'a.jpg'],
  ['a record without a name', { collection: 'projects', id: '' }, 'a.jpg'],
  ['a collection of such a name', { collection: '..', id: 'abc' }, 'a.jpg'],
])('there are no copies of %s', (_what, owner, fileName) => {
  expect(pictureName(owner, fileName)).toBeUndefined();
});

const nameOf = (recipe: number, collection: number, id: number, file: number) =>
  [recipe, collection, id, file].map((length) => 'a'.repeat(length)).join('/');

test.each([
  ...[nameOf(1, 1, 1, 1), nameOf(10, 30, 30, 140)].map((name) => [name, true] as const),
  ...[
    ...[nameOf(11, 1, 1, 1), nameOf(1, 31, 1, 1), nameOf(1, 1, 31, 1), nameOf(1, 1, 1, 141)],
    ...['', '/a/b/c/d', 'a/b/c', 'a/b/c/', 'a/b/c/d/e', 'a/b/c/d\n', ' a/b/c/d', 'x/a/b/c/d', 'a.b/b/c/d'],
  ].map((name) => [name, false] as const),
])('%j is the name of copies, which has four parts of bounded length: %s', (name, is) => {
  expect(isPictureName(name)).toBe(is);
});
