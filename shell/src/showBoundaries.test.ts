import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { micora, studio } from './remotes/testing/releaseRemotes';
import { showBoundaries } from './showBoundaries';

const release = { id: 'r2', shell: 'c1', remotes: [studio, micora] };
const production = process.env.NODE_ENV;

/** The site with a page on it, `<remote>/<chunk>`. */
function showing(id: string) {
  return { state: { matches: [{ route: { id: 'layout' } }, { route: { id } }] } };
}

function lines(): (string | null)[] {
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

beforeEach(() => {
  process.env.NODE_ENV = 'production';
  document.body.innerHTML = `<div id="root"><header></header><main><header></header></main><footer></footer></div>`;
  document.cookie = 'release=r2';
  history.replaceState(null, '', '/projects?boundaries');
  // jsdom has no style sheets of this kind.
  Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined });
  Object.assign(document, { adoptedStyleSheets: [] });
});
afterEach(() => {
  process.env.NODE_ENV = production;
  document.cookie = 'release=; Max-Age=0';
});

test('a preview that is asked for its boundaries says which app owns what, with its version', () => {
  showBoundaries(document, release, showing('studio/ProjectsPage'));
  expect(screen.getByRole('list', { name: 'Which app owns which part of this page' })).toBeVisible();
  expect(lines()).toEqual(['header: shell c1', 'main: studio a1', 'footer: shell c1']);
  expect(document.querySelector('#root > main')).toHaveAttribute('data-owner', 'studio a1');
  expect(document.querySelector('#root > header')).toHaveAttribute('data-owner', 'shell c1');
});

test('a page of the shell is the shell’s, the 404 page as well', () => {
  showBoundaries(document, release, showing('not-found'));
  expect(lines()).toEqual(['header: shell c1', 'main: shell c1', 'footer: shell c1']);
});

test('follows a move to a page of another app, without header and footer', async () => {
  const site = showing('studio/ProjectsPage');
  showBoundaries(document, release, site);
  site.state = showing('micora/LandingPage').state;
  for (const part of document.querySelectorAll('#root > header, #root > footer')) part.remove();
  await Promise.resolve();
  expect(lines()).toEqual(['main: micora b1']);
});

test.each([
  ['the address does not ask', () => history.replaceState(null, '', '/projects')],
  ['the release is live', () => (document.cookie = 'release=; Max-Age=0')],
  ['another release was previewed', () => (document.cookie = 'release=r1')],
])('nothing is painted if %s', (_why, arrange) => {
  arrange();
  showBoundaries(document, release, showing('studio/ProjectsPage'));
  expect(lines()).toEqual([]);
  expect(document.querySelector('[data-owner]')).toBeNull();
});

test('a development build needs no preview', () => {
  document.cookie = 'release=; Max-Age=0';
  process.env.NODE_ENV = 'development';
  showBoundaries(document, release, showing('studio/ProjectsPage'));
  expect(lines()).toHaveLength(3);
});
