import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readApps } from '@site/tools';

const repository = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const listFiles = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(repository, file)));

const folders = readdirSync(repository).filter((name) => existsSync(join(repository, name, 'package.json')));

/** The packages that one names. */
function readNamed(folder: string): Record<'dependencies' | 'devDependencies', string[]> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Record<
    string,
    object | undefined
  >;
  return { dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
}

test('every pattern of CODEOWNERS is of something that is there, and everything has an owner', () => {
  const lines = read('.github/CODEOWNERS').split('\n');
  const patterns = lines.flatMap((line) => /^([^#\s]+)\s+@/.exec(line)?.[1] ?? []);
  expect(patterns[0]).toBe('*');
  for (const pattern of patterns) {
    const glob = `:(glob)${pattern.replace(/^\//, '').replace(/\/$/, '/**')}`;
    expect([pattern, listFiles(glob).length > 0]).toEqual([pattern, true]);
  }
});

test('Renovate moves React and the federation packages together, and no workspace', () => {
  const { packageRules } = JSON.parse(read('.github/renovate.json')) as {
    packageRules: { groupName?: string; matchPackageNames?: string[]; enabled?: boolean }[];
  };
  const names = ['.', ...folders].flatMap((folder) => Object.values(readNamed(folder)).flat());
  const matched = (name: string) =>
    packageRules.find(({ matchPackageNames = [] }) =>
      matchPackageNames.some(
        (one) => name === one || (one.endsWith('**') && name.startsWith(one.slice(0, -2))),
      ),
    );
  const inGroup = (wanted?: string) => names.filter((name) => matched(name)?.groupName === wanted);
  const isReact = (name: string) => /^(?:@types\/)?react(?:-dom)?$/.test(name);
  expect(inGroup('React')).toEqual(names.filter(isReact));
  const isFederation = (name: string) => /^@module-federation\/|^webpack$/.test(name);
  expect(inGroup('Module Federation')).toEqual(names.filter(isFederation));
  for (const name of folders) expect(matched(`@site/${name}`)?.enabled).toBe(false);
});

test.each(folders)(
  '%s names the workspaces that its sources import, each where it belongs, and no other',
  (folder) => {
    const imports = listFiles(`${folder}/*.ts`, `${folder}/*.tsx`).flatMap((file) => {
      const names = read(file).matchAll(
        /(?:\bfrom|\bimport|\bimport\(|\bmock\() ?'(?:@site\/([^/']+)|(\.[^']+))/g,
      );
      return [...names].map(([, scoped, path = '']) => ({
        to: scoped ?? relative(repository, resolve(repository, file, '..', path)).split('/')[0] ?? '',
        isBuilt: !/\.test\.tsx?$|\/testing\//.test(file),
      }));
    });
    const others = imports.filter(({ to }) => to !== folder && folders.includes(to));
    const { dependencies, devDependencies } = readNamed(folder);
    const named = [...dependencies, ...devDependencies].filter((name) => name.startsWith('@site/'));
    expect(named.sort()).toEqual([...new Set(others.map(({ to }) => `@site/${to}`))].sort());
    if (!readApps(repository).includes(folder)) return;
    // What ends up in a build; of all workspaces that is the shared one alone.
    const built = new Set(others.filter(({ isBuilt }) => isBuilt).map(({ to }) => to));
    expect([...built]).toEqual(['shared']);
    expect(dependencies).toContain('@site/shared');
  },
);
