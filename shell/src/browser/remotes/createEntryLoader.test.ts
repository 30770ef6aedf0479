import { expect, test } from '@jest/globals';
import { createEntryLoader } from './createEntryLoader';
import { studio } from '../../testing/liveRelease';

// What browsers are asked for, and that it is gone afterwards, createRouteLoader.test.ts has.

test('the limit of an entry is kept, and leaves nothing in the document', async () => {
  await expect(createEntryLoader(1)(studio.entry)).rejects.toThrow('No answer within 1 ms.');
  expect(document.head).toBeEmptyDOMElement();
});

test.each([
  'https://evil.example/assets/studio-remote/a1/remoteEntry.js',
  '//evil.example/assets/a.js',
  '\\\\evil.example/assets/a.js',
  '/assets/../api/files/projects/a/b.js',
  '/assets/%2e%2e/api/files/projects/a/b.js',
  '/api/files/assets/b.js',
  '/assets',
  'data:text/javascript,alert(1)',
  'blob:http://localhost/assets/a',
])('an entry is never %s, which is no build of the site', async (url) => {
  const loading = createEntryLoader(1)({ ...studio.entry, url });
  expect(document.scripts).toHaveLength(0);
  await expect(loading).rejects.toThrow('is not a script of this site');
});
