import { expect, test } from '@jest/globals';
import { mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import webpack from 'webpack';
import { emitWholeFiles } from './emitWholeFiles';

test('who is reading a file of a build reads it to its end, though the next build replaces it', async () => {
  const directory = await temporaryDirectory();
  const output = join(directory, 'dist/main.js');
  await build(directory, `console.log('${'the first build '.repeat(10_000)}')`);
  const first = await readFile(output, 'utf8');
  const reading = await open(output);
  try {
    await build(directory, `console.log('the second')`);
    expect(await reading.readFile('utf8')).toBe(first);
  } finally {
    await reading.close();
  }
  expect(await readFile(output, 'utf8')).toContain('the second');
  expect(await readdir(join(directory, 'dist'))).toEqual(['main.js']);
});

test('a file that cannot be written fails the build', async () => {
  const directory = await temporaryDirectory();
  await build(directory, `console.log('a build')`);
  await rm(join(directory, 'dist/main.js'));
  await mkdir(join(directory, 'dist/main.js'));
  await expect(build(directory, `console.log('the next')`)).rejects.toThrow('EISDIR');
});

async function build(directory: string, source: string): Promise<void> {
  await writeFile(join(directory, 'index.js'), source);
  const compiler = webpack({
    mode: 'development',
    context: directory,
    entry: './index.js',
    output: { path: join(directory, 'dist') },
  });
  emitWholeFiles(compiler);
  try {
    await promisify(compiler.run.bind(compiler))();
  } finally {
    await promisify(compiler.close.bind(compiler))();
  }
}
