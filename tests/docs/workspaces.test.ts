import { expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readApps } from '@site/tools';

const repository = resolve(import.meta.dirname, '../..');
const apps = readApps(repository);
const folders = readdirSync(repository).filter((name) => existsSync(join(repository, name, 'package.json')));

test.each(folders)(
  '%s names the workspaces that its sources import, each where it belongs, and no other',
  (folder) => {
    const imports = readImports(folder);
    const importedBy = (isFor: (file: string) => boolean) =>
      [...new Set(imports.filter(({ file }) => isFor(file)).map(({ to }) => to))].sort();
    const { dependencies, devDependencies } = readNamed(folder);
    expect([...dependencies, ...devDependencies].sort()).toEqual(importedBy(() => true));
    expect(dependencies).toEqual(expect.arrayContaining(apps.includes(folder) ? importedBy(isBuilt) : []));
  },
);

test('apps are made of themselves and of what is shared, and of no other workspace', () => {
  for (const app of apps) {
    const built = readImports(app).filter(({ file }) => isBuilt(file));
    expect([app, [...new Set(built.map(({ to }) => to))]]).toEqual([app, ['shared']]);
  }
});

/** The workspaces that the package of one names; all are named as their folders. */
function readNamed(folder: string) {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(repository, folder, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  const named = (versions = {}) =>
    Object.keys(versions).flatMap((name) => /^@site\/(.+)/.exec(name)?.slice(1) ?? []);
  return { dependencies: named(dependencies), devDependencies: named(devDependencies) };
}

/** Whether a file may end up in a build. */
function isBuilt(file: string): boolean {
  return !/\.test\.tsx?$|\/testing\//.test(file);
}

/** What the sources of a workspace import of others. */
function readImports(folder: string): { file: string; to: string }[] {
  return sources(join(repository, folder)).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\(|\bmock\() ?'([^']+)'/g)].flatMap(
      ([, name = '']) => {
        const [, scoped] = /^@site\/([^/]+)/.exec(name) ?? [];
        const target = name.startsWith('.')
          ? relative(repository, resolve(path, '..', name)).split('/')[0]
          : scoped;
        const isOther = target !== folder && folders.includes(target ?? '');
        return isOther && target ? [{ file: relative(repository, path), to: target }] : [];
      },
    ),
  );
}

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return /^(?:dist|node_modules|\..*)$/.test(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
