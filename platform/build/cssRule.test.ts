import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Stats } from 'webpack';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { cssRule } from './cssRule';

let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

async function build(css: string, remote: string | undefined, file = 'Page.module.css'): Promise<string> {
  await writeFile(join(directory, file), css);
  await writeFile(join(directory, 'page.js'), `import * as styles from './${file}'; console.log(styles);`);
  const stats = await new Promise<Stats | undefined>((resolve, reject) => {
    const compiler = webpack({
      mode: 'none',
      entry: join(directory, 'page.js'),
      output: { path: join(directory, 'dist') },
      module: { rules: [cssRule(directory, remote, 'browser')] },
      plugins: [new MiniCssExtractPlugin({ filename: 'page.css' })],
    });
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  const [error] = stats?.toJson({ all: false, errors: true }).errors ?? [];
  return error?.message ?? (await readFile(join(directory, 'dist/page.css'), 'utf8'));
}

test.each([
  ['.page{top:0}', /\.studio_[\w-]{5}_page\{top:0\}/],
  ['main>.page:hover,.card svg{top:0}', /main>\.studio_[\w-]{5}_page:hover/],
  ['@media print{.page{top:0}}', /_page/],
  ['.page{&:hover{top:0}svg{top:0}}', /_page/],
  ['@keyframes turn{from{top:0}}.page{animation:turn 1s}', /@keyframes studio_[\w-]{5}_turn/],
])("prefixes the class names in a remote's style sheet: %s", async (css, built) => {
  expect(await build(css, 'studio')).toMatch(built);
});

test.each([
  'a{top:0}',
  ':root{--color-ink:red}',
  '.page,p{top:0}',
  '@media print{p{top:0}}',
  ':global(.other){top:0}',
])("refuses a remote's style sheet if a selector could affect other teams' pages: %s", async (css) => {
  for (const file of ['Page.module.css', 'page.css'])
    expect(await build(css, 'studio', file)).toMatch(/Selector "[^"]+" is not pure/);
});

test('accepts global selectors in the shell’s style sheet', async () => {
  expect(await build(':root{top:0}', undefined, 'site.css')).toContain(':root{top:0}');
});
