import { describe, expect, test } from '@jest/globals';
import { ownerOf } from './ownerOf';

const studio = { name: 'studio', mount: '/' };
const micora = { name: 'micora', mount: '/micora' };

describe('which remote owns a path', () => {
  test.each([
    ['/', studio],
    ['/projects', studio],
    ['/projects/abc', studio],
    ['/micora', micora],
    ['/micora/tos', micora],
    ['/micorax', studio],
    ['/projects/micora', studio],
  ])('%s', (pathname, owner) => {
    expect(ownerOf(pathname, [studio, micora])).toBe(owner);
    expect(ownerOf(pathname, [micora, studio])).toBe(owner);
  });

  test('the longest mount wins, in any order', () => {
    const help = { name: 'help', mount: '/micora/help' };
    expect(ownerOf('/micora/help/start', [help, studio, micora])).toBe(help);
    expect(ownerOf('/micora/help', [studio, micora, help])).toBe(help);
    expect(ownerOf('/micora/helpless', [studio, help, micora])).toBe(micora);
  });

  test('none, where no mount contains it', () => {
    expect(ownerOf('/about', [micora])).toBeUndefined();
    expect(ownerOf('/about', [])).toBeUndefined();
  });
});
