import { expect, test } from '@jest/globals';
import type { Budgets, RemoteConfig } from '@site/shared/contract';
import type { BuildDescription } from '../../build/BuildDescription';
import { tinyShell, tinyStudio } from '../../testing/tinySite';
import type { LoadedBuild } from '../../store/readBuild';
import { recordBuild } from '../recordBuild';
import { checkContents } from './checkContents';

const { description: shell } = tinyShell();
const { description: remote } = tinyStudio();

const checkAll = (...builds: LoadedBuild[]) => checkContents(builds, builds.map(recordBuild));

const buildWith = (description: BuildDescription, name: string, content: string): LoadedBuild => ({
  description,
  server: '',
  files: new Map([[name, Buffer.from(content)]]),
});

function check(css: string, shellCss = ':root{--color-ink:black}', description = remote): void {
  checkAll(buildWith(shell, 'shell.main.css', shellCss), buildWith(description, 'studio.Page.css', css));
}

test.each([
  '.studio_a{color:var(--color-ink)}',
  '.studio_a{--own:1px;margin:var(--own)}',
  '.studio_a{margin:var(--unknown, 1px)}',
])('%s is accepted', (css) => {
  expect(() => check(css)).not.toThrow();
});

test('a token that neither the shell nor the app defines is refused', () => {
  const problem = (token: string) =>
    `studio.Page.css of studio-remote uses var(--${token}), which neither the live shell nor the app defines`;
  for (const spelt of ['var(--color-inc)', 'var( --color-inc)', 'var(--color-inc )'])
    expect(() => check(`.studio_a{color:${spelt}}`)).toThrow(problem('color-inc'));
  for (const shellCss of [':root{--color-pen:black}', ''])
    expect(() => check('.studio_a{color:var(--color-ink)}', shellCss)).toThrow(problem('color-ink'));
});

test('an error names the style sheet that cannot be parsed', () => {
  expect(() => check('.studio_a{')).toThrow('studio.Page.css:1:1: Unclosed block');
  expect(() => check('', ':root{')).toThrow('shell.main.css:1:1: Unclosed block');
});

test('only style sheets are parsed', () => {
  for (const description of [shell, remote])
    expect(() => checkAll(buildWith(description, 'studio.Page.js', '{'))).not.toThrow();
});

test('a new shell must define the tokens of remotes that are live', () => {
  const [live, wrong] = [':root{--color-ink:black}', ':root{--color-pen:black}'].map((css) =>
    buildWith(shell, 'shell.main.css', css),
  ) as [LoadedBuild, LoadedBuild];
  const others = recordBuild(buildWith(remote, 'studio.Page.css', '.studio_a{color:var(--color-ink)}'));
  const checking = (build: LoadedBuild) => expect(() => checkContents([build], [recordBuild(build), others]));
  checking(live).not.toThrow();
  checking(wrong).toThrow('studio.Page.css of studio-remote uses var(--color-ink)');
});

test('a development build is refused', () => {
  expect(() => check('', '', { ...remote, mode: 'development' })).toThrow(
    'studio-remote is a development build, which is not for visitors. Deploy a production build: npm run deploy -- studio-remote.',
  );
});

function heavy(description: BuildDescription, scripts: number, styles: number): BuildDescription {
  const own = { scripts: ['own.js'], styles: ['own.css'] };
  return {
    ...description,
    entry: { scripts: ['entry.js'], styles: description.remote ? [] : own.styles },
    ...(description.remote && { pages: { Page: own } }),
    files: {
      'entry.js': { integrity: '', bytes: description.remote ? scripts - 1000 : scripts },
      'own.js': { integrity: '', bytes: 1000 },
      'own.css': { integrity: '', bytes: styles },
    },
  };
}

test.each([
  [shell, 'its entry in shell', 340_000, 24_000],
  [remote, 'Page in studio-remote', 160_000, 40_000],
])('the budget may be used up, but not exceeded: $app', (description, what, scripts, styles) => {
  const checking = (more: [scripts: number, styles: number]) =>
    expect(() =>
      checkContents([{ description: heavy(description, scripts + more[0], styles + more[1]) }], []),
    );
  const problem = (kind: string, bytes: number) =>
    `The ${kind} of ${what} have ${bytes + 1} bytes, but only ${bytes} are allowed, because every visitor waits for them.`;
  checking([0, 0]).not.toThrow();
  checking([1, 0]).toThrow(problem('scripts', scripts));
  checking([0, 1]).toThrow(problem('styles', styles));
});

test('a remote’s own budget applies only if it is below the site’s', () => {
  const checking = (budgets: Budgets, scripts = 50_001) => {
    const description = heavy(
      { ...remote, remote: { ...(remote.remote as RemoteConfig), forms: [], budgets } },
      scripts,
      9_000,
    );
    return expect(() => checkContents([{ description }], []));
  };
  checking({}).not.toThrow();
  checking({ scripts: 50_001, styles: 9_000 }).not.toThrow();
  checking({ scripts: 50_000 }).toThrow(
    'The scripts of Page in studio-remote have 50001 bytes, but only 50000 are allowed by its remote.config.ts, because every visitor',
  );
  checking({ styles: 8_999 }).toThrow('have 9000 bytes, but only 8999 are allowed by its remote.config.ts');
  checking({ scripts: 200_000 }, 160_001).toThrow(
    'have 160001 bytes, but only 160000 are allowed, because every visitor',
  );
});
