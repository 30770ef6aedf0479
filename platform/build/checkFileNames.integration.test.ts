import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Stats } from 'webpack';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkFileNames } from './checkFileNames';

async function buildErrors(name: string): Promise<string[]> {
  const context = await temporaryDirectory();
  await writeFile(join(context, 'main.js'), `import './${name}';`);
  await writeFile(join(context, name), 'x');
  const compiler = webpack({
    mode: 'production',
    context,
    entry: './main.js',
    output: { path: join(context, 'dist') },
    module: {
      rules: [{ test: /\.(?:svg|br)$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }],
    },
    plugins: [{ apply: checkFileNames }],
  });
  const stats = (await promisify(compiler.run.bind(compiler))()) as Stats;
  return stats.compilation.errors.map(({ message }) => message);
}

test.each(['two words.svg', 'grün.svg', '50%.svg', '.hidden.svg', 'picture.br'])(
  'refuses a build with a file named "%s", and advises renaming it',
  async (name) => {
    const [error, ...others] = await buildErrors(name);
    expect(error).toContain(`${name} cannot be served under this name. Rename it: use only ASCII letters`);
    expect(others).toEqual([]);
  },
);

test('accepts a build with a file named "a-b_c.1.svg"', async () => {
  expect(await buildErrors('a-b_c.1.svg')).toEqual([]);
});
