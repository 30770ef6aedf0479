import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ReleaseAsset } from '@site/shared/remote';
import { createEntryLoader } from './createEntryLoader';
import { micora, studio } from '../../testing/releaseRemotes';

const LIMIT = 1234;

/** Starts to load an entry, and gives the script element that the browser has got for it; jsdom loads none. */
function start(entry: ReleaseAsset = studio.entry) {
  const loaded = createEntryLoader(LIMIT)(entry);
  const [script] = document.head.querySelectorAll('script');
  return { loaded, script };
}

afterEach(() => {
  document.head.replaceChildren();
  Reflect.deleteProperty(window, 'trustedTypes');
});

describe('the script of a remote', () => {
  test('carries the integrity that the release names, in CORS mode', () => {
    const { script } = start(micora.entry);
    expect(script?.src).toBe(`${location.origin}${micora.entry.url}`);
    expect(script?.integrity).toBe(micora.entry.integrity);
    expect(script?.crossOrigin).toBe('anonymous');
  });

  test('is loaded once the browser says so, and leaves nothing in the document', async () => {
    const { loaded, script } = start();
    script?.dispatchEvent(new Event('load'));
    await expect(loaded).resolves.toBeUndefined();
    expect(document.head).toBeEmptyDOMElement();
  });

  test('that cannot be loaded is a failure that names it, and leaves nothing in the document', async () => {
    const { loaded, script } = start();
    script?.dispatchEvent(new Event('error'));
    await expect(loaded).rejects.toThrow(`${studio.entry.url} could not be loaded.`);
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
  ])('is never %s, which is no build of the site', async (url) => {
    const { loaded, script } = start({ ...studio.entry, url });
    await expect(loaded).rejects.toThrow('is not a script of this site');
    expect(script).toBeUndefined();
  });
});

test('in a browser with Trusted Types the address comes from one policy of our own, for the site’s own builds', async () => {
  const createPolicy = jest.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
  Object.assign(window, { trustedTypes: { createPolicy } });
  const loadEntry = createEntryLoader(LIMIT);
  for (const { entry } of [studio, micora]) {
    const loaded = loadEntry(entry);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    await loaded;
  }
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['site-entry']);
  const rules = createPolicy.mock.calls[0]?.[1];
  // In full, so that no base element leads it elsewhere.
  expect(rules?.createScriptURL(studio.entry.url)).toBe(location.origin + studio.entry.url);
  expect(() => rules?.createScriptURL('https://evil.example/a.js')).toThrow(TypeError);
});
