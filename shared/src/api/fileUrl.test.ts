import { expect, test } from '@jest/globals';
import { fileUrl, thumbSize } from './fileUrl';

const record = { collection: 'projects', id: 'abc123' };

test.each([
  ['cover_x1.jpg', '/api/files/projects/abc123/cover_x1.jpg'],
  ['d e?thumb=1#é.jpg', '/api/files/projects/abc123/d%20e%3Fthumb%3D1%23%C3%A9.jpg'],
  ['😀.jpg', '/api/files/projects/abc123/%F0%9F%98%80.jpg'],
])('§7 the address of the file %s has each part encoded', (name, address) => {
  expect(fileUrl(record, name)).toBe(address);
  expect(fileUrl({ collection: 'a/b', id: '../c' }, name)).toMatch(/^\/api\/files\/a%2Fb\/..%2Fc\/[^/]+$/);
});

test.each([
  [480, undefined, '480x320'],
  [1440, true, '1440x960f'],
] as const)(
  '§7 it asks for a size: %i pixels wide, which fills its frame unless the whole is wanted: %s',
  (width, whole, size) => {
    expect(thumbSize(width, whole)).toBe(size);
    expect(fileUrl(record, 'a.jpg', size)).toBe(`/api/files/projects/abc123/a.jpg?thumb=${size}`);
  },
);
