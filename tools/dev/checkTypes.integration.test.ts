import { afterEach, expect, jest, test } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkTypes } from './checkTypes';

jest.setTimeout(120_000);

let end: () => void = () => undefined;
afterEach(() => end());

test('an error of types is told, and once it is mended, that', async () => {
  const repository = await temporaryDirectory();
  await mkdir(join(repository, 'app'));
  const compilerOptions = {
    incremental: true,
    tsBuildInfoFile: 'types.tsbuildinfo',
    lib: ['ES5'],
    types: [],
  };
  await writeFile(join(repository, 'app/tsconfig.json'), JSON.stringify({ compilerOptions }));
  const write = (value: string) =>
    writeFile(join(repository, 'app/page.ts'), `export const title: string = ${value};\n`);

  let hear: (line: string) => void = () => undefined;
  const told = () => new Promise<string>((done) => (hear = done));
  const types = checkTypes(repository, ['app'], (line) => hear(line));
  end = types.end;

  await write('5');
  const first = told();
  types.again();
  // In the place of the one before.
  types.again();
  expect(await first).toContain("app/page.ts(1,14): error TS2322: Type 'number' is not assignable");
  await write(`'Home'`);
  const second = told();
  types.again();
  expect(await second).toBe('Types are right again.');
});
