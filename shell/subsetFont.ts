/**
 * Generates `src/fonts/bricolage-grotesque.woff2`, the typeface for headings and text, from a font package. The package has
 * more weights, characters and features than the pages use. Run this script with `node --import tsx shell/subsetFont.ts`.
 * The same version of the package always produces the same bytes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const SOURCE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
const TARGET = join(import.meta.dirname, 'src/fonts/bricolage-grotesque.woff2');

const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  '\u00a0ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœ',
  '‐‑–—‘’“”•…£€©®™°·×«»§½',
].join('');

/** The OpenType features that browsers apply by default, and tabular figures. */
const FEATURES = ['ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'calt', 'clig', 'liga', 'kern', 'tnum'];

const source = await readFile(createRequire(import.meta.url).resolve(SOURCE));
const subset = await subsetFont(source, CHARACTERS, {
  targetFormat: 'woff2',
  // The range of weights that our style sheets use.
  variationAxes: { wght: { min: 400, max: 800 } },
  keepFeatures: FEATURES,
  // The name IDs of the copyright notice and the licence, which must stay in the font file.
  preserveNameIds: [0, 13, 14],
});
await writeFile(process.argv[2] ?? TARGET, subset);
