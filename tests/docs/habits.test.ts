import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { appFolders } from '@site/tools';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';

const repository = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(repository, file)));

test('every pattern of CODEOWNERS is of something that is there, and everything has an owner', () => {
  const lines = read('.github/CODEOWNERS').split('\n');
  const patterns = lines.flatMap((line) => /^([^#\s]+)\s+@/.exec(line)?.[1] ?? []);
  expect(patterns[0]).toBe('*');
  for (const pattern of patterns) {
    const glob = `:(glob)${pattern.replace(/^\//, '').replace(/\/$/, '/**')}`;
    expect([pattern, listFiles(glob).length > 0]).toEqual([pattern, true]);
  }
});

test('a clone has the same bytes where git converts line endings', async () => {
  const clone = join(await temporaryDirectory(), 'clone');
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' });
  git('clone', '--quiet', '--config', 'core.autocrlf=true', repository, clone);
  const files = git('-C', clone, 'ls-files', '--eol').trim().split('\n');
  expect(files.length).toBeGreaterThan(700);
  const [texts, binaries] = [
    /^i\/(?:lf|none) +w\/(?:lf|none) +attr\/text=auto eol=lf/,
    /^i\/-text +w\/-text +attr\/-text/,
  ];
  expect(files.filter((line) => !texts.test(line) && !binaries.test(line))).toEqual([]);
});

const folders = readdirSync(repository).filter((name) => existsSync(join(repository, name, 'package.json')));

test.each(folders)('%s names the workspaces that its sources import, and no other', (folder) => {
  const imported = listFiles(`${folder}/*.ts`, `${folder}/*.tsx`).flatMap((file) => {
    const names = /(?:\bfrom|\bimport|\bimport\(|\bmock\() ?'(?:@site\/([^/']+)|(\.[^']+))/g;
    return [...read(file).matchAll(names)].map(
      ([, scoped, path = '']) =>
        scoped ?? relative(repository, resolve(repository, file, '..', path)).split('/')[0] ?? '',
    );
  });
  const others = new Set(imported.filter((name) => name !== folder && folders.includes(name)));
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Record<
    string,
    object | undefined
  >;
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => /^@site\//.test(name));
  expect(named.sort()).toEqual([...others].map((name) => `@site/${name}`).sort());
  // What ends up in a build: of all workspaces lint lets in this one alone.
  if (appFolders(repository).includes(folder)) expect(dependencies).toHaveProperty(['@site/shared']);
});

const code = listFiles('*.ts', '*.tsx', '*.js', '*.css', '*.md');
const headings = read('docs/behaviour.md').matchAll(/^## (\d+)\. /gm);
const sections = [...headings].map(([, number]) => `§${number}`);

/** What a file refers to, e.g. `§5`. */
const referencesIn = (file: string): string[] => read(file).match(/§\d+/g) ?? [];

test('every reference to a section leads to one of docs/behaviour.md', () => {
  const references = code.flatMap((file) => referencesIn(file).map((reference) => [file, reference]));
  expect(references.filter(([, reference = '']) => !sections.includes(reference))).toEqual([]);
});

test('every section is proved by tests that name it', () => {
  const proved = new Set(code.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).flatMap(referencesIn));
  expect(sections.filter((section) => !proved.has(section))).toEqual([]);
  expect(sections).toHaveLength(9);
});
