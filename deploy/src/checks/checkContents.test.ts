import { expect, test } from '@jest/globals';
import type { Artifact } from '../../../build/Artifact';
import { checkContents } from './checkContents';
import { checkSet } from './checkSet';

const shell: Artifact = {
  app: 'shell',
  version: 's1',
  mode: 'production',
  entry: { scripts: ['main.js'], styles: [] },
  pages: {},
  files: {},
  serverHash: '',
  shared: {},
  router: ['Link', 'useParams'],
};
const remote: Artifact = {
  ...shell,
  app: 'studio-remote',
  remote: { name: 'studio', mount: '/', paths: ['/'] },
  router: ['Link'],
};

function check(css: string, shellCss = ':root{--color-ink:black}', artifact = remote): void {
  checkContents([
    { artifact: shell, files: new Map([['shell.main.css', Buffer.from(shellCss)]]) },
    { artifact, files: new Map([['studio.Page.css', Buffer.from(css)]]) },
  ]);
}

test.each([
  '.studio_a{color:var(--color-ink)}',
  '.studio_a{--own:1px;margin:var(--own)}',
  '.studio_a{margin:var(--unknown, 1px)}',
  'main>.studio_a:hover,.studio_b svg{top:0}',
  '@media print{.studio_a{top:0}}',
  '@keyframes studio_turn{from{top:0}50%{top:1px}}',
  '.studio_a{&:hover{top:0}}',
])('%s is accepted', (css) => {
  expect(() => check(css)).not.toThrow();
});

test('a token that neither the shell nor the app defines is refused, on whichever side it went missing', () => {
  expect(() => check('.studio_a{color:var(--color-inc)}')).toThrow(
    'studio.Page.css of studio-remote uses var(--color-inc), which neither the live shell nor the app defines',
  );
  expect(() => check('.studio_a{color:var(--color-ink)}', ':root{--color-pen:black}')).toThrow(
    'var(--color-ink)',
  );
});

test.each([
  'a{top:0}',
  '.other{top:0}',
  ':root{top:0}',
  '.studio_a,p{top:0}',
  'p:not(.studio_a){top:0}',
  '@keyframes turn{from{top:0}}',
])('%s reaches outside the app’s own modules and is refused', (css) => {
  expect(() => check(css)).toThrow('reaches outside the app');
});

test('a page beyond the size budget of its runtime is refused in production', () => {
  const heavy: Artifact = {
    ...remote,
    entry: { scripts: ['remoteEntry.js'], styles: [] },
    pages: { Page: { scripts: ['Page.js'], styles: [] } },
    files: {
      'remoteEntry.js': { integrity: '', bytes: 100_000 },
      'Page.js': { integrity: '', bytes: 60_001 },
    },
  };
  expect(() => check('', '', heavy)).toThrow(
    'The scripts of Page in studio-remote have 160001 bytes, 160000 are allowed',
  );
  expect(() => check('', '', { ...heavy, mode: 'development' })).not.toThrow();
  expect(() => check('', '', { ...heavy, runtime: 'slim' })).toThrow('160000 are allowed');
  expect(() => check('', '', { ...heavy, runtime: 'published' })).not.toThrow();
  const larger = { ...heavy.files, 'Page.js': { integrity: '', bytes: 140_001 } };
  expect(() => check('', '', { ...heavy, runtime: 'published', files: larger })).toThrow(
    'have 240001 bytes, 240000 are allowed',
  );
});

test('a router export that a remote uses and the shell has lost is refused; what it does not use may go', () => {
  expect(() => checkSet([{ ...shell, router: ['useParams'] }, remote])).toThrow(
    'studio-remote uses Link of @site/shared/router, which the shell does not export',
  );
  expect(() => checkSet([{ ...shell, router: ['Link'] }, remote])).not.toThrow();
});
