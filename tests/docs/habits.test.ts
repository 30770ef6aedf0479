import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');

interface Rule {
  groupName?: string;
  matchPackageNames?: string[];
  matchDepTypes?: string[];
  enabled?: boolean;
}

test('every pattern of CODEOWNERS is of something that is there, and everything has an owner', () => {
  const lines = read('.github/CODEOWNERS').split('\n');
  const patterns = lines.flatMap((line) => /^([^#\s]+)\s+@/.exec(line)?.[1] ?? []);
  expect(patterns[0]).toBe('*');
  for (const pattern of patterns) {
    const glob = `:(glob)${pattern.replace(/^\//, '').replace(/\/$/, '/**')}`;
    const found = execFileSync('git', ['ls-files', '--', glob], { cwd: repository, encoding: 'utf8' });
    expect([pattern, found !== '']).toEqual([pattern, true]);
  }
});

test('editors are told the width that Prettier uses', () => {
  const { prettier } = JSON.parse(read('package.json')) as { prettier: { printWidth: number } };
  expect(read('.editorconfig')).toContain(`max_line_length = ${prettier.printWidth}\n`);
});

test('Renovate moves React and the federation packages together, and nothing that is held', () => {
  const { packageRules } = JSON.parse(read('.github/renovate.json')) as { packageRules: Rule[] };
  const groupOf = (name: string) =>
    packageRules.find(({ matchPackageNames = [] }) =>
      matchPackageNames.some((one) =>
        one.endsWith('/**') ? name.startsWith(one.slice(0, -2)) : name === one,
      ),
    );
  const folders = readdirSync(repository).filter((name) =>
    existsSync(join(repository, name, 'package.json')),
  );
  const files = ['.', ...folders].map(
    (folder) =>
      JSON.parse(read(`${folder}/package.json`)) as Record<string, Record<string, string> | undefined>,
  );
  const names = files.flatMap((file) =>
    [file.dependencies, file.devDependencies].flatMap((versions = {}) => Object.keys(versions)),
  );
  for (const name of names) {
    const expected = /^(?:@types\/)?react(?:-dom)?$/.test(name)
      ? 'React'
      : /^@module-federation\/|^webpack$/.test(name)
        ? 'Module Federation'
        : undefined;
    expect([name, groupOf(name)?.groupName]).toEqual([name, expected]);
    if (name.startsWith('@site/')) expect(groupOf(name)?.enabled).toBe(false);
  }
  expect(packageRules).toContainEqual(
    expect.objectContaining({ matchDepTypes: ['overrides'], enabled: false }),
  );
});
