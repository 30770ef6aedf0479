import { describe, expect, test } from '@jest/globals';
import { fileUrl, thumbSize } from './fileUrl';

const record = { collection: 'projects', id: 'abc123' };

describe('§7 file addresses', () => {
  test('are built from the record and the file name', () => {
    expect(fileUrl(record, 'cover_x1.jpg')).toBe('/api/files/projects/abc123/cover_x1.jpg');
  });

  test.each([
    [480, false, '480x320'],
    [1440, true, '1440x960f'],
  ] as const)('ask for a size: %i pixels wide, whole: %s', (width, whole, size) => {
    expect(thumbSize(width, whole)).toBe(size);
    expect(fileUrl(record, 'a.jpg', size)).toBe(`/api/files/projects/abc123/a.jpg?thumb=${size}`);
  });

  test('ask for a picture that fills its frame unless told otherwise', () => {
    expect(thumbSize(480)).toBe('480x320');
  });

  test('encode each part', () => {
    expect(fileUrl({ collection: 'a/b', id: '../c' }, 'd e?thumb=1#é.jpg')).toBe(
      '/api/files/a%2Fb/..%2Fc/d%20e%3Fthumb%3D1%23%C3%A9.jpg',
    );
  });

  test('can be built from a name that is not well-formed Unicode', () => {
    expect(fileUrl(record, 'a\uD800.jpg')).toBe('/api/files/projects/abc123/a%EF%BF%BD.jpg');
    expect(fileUrl(record, '😀.jpg')).toBe('/api/files/projects/abc123/%F0%9F%98%80.jpg');
  });
});
