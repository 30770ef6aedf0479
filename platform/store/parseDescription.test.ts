import { expect, test } from '@jest/globals';
import { type BuildDescription, computeVersion } from '../build/BuildDescription';
import { computeIntegrity } from '../build/computeIntegrity';
import { sha256 } from '../build/sha256';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { isBuildName, parseDescription, parseSource } from './parseDescription';

const FILE = { integrity: computeIntegrity('a'), bytes: 1 };
const PLAIN: Omit<BuildDescription, 'version'> = {
  app: 'studio-remote',
  mode: 'production',
  remote: { name: 'studio', mount: '/', paths: ['/', '/projects/:projectId'], forms: ['form_submits'] },
  entry: { scripts: ['remoteEntry.js'], styles: [] },
  pages: { HomePage: { scripts: ['HomePage.js'], styles: ['fonts/home.css'] } },
  files: { 'remoteEntry.js': FILE, 'fonts/a~b@2x.woff2': FILE },
  serverHash: sha256(''),
  shared: { react: '19.3.1', '@site/shared/router': '1.0.0' },
  router: ['Link', '$of'],
};

/** Creates a description with the given content and the matching version, as an attacker could. */
const described = (content: object) => {
  const made = { ...PLAIN, ...content };
  return Buffer.from(JSON.stringify({ ...made, version: computeVersion(made) }));
};
const files = (...names: string[]) => ({ files: Object.fromEntries(names.map((name) => [name, FILE])) });
const remote = (more: object) => ({ remote: { ...PLAIN.remote, ...more } });
const file = (more: object) => ({ files: { a: { ...FILE, ...more } } });

test('parses a valid description', () => {
  for (const { description } of [tinyShell(), tinyStudio()])
    expect(parseDescription(Buffer.from(JSON.stringify(description)))).toEqual(description);
  expect(parseDescription(described({}))).toEqual({ ...PLAIN, version: computeVersion(PLAIN) });
  expect(parseDescription(described({ laterField: 1 }))).toMatchObject({ laterField: 1 });
  for (const name of [
    'a',
    'x'.repeat(210),
    'é'.repeat(105),
    '..a',
    'a..b/c...',
    '.well-known/x',
    'über uns.html',
  ])
    expect(parseDescription(described(files(name)))).toBeDefined();
  for (const react of ['19.3.1', '^19.3.0', '>=19.3 <21 || 22.0.0-rc.1'])
    expect(parseDescription(described({ shared: { react } }))).toBeDefined();
  expect(parseDescription(described(remote({ forms: [] })))).toBeDefined();
  for (const budgets of [{}, { scripts: 9000, styles: 1 }])
    expect(parseDescription(described(remote({ budgets })))?.remote).toHaveProperty('budgets', budgets);
  expect(parseDescription(described(files('a', 'ab/c', 'a.b/c')))).toBeDefined();
});

test.each([
  ...['../../releases/999.json', 'a/../../b', 'a/..', '..', '.', './a', '/etc/passwd', 'a//b', 'a/', ''],
  ...['a\\b', 'a\nb', 'a\u0000b', 'a\u001b[2Jb', 'a\u009bb', 'a\u2028b/../c', 'a\u202eb', 'a\u200bb'],
  ...['x'.repeat(211), 'é'.repeat(106), `${'x/'.repeat(250)}x`],
])('refuses a description with the file name %j', (name) => {
  expect(parseDescription(described(files('main.js', name)))).toBeUndefined();
  expect(parseDescription(described({ entry: { scripts: [name], styles: [] } }))).toBeUndefined();
});

test.each<[problem: string, content: object]>([
  ...['../history', 'Studio', '', 'a'.repeat(65)].map((app): [string, object] => ['app', { app }]),
  ['mode', { mode: 'other' }],
  ['name', remote({ name: '../micora' })],
  ['mount', remote({ mount: 'http://elsewhere' })],
  ...['/../a', '//elsewhere', '/a?b'].map((path): [string, object] => ['path', remote({ paths: [path] })]),
  ...['', '../jobs', 'jobs/records', 'a'.repeat(101), '_superusers', 7].map((form): [string, object] => [
    'form',
    remote({ forms: [form] }),
  ]),
  ['list of forms', remote({ forms: undefined })],
  ['number of forms', remote({ forms: Array.from({ length: 101 }, (_, index) => `a${index}`) })],
  ...[0, 1.5, '9000'].map((scripts): [string, object] => ['budget', remote({ budgets: { scripts } })]),
  ['integrity', file({ integrity: 'sha256-x' })],
  ...[-1, '1'].map((bytes): [string, object] => ['size', file({ bytes })]),
  // A folder must not have the same name as a file or one of its encodings.
  ...['a', 'a.br', 'a.gz'].map((name): [string, object] => ['folder', files('a', `${name}/b`)]),
  ['hash of its server bundle', { serverHash: sha256('').slice(1) }],
  ...['\u001b[2J', 'latest', '^', 'x'.repeat(101)].map((react): [string, object] => [
    'shared module',
    { shared: { react } },
  ]),
  ['export', { router: ['a b'] }],
])('refuses a description with an invalid %s: %j', (_problem, content) => {
  expect(parseDescription(described(content))).toBeUndefined();
});

const valid = described({}).toString();

test.each([
  ...['', 'garbage', 'null', '[]', '{}', '{"app":', valid.replace(computeVersion(PLAIN), '0123456789abcdef')],
  ...['__proto__', 'constructor', 'prototype'].map((name) =>
    valid.replace('"remoteEntry.js":', `"${name}":`),
  ),
])('refuses content that no build writes: %j', (content) => {
  expect(content).not.toBe(valid);
  expect([parseDescription(Buffer.from(content)), parseSource(Buffer.from(content))]).toEqual([
    undefined,
    undefined,
  ]);
});

const BUILT = { builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' };

test.each([
  ...[{}, { commit: 'a'.repeat(40), clean: true }, { commit: 'a'.repeat(64) }].map(
    (more) => [more, true] as const,
  ),
  ...['--output=/tmp/x', 'HEAD', 'a'.repeat(41)].map((commit) => [{ commit }, false] as const),
  ...['yesterday', ''].map((builtAt) => [{ builtAt }, false] as const),
  ...['v24 \u001b[2J', '24'].map((node) => [{ node }, false] as const),
  [{ clean: 'yes' }, false],
])('whether the origin %j is valid: %s', (more, isValid) => {
  const source = { ...BUILT, ...more };
  expect(parseSource(Buffer.from(JSON.stringify(source)))).toEqual(isValid ? source : undefined);
});

test.each([
  ['studio-remote/0123456789abcdef', true],
  ['studio-remote/0123456789abcde', false],
  ['studio-remote/0123456789abcdef/x', false],
  ['../0123456789abcdef', false],
  ['studio-remote', false],
])('whether %j is the name of a build: %s', (text, isName) => expect(isBuildName(text)).toBe(isName));
