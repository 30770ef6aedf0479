import { expect, test } from '@jest/globals';
import { ownerOf } from './ownerOf';

const mounts = { studio: '/', micora: '/micora', help: '/micora/help' };
const remotes = Object.entries(mounts).map(([name, mount]) => ({ name, mount }));

test.each([
  ['/', 'studio'],
  ['/projects/abc', 'studio'],
  ['/micora', 'micora'],
  ['/micora/tos', 'micora'],
  ['/micorax', 'studio'],
  ['/projects/micora', 'studio'],
  ['/micora/help', 'help'],
  ['/micora/help/start', 'help'],
  ['/micora/helpless', 'micora'],
])('%s is owned by %s, whose mount is the longest that contains it, in any order', (pathname, owner) => {
  expect(ownerOf(pathname, remotes)?.name).toBe(owner);
  expect(ownerOf(pathname, remotes.toReversed())?.name).toBe(owner);
});

test('nobody owns a path that no mount contains', () => {
  expect(ownerOf('/about', remotes.slice(1))).toBeUndefined();
});
