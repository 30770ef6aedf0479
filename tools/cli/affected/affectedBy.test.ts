import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { listInputs } from '../../build/hashInputs';
import { readApps } from '../../build/readApps';
import { affectedBy } from './affectedBy';
import { readWorkspaces } from './readWorkspaces';

const repository = resolve(import.meta.dirname, '../../..');
const apps = readApps(repository);
const workspaces = readWorkspaces(repository);
const folders = workspaces.map(({ folder }) => folder);
const affected = (...files: string[]) => affectedBy(files, workspaces, apps);

test("a remote's change affects that remote, and no other app", () => {
  expect(affected('micora-remote/src/routes.tsx').apps).toEqual(['micora-remote']);
  expect(affected('studio-remote/src/routes.tsx').apps).toEqual(['studio-remote']);
  expect(affected('micora-remote/src/routes.tsx').workspaces).not.toContain('studio-remote');
});

test('what apps are made of affects them; what only their tests use affects their checks alone', () => {
  expect(affected('shared/src/site.ts').apps).toEqual(apps);
  expect(affected('shell/src/render.tsx').apps).toEqual(['shell']);
  expect(affected('shell/src/render.tsx').workspaces).toEqual(
    expect.arrayContaining(['shell', 'studio-remote', 'tools', 'e2e']),
  );
});

test('a file of no workspace affects everything, a document nothing, a tool no app', () => {
  expect(affected('package-lock.json')).toEqual({ apps: apps, workspaces: folders });
  expect(affected('docs/grow.md', 'README.md', '.github/CODEOWNERS')).toEqual({ apps: [], workspaces: [] });
  expect(affected('tools/cli/cli.ts').apps).toEqual([]);
  expect(affected()).toEqual({ apps: [], workspaces: [] });
});

test('what builds are made by is an input of every app, and affects every app', () => {
  const files = importedFrom(join(repository, 'webpack.common.ts'));
  const [first = ''] = apps;
  expect(files.size).toBeGreaterThan(10);
  expect(listInputs(repository, join(repository, first))).toEqual(expect.arrayContaining([...files]));
  for (const file of files) expect([file, affected(relative(repository, file)).apps]).toEqual([file, apps]);
});

/** A file and all files of this project that it imports, and that they import. */
function importedFrom(path: string, found = new Set([path])): Set<string> {
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    const file = `${resolve(path, '..', name)}.ts`;
    if (!found.has(file)) importedFrom(file, found.add(file));
  }
  return found;
}

test.each(folders)(
  '%s names the workspaces that its sources import, each where it belongs, and no other',
  (folder) => {
    const imports = readImports(folder);
    const importedBy = (isFor: (file: string) => boolean) =>
      [...new Set(imports.filter(({ file }) => isFor(file)).map(({ to }) => to))].sort();
    const { dependencies, devDependencies } = workspaces.find((one) => one.folder === folder) ?? {};
    expect([...(dependencies ?? []), ...(devDependencies ?? [])].sort()).toEqual(importedBy(() => true));
    expect(dependencies).toEqual(expect.arrayContaining(apps.includes(folder) ? importedBy(isBuilt) : []));
  },
);

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

/** The sources of this project; what bench compares it with are projects of their own. */
function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory())
      return /^(?:dist|node_modules|peers|\..*)$/.test(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
