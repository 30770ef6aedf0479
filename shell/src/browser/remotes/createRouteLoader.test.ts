import { expect, jest, test } from '@jest/globals';
import type { ReleaseRemote } from '@site/shared/contract';
import { createRouteLoader } from './createRouteLoader';
import { loadEntry } from './loadEntry';
import { pageRoute } from '../../testing/pageRoute';

// These tests simulate scripts. The tests in `tests/browser` use real scripts: `network.spec.ts` tests that an entry is
// loaded only once, unless loading fails, and `failures.spec.ts` tests that browsers check an entry's integrity.

const routes = [pageRoute('a-page', '/')];
const loadRoutes = createRouteLoader(60_000);

/** Each test needs a different name, because a remote's container stays in `window`. */
const remoteNamed = (name: string): ReleaseRemote => ({
  name,
  mount: `/${name}`,
  version: '1',
  entry: { url: `/assets/${name}-remote/1/remoteEntry.js`, integrity: `sha256-${name}` },
});

/** Dispatches an event to every script, because jsdom loads no scripts. Returns the number of scripts. */
async function settle(outcome: 'load' | 'error', run?: () => void): Promise<number> {
  await new Promise((done) => setTimeout(done, 20));
  run?.();
  const scripts = [...document.scripts];
  for (const script of scripts) script.dispatchEvent(new Event(outcome));
  return scripts.length;
}

const runEntry = (name: string, exposed: unknown) => () => {
  Object.assign(window, { [name]: { init: jest.fn(), get: () => Promise.resolve(() => exposed) } });
};

test('routes are loaded again after a failure, once for all callers', async () => {
  const remote = remoteNamed('failing');
  // The first caller retries immediately, before the second caller learns of the failure.
  const first = loadRoutes(remote).catch(() => loadRoutes(remote));
  const refused = expect(loadRoutes(remote)).rejects.toThrow('could not be loaded');
  expect(await settle('error')).toBe(1);
  await refused;
  const third = loadRoutes(remote);
  expect(await settle('load', runEntry('failing', { routes }))).toBe(1);
  expect(await Promise.all([first, third])).toEqual([routes, routes]);
});

test.each([
  ['a script that is not a remote', 'wrong', undefined, 'is not the entry of the remote wrong'],
  [
    'a remote that exposes no routes',
    'empty',
    runEntry('empty', undefined),
    'The remote empty has no routes.',
  ],
])('routes cannot be loaded from %s', async (_what, name, run, message) => {
  const refused = expect(loadRoutes(remoteNamed(name))).rejects.toThrow(message);
  await settle('load', run);
  await refused;
});

test('an entry that exceeds its time limit leaves nothing in the document', async () => {
  await expect(loadEntry(remoteNamed('slow').entry, 1)).rejects.toThrow(
    'The time limit of 1 ms was exceeded.',
  );
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
])('no entry is loaded from %s', async (url) => {
  const loading = loadEntry({ url, integrity: '' }, 1);
  expect(document.scripts).toHaveLength(0);
  await expect(loading).rejects.toThrow('is not a script of this site');
});
