import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { loaded, releaseManifest, unanswered } from '../testing/liveRelease';
import { studio } from '../testing/releaseRemotes';
import { showAppBoundaries } from './showAppBoundaries';

const manifest = { shell: 'c1', remote: studio };
const production = process.env.NODE_ENV;

/** The site with a page on it, `<remote>/<chunk>`. */
function showing(id: string, chrome = 'full') {
  return { state: { matches: [{ route: { id: 'layout' } }, { route: { id, handle: { chrome } } }] } };
}

/** A preview, of which the tab has loaded the release. */
function show(router: ReturnType<typeof showing>, isPreview = true, live = loaded()): Promise<void> {
  return showAppBoundaries(document, { manifest, live, isPreview: Promise.resolve(isPreview), router });
}

function lines(): (string | null)[] {
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

beforeEach(() => {
  process.env.NODE_ENV = 'production';
  document.body.innerHTML = `<div id="root"><header></header><main><header></header></main><footer></footer></div>`;
  history.replaceState(null, '', '/projects?boundaries');
  // jsdom has no style sheets of this kind.
  Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined });
  Object.assign(document, { adoptedStyleSheets: [] });
});
afterEach(() => {
  process.env.NODE_ENV = production;
});

test('a preview that is asked for its boundaries says which app owns what, with its version', async () => {
  await show(showing('studio/ProjectsPage'));
  expect(screen.getByRole('list', { name: 'Which app owns which part of this page' })).toBeVisible();
  expect(lines()).toEqual(['header: shell c1', 'main: studio a1', 'footer: shell c1']);
  expect(document.querySelector('#root > main')).toHaveAttribute('data-owner', 'studio a1');
  expect(document.querySelector('#root > header')).toHaveAttribute('data-owner', 'shell c1');
});

test('a page of the shell is the shell’s, the 404 page as well', async () => {
  await show(showing('not-found'));
  expect(lines()).toEqual(['header: shell c1', 'main: shell c1', 'footer: shell c1']);
});

test('follows a move to a page of another app, which brings its own header', async () => {
  const site = showing('studio/ProjectsPage');
  await show(site);
  site.state = showing('micora/LandingPage', 'none').state;
  document.querySelector('#root > footer')?.remove();
  await Promise.resolve();
  expect(lines()).toEqual(['header: micora b1', 'main: micora b1']);
});

test('needs no answer of the server for the page’s own app, and names another one in its loaded version', async () => {
  await show(showing('studio/ProjectsPage'), true, unanswered());
  expect(lines()).toContain('main: studio a1');
  document.body.innerHTML = `<div id="root"><main></main></div>`;
  const newer = { ...studio, version: 'z9' };
  await show(showing('studio/ProjectsPage'), true, loaded(releaseManifest({ remotes: [newer] })));
  expect(lines()).toEqual(['main: studio a1']);
});

test.each([
  ['the address does not ask', '/projects', true],
  ['it is no preview', '/projects?boundaries', false],
])('nothing is painted if %s', async (_why, address, isPreview) => {
  history.replaceState(null, '', address);
  await show(showing('studio/ProjectsPage'), isPreview);
  expect(lines()).toEqual([]);
  expect(document.querySelector('[data-owner]')).toBeNull();
});

test('a development build needs no preview', async () => {
  process.env.NODE_ENV = 'development';
  await show(showing('studio/ProjectsPage'), false);
  expect(lines()).toHaveLength(3);
});
