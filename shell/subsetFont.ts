import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Generates the typefaces that browsers load, in `src/fonts`: one for headings, and one for text. Their sources, font
 * packages, have more weights, characters and features than the pages use. To run this script:
 *
 *     node --import tsx shell/subsetFont.ts
 *
 * The same versions of the packages always result in the same bytes.
 */
const FACES = [
  { name: 'bricolage-grotesque', wght: { min: 500, max: 800 } },
  { name: 'hanken-grotesk', wght: { min: 400, max: 700 } },
];
const DIRECTORY = process.argv[2] ?? join(import.meta.dirname, 'src/fonts');

/** ASCII, western European letters, and the punctuation of carefully typeset English. */
const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  '\u00a0ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœ',
  '‐‑–—‘’“”•…£€©®™°·×«»§½',
].join('');

/** The features that browsers apply by default, and tabular figures. */
const FEATURES = ['ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'calt', 'clig', 'liga', 'kern', 'tnum'];

const { resolve } = createRequire(import.meta.url);
for (const { name, wght } of FACES) {
  const source = resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  const subset = await subsetFont(await readFile(source), CHARACTERS, {
    targetFormat: 'woff2',
    // The weights that our style sheets use.
    variationAxes: { wght },
    keepFeatures: FEATURES,
    // The copyright and the licence, which have to stay with the typeface.
    preserveNameIds: [0, 13, 14],
  });
  await writeFile(join(DIRECTORY, `${name}.woff2`), subset);
}
