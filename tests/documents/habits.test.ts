import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { appFolders } from '@site/platform';

const repository = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(repository, file)));

const folders = readdirSync(repository).filter((name) => existsSync(join(repository, name, 'package.json')));

function importedFolders(file: string): string[] {
  const specifiers = /(?:\bfrom|\bimport|\bimport\(|\bmock\() ?'(?:@site\/([^/']+)|(\.[^']+))/g;
  const found: string[] = [];
  for (const [, workspace, path = ''] of read(file).matchAll(specifiers)) {
    const target = relative(repository, resolve(repository, file, '..', path));
    found.push(workspace ?? target.split('/')[0] ?? '');
  }
  return found;
}

test.each(folders)(
  'the package.json of %s lists exactly the workspaces that its sources import',
  (folder) => {
    const imported = listFiles(`${folder}/*.ts`, `${folder}/*.tsx`).flatMap(importedFolders);
    const others = new Set(imported.filter((name) => name !== folder && folders.includes(name)));
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Record<
      string,
      object | undefined
    >;
    const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
      /^@site\//.test(name),
    );
    expect(named.sort()).toEqual([...others].map((name) => `@site/${name}`).sort());
    // `shared` is the only workspace that lint allows apps to import, and every app needs it.
    if (appFolders(repository).includes(folder)) expect(dependencies).toHaveProperty(['@site/shared']);
  },
);

const code = listFiles('*.ts', '*.tsx', '*.js', '*.css', '*.md');
const headings = read('docs/behaviour.md').matchAll(/^### (\d+)\. /gm);
const sections = [...headings].map(([, number]) => `§${number}`);

const referencesIn = (file: string): string[] => read(file).match(/§\d+/g) ?? [];

test('every section that code refers to exists in docs/behaviour.md', () => {
  const references = code.flatMap((file) => referencesIn(file).map((reference) => [file, reference]));
  expect(references.filter(([, reference = '']) => !sections.includes(reference))).toEqual([]);
});

test('every section of docs/behaviour.md is mentioned in a test file', () => {
  const tests = code.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
  const named = new Set(tests.flatMap(referencesIn));
  expect(sections.filter((section) => !named.has(section))).toEqual([]);
  expect(sections).toHaveLength(9);
});
