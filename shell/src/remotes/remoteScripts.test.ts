import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ReleaseRemote } from '@site/shared/remote';
import { remoteScripts } from './remoteScripts';
import { micora, studio } from './testing/releaseRemotes';

/** What Module Federation gets when it asks for the script element of an address. */
function scriptFor(url: string, remotes: ReleaseRemote[] = [studio, micora]) {
  const made = remoteScripts(remotes, 1234).createScript?.({
    url,
    remoteInfo: {
      name: 'studio',
      entry: url,
      entryGlobalName: 'studio',
      type: 'global',
      shareScope: 'default',
    },
  });
  if (!made || !('script' in made)) throw new Error('No script element was made.');
  return made;
}

describe('the script of a remote', () => {
  test('carries the integrity that the release names, in CORS mode', () => {
    const { script } = scriptFor(micora.entry.url);
    expect(script?.src).toBe(`${location.origin}${micora.entry.url}`);
    expect(script?.integrity).toBe(micora.entry.integrity);
    expect(script?.crossOrigin).toBe('anonymous');
  });

  test('has the time limit, in milliseconds', () => {
    expect(scriptFor(studio.entry.url).timeout).toBe(1234);
  });

  test.each([
    '/assets/studio-remote/other/remoteEntry.js',
    'https://evil.example/assets/studio-remote/a1/remoteEntry.js',
    `${studio.entry.url}?version=2`,
    'data:text/javascript,alert(1)',
  ])('is never %s, which the release does not name', (url) => {
    expect(() => scriptFor(url)).toThrow('is no script of this release');
  });
});

describe('in a browser with Trusted Types', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'trustedTypes');
  });

  test('the address comes from a policy of our own, which allows only what the release names', () => {
    const createPolicy = jest.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
    Object.assign(window, { trustedTypes: { createPolicy } });
    expect(scriptFor(studio.entry.url).script?.src).toBe(`${location.origin}${studio.entry.url}`);
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['site-entry']);
    const rules = createPolicy.mock.calls[0]?.[1];
    expect(() => rules?.createScriptURL('https://evil.example/a.js')).toThrow(TypeError);
  });
});
