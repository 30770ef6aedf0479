/**
 * Reads a picture from standard input, and writes a JSON object to standard output. The program's arguments are the width
 * and height of the copy for link previews, followed by the widths of the other copies. The object has one of two keys:
 *
 * - `copies`: the picture's copies in base64, by width. The copy for link previews has the key `share`. A copy that would be
 *   too large is left out.
 * - `refused`: why no copies can be made.
 *
 * Pictures may be malicious, so this program runs in a process of its own. If you change how copies are made, also change
 * `RECIPE` in `shared/src/api/pictureCopy.ts`.
 */
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** The maximum number of pixels in a picture. Decoding a picture of this size takes about 700 MB of memory. */
const MAX_PIXELS = 100_000_000;

/**
 * The maximum size of a copy. `side` is the longest side that the encoder accepts, in pixels. Encoding a copy with the
 * maximum number of `pixels` takes about 1.2 GB of memory.
 */
const MAX_COPY = { side: 16_384, pixels: 34_000_000 };

/**
 * At this quality, small text in a drawing stays legible. With an `effort` of 4, the copies would be only a tenth
 * smaller, but making them would take five times as long.
 */
const AVIF = { quality: 50, effort: 2 };

/** The maximum size of the copy for link previews, in bytes. Some programs do not show pictures larger than 300 KB. */
const MAX_SHARE = 290_000;

/** The JPEG qualities to try, in this order, until the copy for link previews is small enough. */
const QUALITIES = [82, 70, 55, 40, 25, 10];

// All other work on the machine takes precedence. If memory runs out, Linux kills this process first.
setPriority(constants.priority.PRIORITY_LOW);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Systems other than Linux have no `/proc`.
}

sharp.concurrency(1);
// Only the formats that the backend accepts are decoded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/**
 * Returns whether a picture is animated. sharp reads only the first frame of a PNG, so this function looks for the chunk
 * that marks a PNG as animated.
 *
 * @param {Buffer} picture
 */
async function isAnimated(picture) {
  const { format, pages = 1 } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
  if (format !== 'png') return pages > 1;
  const control = picture.indexOf('acTL');
  return control > 0 && control < picture.indexOf('IDAT');
}

/**
 * Makes a picture's copies, in sRGB. Each copy except `share` is as wide as its name says, or as wide as the picture if the
 * picture is narrower.
 *
 * @param {Buffer} picture
 * @param {{ width: number, height: number }} shareSize
 * @param {number[]} widths
 * @returns the copies in base64, by width; the copy for link previews is `share`
 */
async function makeCopies(picture, shareSize, widths) {
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: Math.max(...widths), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // `info` wrongly says that the colours in these raw pixels are premultiplied by their opacity.
  const raw = { ...info, premultiplied: false };
  const share = await makeShare(sharp(data, { raw }).resize({ ...shareSize, fit: 'cover' }));
  /** @type {Record<string, string>} */
  const copies = { share: share.toString('base64') };
  /**
   * The copies made so far, by their actual width. If the picture is narrow, several names share the same copy.
   *
   * @type {Map<number, string>}
   */
  const made = new Map();
  for (const name of widths) {
    const width = Math.min(name, info.width);
    const height = Math.max(1, Math.round((info.height * width) / info.width));
    if (Math.max(width, height) > MAX_COPY.side || width * height > MAX_COPY.pixels) break;
    const resized = sharp(data, { raw }).resize({ width, height, fit: 'fill' });
    const copy = made.get(width) ?? (await resized.avif(AVIF).toBuffer()).toString('base64');
    made.set(width, copy);
    copies[name] = copy;
  }
  return copies;
}

/** @param {import('sharp').Sharp} picture */
async function makeShare(picture) {
  // JPEG has no transparency, so transparent pixels become white.
  const opaque = picture.flatten({ background: '#fff' });
  let jpeg = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    jpeg = await opaque.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= MAX_SHARE) break;
  }
  return jpeg;
}

/** @param {Buffer} picture */
async function answer(picture) {
  const [width = 0, height = 0, ...widths] = process.argv.slice(2).map(Number);
  try {
    if (await isAnimated(picture)) return { refused: 'it is animated' };
    return { copies: await makeCopies(picture, { width, height }, widths) };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

process.stdout.write(JSON.stringify(await answer(await buffer(process.stdin))));
