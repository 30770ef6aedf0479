import { describe, expect, test } from '@jest/globals';
import type { Artifact } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { versionOf } from '../build/versionOf';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { isBuildName, parseArtifact, parseSource } from './parseArtifact';

const FILE = { integrity: integrityOf('a'), bytes: 1 };
const PLAIN: Omit<Artifact, 'version'> = {
  app: 'studio-remote',
  mode: 'production',
  remote: { name: 'studio', mount: '/', paths: ['/', '/projects/:projectId'] },
  entry: { scripts: ['remoteEntry.js'], styles: [] },
  pages: { HomePage: { scripts: ['HomePage.js'], styles: ['fonts/home.css'] } },
  files: { 'remoteEntry.js': FILE, 'fonts/a~b@2x.woff2': FILE },
  serverHash: sha256(''),
  shared: { react: '19.3.1', '@site/shared/router': '1.0.0' },
  router: ['Link', '$of'],
};

/** What says this, with the version that follows from it: a stranger can work that out, too. */
const said = (content: object) => {
  const made = { ...PLAIN, ...content };
  return Buffer.from(JSON.stringify({ ...made, version: versionOf(made) }));
};
const files = (...names: string[]) => ({ files: Object.fromEntries(names.map((name) => [name, FILE])) });

test('what builds write is read as they write it', () => {
  for (const { artifact } of [tinyShell(), tinyStudio()])
    expect(parseArtifact(Buffer.from(JSON.stringify(artifact)))).toEqual(artifact);
  expect(parseArtifact(said({}))).toEqual({ ...PLAIN, version: versionOf(PLAIN) });
  expect(parseArtifact(said({ laterField: 1 }))).toMatchObject({ laterField: 1 });
});

test('a build whose version does not follow from the rest is none', () => {
  const version = '0123456789abcdef';
  expect(parseArtifact(Buffer.from(JSON.stringify({ ...PLAIN, version })))).toBeUndefined();
});

test.each(['', 'garbage', 'null', '[]', '{}', '{"app":'])('what is no build is none: %j', (content) => {
  expect(parseArtifact(Buffer.from(content))).toBeUndefined();
  expect(parseSource(Buffer.from(content))).toBeUndefined();
});

describe('a build is none if it has a file named', () => {
  test.each([
    '../../history/999.json',
    'a/../../b',
    'a/..',
    '..',
    '.',
    './a',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    'a\\b',
    'a\nb',
    'a\u0000b',
    'a\u001b[2Jb',
    'a\u009bb',
    'a\u2028b/../c',
    'a\u202eb',
    'a\u200bb',
    'x'.repeat(211),
    'é'.repeat(106),
    `${'x/'.repeat(250)}x`,
  ])('%j', (name) => {
    expect(parseArtifact(said(files('main.js', name)))).toBeUndefined();
    expect(parseArtifact(said({ entry: { scripts: [name], styles: [] } }))).toBeUndefined();
  });

  test.each(['__proto__', 'constructor', 'prototype'])('%s, which objects have already', (name) => {
    const text = JSON.stringify({ ...PLAIN, version: versionOf(PLAIN) });
    const renamed = text.replace('"remoteEntry.js":', `"${name}":`);
    expect(renamed).not.toBe(text);
    expect(parseArtifact(Buffer.from(renamed))).toBeUndefined();
  });

  test('as a folder of another one is, in any of its forms', () => {
    for (const file of ['a', 'a.br', 'a.gz'])
      expect(parseArtifact(said(files('a', `${file}/b`)))).toBeUndefined();
    expect(parseArtifact(said(files('a', 'ab/c', 'a.b/c')))).toBeDefined();
  });

  test.each(['a', 'x'.repeat(210), 'é'.repeat(105), '..a', 'a..b/c...', '.well-known/x', 'über uns.html'])(
    'otherwise, it may be %j',
    (name) => expect(parseArtifact(said(files(name)))).toBeDefined(),
  );
});

test.each([
  ['app', { app: '../history' }],
  ['app', { app: 'Studio' }],
  ['app', { app: '' }],
  ['app', { app: 'a'.repeat(65) }],
  ['mode', { mode: 'other' }],
  ['name', { remote: { ...PLAIN.remote, name: '../micora' } }],
  ['mount', { remote: { ...PLAIN.remote, mount: 'http://elsewhere' } }],
  ['path', { remote: { ...PLAIN.remote, paths: ['/../a'] } }],
  ['path', { remote: { ...PLAIN.remote, paths: ['//elsewhere'] } }],
  ['path', { remote: { ...PLAIN.remote, paths: ['/a?b'] } }],
  ['integrity', { files: { a: { ...FILE, integrity: 'sha384-x' } } }],
  ['size', { files: { a: { ...FILE, bytes: -1 } } }],
  ['size', { files: { a: { ...FILE, bytes: '1' } } }],
  ['hash of its server bundle', { serverHash: sha256('').slice(1) }],
  ['shared module', { shared: { react: '\u001b[2J' } }],
  ['export', { router: ['a b'] }],
])('a build with a wrong %s is none', (_title, content) => {
  expect(parseArtifact(said(content))).toBeUndefined();
});

describe('where a build comes from', () => {
  const SOURCE = {
    commit: 'a'.repeat(40),
    clean: true,
    builtAt: '2026-11-21T10:15:00.123Z',
    node: 'v24.1.0',
  };
  const parse = (more: object) => parseSource(Buffer.from(JSON.stringify({ ...SOURCE, ...more })));

  test('is read as it is written', () => {
    expect(parse({})).toEqual(SOURCE);
    expect(parse({ commit: 'a'.repeat(64) })).toBeDefined();
    const { builtAt, node } = SOURCE;
    expect(parseSource(Buffer.from(JSON.stringify({ builtAt, node })))).toEqual({ builtAt, node });
  });

  test.each([
    { commit: '--output=/tmp/x' },
    { commit: 'HEAD' },
    { commit: 'a'.repeat(41) },
    { clean: 'yes' },
    { builtAt: 'yesterday' },
    { builtAt: '' },
    { node: 'v24 \u001b[2J' },
    { node: '24' },
  ])('is not known if it says %j', (more) => expect(parse(more)).toBeUndefined());
});

test.each([
  ['studio-remote/0123456789abcdef', true],
  ['studio-remote/0123456789abcde', false],
  ['studio-remote/0123456789abcdef/x', false],
  ['../0123456789abcdef', false],
  ['studio-remote', false],
  ['', false],
])('%j is the name of a build: %s', (text, isName) => expect(isBuildName(text)).toBe(isName));
