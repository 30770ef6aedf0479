import { expect, test } from '@jest/globals';
import { findOwner } from './findOwner';

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
  expect(findOwner(pathname, remotes)?.name).toBe(owner);
  expect(findOwner(pathname, remotes.toReversed())?.name).toBe(owner);
});

test('no remote owns a path outside all mounts', () => {
  expect(findOwner('/about', remotes.slice(1))).toBeUndefined();
});
