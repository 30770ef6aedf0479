import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import sharp from 'sharp';
import { answerCalls } from '../apart/answerCalls';
import { ANIMATED, type Copies } from './pictureKeys';

/** The maximum number of pixels in a picture. Decoding so large a picture takes about 700 MB of memory. */
const MAX_PIXELS = 100_000_000;

/**
 * The greatest height of a copy, as a multiple of its width. A taller picture gets narrower copies, which saves time
 * and respects the height limit of the encoder.
 */
const MAX_HEIGHT = 4;

/**
 * At this quality, small text in a drawing stays legible. With an `effort` of 4, copies take five times as long to
 * make, and are only a tenth smaller.
 */
const AVIF = { quality: 50, effort: 2 };

// All other work on the machine takes precedence. If memory runs out, this process is killed first.
setPriority(constants.priority.PRIORITY_LOW);
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has `/proc`.
}

// Pictures are read one at a time, and none of them twice, so a cache would not help.
sharp.cache(false);
sharp.concurrency(1);
// Only the formats that the backend accepts are read, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/** Makes all copies of a picture, in sRGB. If you change how copies are made, change `RECIPE`. */
async function makeCopies(picture: Buffer): Promise<Copies<Buffer>> {
  if (await isAnimated(picture)) throw new Error(ANIMATED);
  const largest = Math.max(...PICTURE_WIDTHS);
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...within(largest), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The raw pixels are no longer multiplied by their opacity, although `info` says they are.
  const raw = { ...info, premultiplied: false };
  const copies: Partial<Copies<Buffer>> = {};
  for (const width of PICTURE_WIDTHS) {
    copies[width] = await sharp(data, { raw })
      .resize({ ...within(width), withoutEnlargement: true })
      .avif(AVIF)
      .toBuffer();
  }
  return copies as Copies<Buffer>;
}

/** Whether a picture is animated. A PNG is searched for the animation chunk, since sharp reads only its first frame. */
async function isAnimated(picture: Buffer): Promise<boolean> {
  const { format, pages = 1 } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
  if (format !== 'png') return pages > 1;
  const control = picture.indexOf('acTL');
  return control > 0 && control < picture.indexOf('IDAT');
}

function within(width: number) {
  return { width, height: MAX_HEIGHT * width, fit: 'inside' as const };
}

// Pictures may be malicious, so this module runs in a process of its own.
answerCalls(async (picture) => {
  const copies = Object.entries(await makeCopies(Buffer.from(picture as Uint8Array)));
  return Object.fromEntries(copies.map(([width, copy]) => [width, copy.toString('base64')]));
});
