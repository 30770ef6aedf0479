import { beforeEach, expect, test } from '@jest/globals';
import type { ReleaseBlock } from '@site/shared/remote';
import { renderReleaseBlock } from '../renderDocument';
import { readReleaseBlock } from './readReleaseBlock';

const release: ReleaseBlock = {
  id: '20261121T101500123Z-1a2b3c4d',
  shell: 'aaaa',
  remotes: [
    {
      name: 'studio',
      mount: '/',
      version: '</script><b>',
      entry: { url: '/assets/studio-remote/1/remoteEntry.js', integrity: 'sha384-abc' },
    },
  ],
};

beforeEach(() => {
  document.body.replaceChildren();
});

test('a page says which release it belongs to', () => {
  document.body.innerHTML = renderReleaseBlock(release);
  expect(readReleaseBlock(document)).toEqual(release);
});

test('a page without a release block is no page of the site', () => {
  expect(() => readReleaseBlock(document)).toThrow('no release block');
});

test('a release block that is not JSON cannot be read', () => {
  document.body.innerHTML = '<script type="application/json" id="release">{"id":</script>';
  expect(() => readReleaseBlock(document)).toThrow(SyntaxError);
});
