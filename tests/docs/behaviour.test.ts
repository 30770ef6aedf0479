import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.css', '*.md'], {
  cwd: repository,
  encoding: 'utf8',
}).split('\n');
const headings = readFileSync(join(repository, 'docs/behaviour.md'), 'utf8').matchAll(/^## (\d+)\. /gm);
const sections = [...headings].map(([, number]) => `§${number}`);

/** What a file refers to, e.g. `§5`. */
function referencesIn(file: string): string[] {
  return readFileSync(join(repository, file), 'utf8').match(/§\d+/g) ?? [];
}

test('every reference to a section leads to one of docs/behaviour.md', () => {
  const dangling = files
    .filter(Boolean)
    .flatMap((file) => referencesIn(file).map((reference) => [file, reference]))
    .filter(([, reference = '']) => !sections.includes(reference));
  expect(dangling).toEqual([]);
});

test('every section is proved by tests that name it', () => {
  const proved = new Set(files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)).flatMap(referencesIn));
  expect(sections.filter((section) => !proved.has(section))).toEqual([]);
  expect(sections).toHaveLength(9);
});
