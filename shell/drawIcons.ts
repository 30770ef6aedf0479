import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { micoraPicture } from './drawings/micoraPicture';
import { studioMark } from './drawings/studioMark';
import { studioPicture } from './drawings/studioPicture';

/**
 * Draws the icons and the pictures for shared links into `public/`, which the shell's build takes over as it is:
 *
 *     node --import tsx shell/drawIcons.ts
 *
 * Chromium is taken from CHROMIUM_PATH, or /usr/bin/chromium.
 */
const ACCENT = '#2c3ae0';
const HIGHLIGHT = '#ff6a45';
const MAX_PICTURE_BYTES = 120_000;

/** The mark alone, for light and dark browsers. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:${ACCENT}}circle{fill:${HIGHLIGHT}}@media (prefers-color-scheme:dark){path{fill:#9da8ff}circle{fill:#ff8a69}}</style><g transform="translate(3.7 2) scale(1.27)">${studioMark(ACCENT, HIGHLIGHT)}</g></svg>\n`;

/** The mark on the accent; `share` is its height as a part of the icon's, `radius` the icon's corners of 100. */
function appIcon(share: number, radius: number): string {
  const height = 100 * share;
  const scale = height / 22;
  // The round side of the mark carries less weight than its straight one, so its middle is a little to the right.
  const left = 51 - (20 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%"><rect width="100" height="100" rx="${radius}" fill="${ACCENT}"/><g transform="translate(${left} ${50 - height / 2}) scale(${scale})">${studioMark('#fff', HIGHLIGHT)}</g></svg>`;
}

function displayFace(): string {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  );
  const bytes = readFileSync(file).toString('base64');
  return `@font-face{font-family:'Bricolage Grotesque';font-weight:200 800;src:url(data:font/woff2;base64,${bytes})}`;
}

async function draw(page: Page, svg: string, width: number, height = width): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<!doctype html><html lang="en"><head><style>${displayFace()} body{margin:0;overflow:hidden} svg{display:block}</style></head><body>${svg}</body></html>`,
  );
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

/** An icon file with one image, which may be a PNG: a header of 6 bytes, an entry of 16, the image. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function save(name: string, content: Buffer | string): Promise<void> {
  await writeFile(join(import.meta.dirname, 'public', name), content);
}

async function savePicture(page: Page, name: string, svg: string): Promise<void> {
  const picture = await draw(page, svg, 1200, 630);
  if (picture.length > MAX_PICTURE_BYTES) {
    throw new Error(`${name} has ${picture.length} bytes, more than ${MAX_PICTURE_BYTES}.`);
  }
  await save(name, picture);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' });
try {
  const page = await browser.newPage({ colorScheme: 'light' });
  await save('favicon.svg', favicon);
  await save('favicon.ico', icoOf(await draw(page, favicon, 32), 32));
  await save('apple-touch-icon.png', await draw(page, appIcon(0.56, 0), 180));
  await save('icon-192.png', await draw(page, appIcon(0.56, 22), 192));
  await save('icon-512.png', await draw(page, appIcon(0.56, 22), 512));
  // Platforms may cut a maskable icon down to the middle circle of 80 %.
  await save('icon-maskable-512.png', await draw(page, appIcon(0.46, 0), 512));
  await savePicture(page, 'social.png', studioPicture);
  await savePicture(page, '../../micora-remote/public/social.png', micoraPicture);
} finally {
  await browser.close();
}
