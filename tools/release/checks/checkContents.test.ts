import { expect, test } from '@jest/globals';
import type { Artifact } from '../../build/Artifact';
import { checkContents } from './checkContents';

const shell: Artifact = {
  app: 'shell',
  version: 's1',
  mode: 'production',
  entry: { scripts: ['main.js'], styles: [] },
  pages: {},
  files: {},
  serverHash: '',
  shared: {},
  router: [],
};
const remote: Artifact = {
  ...shell,
  app: 'studio-remote',
  remote: { name: 'studio', mount: '/', paths: ['/'] },
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
  '@unknown-keyframes-rule x{.studio_a{top:0}}',
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
  for (const spaced of ['var( --color-inc)', 'var(--color-inc )'])
    expect(() => check(`.studio_a{color:${spaced}}`)).toThrow('uses var(--color-inc), which');
});

test('without a shell nobody but the app itself defines tokens', () => {
  const alone = (css: string) => () =>
    checkContents([{ artifact: remote, files: new Map([['studio.Page.css', Buffer.from(css)]]) }]);
  expect(alone('.studio_a{--own:1px;margin:var(--own)}')).not.toThrow();
  expect(alone('.studio_a{color:var(--color-ink)}')).toThrow(
    'studio.Page.css of studio-remote uses var(--color-ink)',
  );
});

test('a style sheet that cannot be read is named, the shell’s too; what is none is not read', () => {
  expect(() => check('.studio_a{')).toThrow('studio.Page.css:1:1: Unclosed block');
  expect(() => check('', ':root{')).toThrow('shell.main.css:1:1: Unclosed block');
  const script = new Map([['studio.Page.js', Buffer.from('{')]]);
  expect(() => checkContents([{ artifact: shell, files: script }])).not.toThrow();
  expect(() => checkContents([{ artifact: remote, files: script }])).not.toThrow();
});

test.each([
  ['a{top:0}', 'a'],
  ['.other{top:0}', '.other'],
  [':root{top:0}', ':root'],
  ['.studio_a,p{top:0}', 'p'],
  ['p:not(.studio_a){top:0}', 'p:not(.studio_a)'],
  ['@media print{p{top:0}}', 'p'],
  ['@unknown-keyframes-rule studio_x{p{top:0}}', 'p'],
  ['@keyframes turn{from{top:0}}', '@keyframes turn'],
  ['@-webkit-keyframes turn{from{top:0}}', '@keyframes turn'],
])('%s reaches outside the app’s own modules and is refused', (css, what) => {
  expect(() => check(css)).toThrow(
    `${what} in studio.Page.css of studio-remote reaches outside the app's own modules, into pages of other teams: put it below a class of a .module.css file.`,
  );
});

test('a build of the development server is refused', () => {
  expect(() => check('', '', { ...remote, mode: 'development' })).toThrow(
    'studio-remote is a build of the development server, which is not for visitors. Build it for production, and deploy that: npm run deploy -- studio-remote.',
  );
});

/** A build that has so much. */
function heavy(artifact: Artifact, scripts: number, styles: number): Artifact {
  const [entryScripts, own] = [['entry.js'], { scripts: ['own.js'], styles: ['own.css'] }];
  return {
    ...artifact,
    entry: { scripts: entryScripts, styles: artifact.remote ? [] : own.styles },
    ...(artifact.remote && { pages: { Page: own } }),
    files: {
      'entry.js': { integrity: '', bytes: artifact.remote ? scripts - 1000 : scripts },
      'own.js': { integrity: '', bytes: 1000 },
      'own.css': { integrity: '', bytes: styles },
    },
  };
}

test.each<[what: string, Artifact, message: string]>([
  ['the shell’s entry', heavy(shell, 340_000, 24_000), ''],
  [
    'the shell’s entry',
    heavy(shell, 340_001, 24_000),
    'scripts of its entry in shell have 340001 bytes, 340000',
  ],
  [
    'the shell’s entry',
    heavy(shell, 340_000, 24_001),
    'styles of its entry in shell have 24001 bytes, 24000',
  ],
  ['a page', heavy(remote, 160_000, 40_000), ''],
  ['a page', heavy(remote, 160_001, 40_000), 'scripts of Page in studio-remote have 160001 bytes, 160000'],
  ['a page', heavy(remote, 160_000, 40_001), 'styles of Page in studio-remote have 40001 bytes, 40000'],
])('%s may have all of its budget and not a byte more', (_what, artifact, message) => {
  const checking = expect(() => checkContents([{ artifact, files: new Map() }]));
  if (message === '') checking.not.toThrow();
  else checking.toThrow(`The ${message} are allowed: every visitor waits for them.`);
});
