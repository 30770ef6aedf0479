import { beforeEach, expect, test } from '@jest/globals';
import type { PageManifest } from '@site/shared/remote';
import { embed } from './server/embed';
import { readPage } from './readPage';

const manifest: PageManifest = {
  shell: 'aaaa',
  remote: {
    name: 'studio',
    mount: '/',
    version: '</script><b>',
    entry: { url: '/assets/studio-remote/1/remoteEntry.js', integrity: 'sha384-abc' },
  },
};
const script = (id: string, json: string) => `<script type="application/json" id="${id}">${json}</script>`;

beforeEach(() => {
  document.body.replaceChildren();
});

test('a page says what it was made of', () => {
  document.body.innerHTML = script('page', embed(manifest));
  expect(readPage(document)).toEqual({ manifest });
});

test.each([[[{ title: '</script>' }]], [[]], [null], [0]])(
  'a page says what it was filled with: %j',
  (data) => {
    document.body.innerHTML = script('page', embed(manifest)) + script('data', embed(data));
    expect(readPage(document)).toEqual({ manifest, data });
  },
);

test('a page without a manifest is no page of the site', () => {
  expect(() => readPage(document)).toThrow('does not say what it was made of');
});

test.each(['page', 'data'])('what is not JSON cannot be read: %s', (id) => {
  document.body.innerHTML = script('page', embed(manifest)) + script('data', '[]');
  const element = document.getElementById(id);
  if (element) element.textContent = '{"id":';
  expect(() => readPage(document)).toThrow(SyntaxError);
});
