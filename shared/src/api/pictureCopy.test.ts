import { describe, expect, test } from '@jest/globals';
import { copyUrl, isPictureName, PICTURE_WIDTHS, pictureName } from './pictureCopy';

const record = { collection: 'projects', id: 'abc123' };

describe('the copies of a picture', () => {
  test('have an address made of recipe, collection, record, file name and width', () => {
    const name = pictureName(record, 'cover_x1.jpg') ?? '';
    expect(name).toBe('a3/projects/abc123/cover_x1.jpg');
    expect(copyUrl(name, 480)).toBe('/assets/pictures/a3/projects/abc123/cover_x1.jpg/480.avif');
  });

  test.each(['a.jpg', 'A-b_C.d.png', '-', '_', '0..1.webp', `${'a'.repeat(120)}_x1y2z3a4b5.jpeg`])(
    'can be made of a file name such as %s',
    (fileName) => {
      const name = pictureName(record, fileName) ?? '';
      expect(isPictureName(name)).toBe(true);
      expect(new URL(copyUrl(name, 192), 'http://localhost').pathname).toBe(copyUrl(name, 192));
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
  ])('are none of %s', (_what, owner, fileName) => {
    expect(pictureName(owner, fileName)).toBeUndefined();
  });
});

describe('the name of copies', () => {
  const nameOf = (recipe: number, collection: number, record: number, file: number) =>
    [recipe, collection, record, file].map((length) => 'a'.repeat(length)).join('/');

  test('has parts of bounded length', () => {
    expect(isPictureName(nameOf(1, 1, 1, 1))).toBe(true);
    expect(isPictureName(nameOf(10, 30, 30, 140))).toBe(true);
    for (const name of [nameOf(11, 1, 1, 1), nameOf(1, 31, 1, 1), nameOf(1, 1, 31, 1), nameOf(1, 1, 1, 141)])
      expect([name, isPictureName(name)]).toEqual([name, false]);
  });

  test.each([
    '',
    '/a/b/c/d',
    'a/b/c',
    'a/b/c/',
    'a/b/c/d/e',
    'a/b/c/d\n',
    ' a/b/c/d',
    'x/a/b/c/d',
    'a.b/b/c/d',
  ])('is not %j', (text) => expect(isPictureName(text)).toBe(false));
});

test('pictures are shown in six widths', () => {
  expect(PICTURE_WIDTHS).toEqual([192, 480, 720, 960, 1440, 2160]);
});
