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
])('%s belongs to %s, the remote with the longest matching mount', (pathname, owner) => {
  expect(ownerOf(pathname, remotes)?.name).toBe(owner);
  expect(ownerOf(pathname, remotes.toReversed())?.name).toBe(owner);
});

test('no remote owns a path outside all mounts', () => {
  expect(ownerOf('/about', remotes.slice(1))).toBeUndefined();
});
