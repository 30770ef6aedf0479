import { afterEach, expect, test } from '@jest/globals';
import type { ReleaseAsset } from '@site/shared/remote';
import { createEntryLoader } from './createEntryLoader';
import { micora, studio } from '../../testing/releaseRemotes';

/** Starts to load an entry, and gives the script element that the browser has got for it; jsdom loads none. */
function start(entry: ReleaseAsset) {
  const loaded = createEntryLoader(1234)(entry);
  const [script] = document.head.querySelectorAll('script');
  return { loaded, script };
}

afterEach(() => {
  document.head.replaceChildren();
});

test('the script of a remote is asked for in CORS mode, and leaves nothing in the document, loaded or lost', async () => {
  for (const event of ['load', 'error']) {
    const { loaded, script } = start(micora.entry);
    expect(script?.crossOrigin).toBe('anonymous');
    script?.dispatchEvent(new Event(event));
    const [{ status }] = await Promise.allSettled([loaded]);
    expect([event, status]).toEqual([event, event === 'load' ? 'fulfilled' : 'rejected']);
    expect(document.head).toBeEmptyDOMElement();
  }
});

test('its limit is kept', async () => {
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
])('it is never %s, which is no build of the site', async (url) => {
  const { loaded, script } = start({ ...studio.entry, url });
  await expect(loaded).rejects.toThrow('is not a script of this site');
  expect(script).toBeUndefined();
});
