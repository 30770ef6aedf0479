import { expect, test } from '@jest/globals';
import { fileUrl } from './fileUrl';

const record = { collection: 'projects', id: 'abc123' };

test.each([
  ['cover_x1.jpg', 480, undefined, 'cover_x1.jpg?thumb=480x320'],
  ['cover_x1.jpg', 1440, true, 'cover_x1.jpg?thumb=1440x960f'],
  ['d e?thumb=1#é.jpg', 192, false, 'd%20e%3Fthumb%3D1%23%C3%A9.jpg?thumb=192x128'],
  ['😀.jpg', 480, undefined, '%F0%9F%98%80.jpg?thumb=480x320'],
] as const)(
  '§7 the URL of %s encodes each part and contains the size (width %i, uncropped: %s)',
  (name, width, uncropped, address) => {
    expect(fileUrl(record, name, width, uncropped)).toBe(`/api/files/projects/abc123/${address}`);
    const odd = fileUrl({ collection: 'a/b', id: '../c' }, name, width, uncropped);
    expect(odd).toBe(`/api/files/a%2Fb/..%2Fc/${address}`);
  },
);
