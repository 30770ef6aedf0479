import { expect, test } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Stats } from 'webpack';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkFileNames } from './checkFileNames';
import { copyPublicFiles } from './copyPublicFiles';

async function build(...files: string[]) {
  const context = await temporaryDirectory();
  for (const file of ['main.js', ...files.map((name) => `public/${name}`)]) {
    await mkdir(join(context, dirname(file)), { recursive: true });
    await writeFile(join(context, file), '');
  }
  const compiler = webpack({
    mode: 'production',
    context,
    entry: './main.js',
    output: { path: join(context, 'dist') },
    plugins: [
      { apply: (compiler) => copyPublicFiles(compiler, join(context, 'public')) },
      { apply: checkFileNames },
    ],
  });
  const { compilation } = (await promisify(compiler.run.bind(compiler))()) as Stats;
  return {
    names: Object.keys(compilation.assets).sort(),
    errors: compilation.errors.map(({ message }) => message),
  };
}

test('copies the files of public/ and of the folders in it', async () => {
  expect(await build('favicon.ico', 'badges/store.svg', 'badges/dark/store.svg')).toEqual({
    names: ['badges/dark/store.svg', 'badges/store.svg', 'favicon.ico', 'main.js'],
    errors: [],
  });
});

test('refuses a file in a folder if it cannot be served under its name', async () => {
  const { errors } = await build('badges/.hidden.svg');
  expect(errors).toEqual([expect.stringContaining('badges/.hidden.svg cannot be served under this name.')]);
});
