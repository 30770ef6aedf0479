import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Makes the display face that browsers get, `src/fonts/bricolage-grotesque.woff2`, from the one of the package, which
 * has more weights, characters and variants than the pages use:
 *
 *     node --import tsx shell/subsetFont.ts
 *
 * The same package gives the same bytes.
 */
const SOURCE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
const TARGET = join(import.meta.dirname, 'src/fonts/bricolage-grotesque.woff2');

/** ASCII, the letters of western Europe, and what English texts set with care are written with. */
const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  '\u00a0ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœ',
  '‐‑–—‘’“”•…£€©®™°·×«»§½',
].join('');

/** The features that browsers apply by default, and tabular figures. */
const FEATURES = ['ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'calt', 'clig', 'liga', 'kern', 'tnum'];

const source = await readFile(createRequire(import.meta.url).resolve(SOURCE));
const subset = await subsetFont(source, CHARACTERS, {
  targetFormat: 'woff2',
  // The weights of our style sheets.
  variationAxes: { wght: { min: 500, max: 800 } },
  keepFeatures: FEATURES,
  // Copyright and licence, which go with the face.
  preserveNameIds: [0, 13, 14],
});
await writeFile(process.argv[2] ?? TARGET, subset);
