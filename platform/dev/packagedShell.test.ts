import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { describeOtherShell, packagedShell } from './packagedShell';

let repository: string;
let folder: string;

beforeEach(async () => {
  repository = await temporaryDirectory();
  folder = join(repository, 'node_modules/@site/shell');
});

async function write(file: string, content: object): Promise<void> {
  await mkdir(join(folder, file, '..'), { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(content));
}

test('finds the shell’s builds in the installed package', async () => {
  await write('package.json', {});
  await write('dist/production/build.json', { version: 'a1' });
  await write('dist/development/build.json', { version: 'b2' });
  expect(packagedShell(repository)).toEqual({ development: join(folder, 'dist/development'), version: 'a1' });
});

test('fails with advice if the package or one of its builds is missing', async () => {
  expect(() => packagedShell(repository)).toThrow('@site/shell is not installed');
  await write('package.json', {});
  await write('dist/production/build.json', { version: 'a1' });
  expect(() => packagedShell(repository)).toThrow(/no build in .*dist\/development\. Build/);
});

test('warns only if the live site has a different shell', () => {
  expect(describeOtherShell('a1', 'c3')).toMatch(/has another shell \(c3\).* \(a1\)/);
  expect(describeOtherShell('a1', 'a1')).toBeUndefined();
});
