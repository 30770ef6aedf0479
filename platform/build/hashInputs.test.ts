import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { readApps } from './readApps';
import { hashInputs, listInputs } from './readOrigin';

let repository: string;

async function write(path: string, text = `content of ${path}`): Promise<void> {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
}

const SOURCES = [
  'package-lock.json',
  'shared/src/site.ts',
  'shared/src/ui/Button.module.css',
  'studio-remote/remote.config.ts',
  'studio-remote/webpack.config.ts',
  'studio-remote/src/routes.tsx',
  'studio-remote/src/pages/home/HomePage.tsx',
];

beforeEach(newRepository);

async function newRepository(): Promise<void> {
  repository = await temporaryDirectory();
  for (const path of [...SOURCES, 'shared/package.json']) await write(path);
  await mkdir(join(repository, 'node_modules/@site'), { recursive: true });
  await symlink('../../shared', join(repository, 'node_modules/@site/shared'));
}

const hash = () => hashInputs(join(repository, 'studio-remote'));

test('the input hash changes if a source is changed, added, removed or renamed', async () => {
  const before = hash();
  for (const path of SOURCES) {
    await write(path, 'changed');
    expect([path, hash()]).not.toEqual([path, before]);
    await write(path);
    expect([path, hash()]).toEqual([path, before]);
  }
  await write('studio-remote/src/pages/about/AboutPage.tsx');
  expect(hash()).not.toBe(before);
  await rm(join(repository, 'studio-remote/src/pages/about'), { recursive: true });
  expect(hash()).toBe(before);

  await rm(join(repository, 'studio-remote/src/routes.tsx'));
  await write('studio-remote/src/paths.tsx', 'content of studio-remote/src/routes.tsx');
  expect(hash()).not.toBe(before);
});

test('the input hash depends neither on other files nor on the path of the repository', async () => {
  const before = hash();
  for (const path of [
    'studio-remote/src/pages/home/HomePage.test.tsx',
    'studio-remote/browser/home.spec.ts',
    'shared/src/api/client.test.ts',
    'studio-remote/dist/production/build.json',
    'studio-remote/node_modules/axios/package.json',
    'micora-remote/src/routes.tsx',
    'studio-remote/test-results/report.json',
    'studio-remote/.git/HEAD',
    'README.md',
  ]) {
    await write(path, 'changed');
    expect([path, hash()]).toEqual([path, before]);
  }
  await newRepository();
  expect(hash()).toBe(before);
});

test('the input hash is the same in a one-remote repository where `shared` is a package', async () => {
  const before = hash();
  await rm(join(repository, 'node_modules'), { recursive: true });
  const packages = join(repository, 'studio-remote/node_modules/@site');
  await mkdir(packages, { recursive: true });
  await rename(join(repository, 'shared'), join(packages, 'shared'));
  expect(hash()).toBe(before);
  await writeFile(join(packages, 'shared/src/site.ts'), 'changed');
  expect(hash()).not.toBe(before);
});

const checkout = resolve(import.meta.dirname, '../..');

test.each([...readApps(checkout)])(
  'the inputs of %s include all code that builds apps',
  (_app, directory) => {
    const files = importedFrom(join(checkout, 'platform/webpack.common.ts'));
    expect(files.size).toBeGreaterThan(9);
    const inputs = listInputs(directory).map(({ path }) => path);
    expect(inputs).toEqual(expect.arrayContaining([...files]));
  },
);

function importedFrom(path: string, found = new Set([path])): Set<string> {
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    const file = `${resolve(path, '..', name)}.ts`;
    if (!found.has(file)) importedFrom(file, found.add(file));
  }
  return found;
}
