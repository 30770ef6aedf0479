import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { kitebridge } from './drawings/kitebridge';
import { northlight } from './drawings/northlight';
import { orchardRow } from './drawings/orchardRow';
import { pocketAllotment } from './drawings/pocketAllotment';
import { saltmarshLodges } from './drawings/saltmarshLodges';
import { tallybird } from './drawings/tallybird';
import { tideline } from './drawings/tideline';

/**
 * Draws the pictures of the sample projects into `pictures/`: JPEG, 1500 by 1000. All of them, or those whose names
 * begin with one of the arguments:
 *
 *     node --import tsx backend/seed/drawPictures.ts tideline
 *
 * Chromium is taken from CHROMIUM_PATH, or /usr/bin/chromium.
 */
const drawings: Record<string, string> = {
  ...saltmarshLodges,
  ...tideline,
  ...tallybird,
  ...orchardRow,
  ...kitebridge,
  ...pocketAllotment,
  ...northlight,
};

const MAX_BYTES = 150_000;
const require = createRequire(import.meta.url);

function fontFace(family: string, file: string, style: 'normal' | 'italic' = 'normal'): string {
  const bytes = readFileSync(require.resolve(`@fontsource-variable/${file}`));
  return `@font-face{font-family:'${family}';font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2')}`;
}

const STYLE = `<style>
  ${fontFace('Fraunces', 'fraunces/files/fraunces-latin-opsz-normal.woff2')}
  ${fontFace('Fraunces', 'fraunces/files/fraunces-latin-opsz-italic.woff2', 'italic')}
  ${fontFace('Manrope', 'manrope/files/manrope-latin-wght-normal.woff2')}
  ${fontFace('Bricolage', 'bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2')}
  ${fontFace('Space', 'space-grotesk/files/space-grotesk-latin-wght-normal.woff2')}
  * { box-sizing: border-box; margin: 0 }
  body { position: relative; width: 1500px; height: 1000px; overflow: hidden }
  svg { display: block }
</style>`;

async function draw(page: Page, name: string, body: string): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><head>${STYLE}</head>${body}</html>`);
  await page.evaluate(() => document.fonts.ready);
  for (let quality = 84; quality >= 50; quality -= 4) {
    const bytes = await page.screenshot({ type: 'jpeg', quality });
    if (bytes.byteLength > MAX_BYTES) continue;
    await writeFile(join(import.meta.dirname, 'pictures', name), bytes);
    console.log(`${name} ${Math.round(bytes.byteLength / 1000)} kB, quality ${quality}`);
    return;
  }
  throw new Error(`${name} is larger than ${MAX_BYTES} bytes.`);
}

const wanted = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' });
try {
  const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
  for (const [name, body] of Object.entries(drawings)) {
    if (wanted.length === 0 || wanted.some((start) => name.startsWith(start))) await draw(page, name, body);
  }
} finally {
  await browser.close();
}
