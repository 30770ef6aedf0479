import { expect, test } from '@jest/globals';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import webpack from 'webpack';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkChunkIntegrity } from './addIntegrity';
import { keepMaps, type MapTable } from './keepMaps';

async function build(hasMaps: boolean) {
  const context = await temporaryDirectory();
  await writeFile(join(context, 'main.js'), `import('./later.js');\n\nconsole.log('first');\n`);
  await writeFile(
    join(context, 'later.js'),
    `const shout = (text) => text.toUpperCase();\n\n\nshout('second');\nconsole.log('third');\n`,
  );
  const maps: MapTable = {};
  const compiler = webpack({
    mode: 'production',
    context,
    entry: './main.js',
    output: { path: join(context, 'dist'), publicPath: 'auto', chunkFilename: '[name].js' },
    optimization: { chunkIds: 'named' },
    plugins: [
      { apply: checkChunkIntegrity },
      ...(hasMaps ? [{ apply: (compiler: webpack.Compiler) => keepMaps(compiler, maps) }] : []),
    ],
  });
  await promisify(compiler.run.bind(compiler))();
  const names = (await readdir(join(context, 'dist'))).sort();
  const contents = await Promise.all(names.map((name) => readFile(join(context, 'dist', name), 'utf8')));
  return {
    context,
    maps,
    files: Object.fromEntries(names.map((name, index) => [name, contents[index] ?? ''])),
  };
}

test('source maps leave scripts unchanged, are not emitted, and contain no local paths', async () => {
  const [without, { context, maps, files }] = await Promise.all([build(false), build(true)]);
  expect(files).toEqual(without.files);
  expect(Object.keys(maps).sort()).toEqual(['later_js.js', 'main.js']);
  expect(maps['later_js.js']?.sources).toEqual(['later.js']);
  expect(JSON.stringify(maps)).not.toContain(context);
  expect(JSON.stringify(maps)).not.toContain('toUpperCase()');
});

test.each([
  ['later_js.js', `"third"`, 'later.js', 5],
  // In main.js, this text follows the table of chunk hashes on the same line. The table replaces a shorter placeholder after
  // the source map has been created, so the text moves to a later column.
  ['main.js', `"first"`, 'main.js', 3],
])('the map of %s finds %s in its source', async (script, text, source, line) => {
  const { maps, files } = await build(true);
  const place = files[script]?.indexOf(text) ?? -1;
  expect(place).toBeGreaterThan(0);
  expect(files[script]).not.toContain('\n');
  const map = maps[script];
  const found = map && originalPositionFor(new TraceMap(map), { line: 1, column: place });
  expect(found).toMatchObject({ source, line });
});
