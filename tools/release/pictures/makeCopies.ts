import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import sharp from 'sharp';
import type { Copies } from './pictureKeys';

/** How many pixels a picture may have: decoding the worst of them takes some 700 MB. */
const MAX_PIXELS = 100_000_000;

/** How many times as high as wide a copy may be; a longer one is narrower. The encoder has a limit, and so has time. */
const MAX_HEIGHT = 4;

/** A page of text in a drawing stays legible; twice the effort takes five times as long for a tenth less. */
const AVIF = { quality: 50, effort: 2 };

// It makes one picture after the other and keeps nothing of it.
sharp.cache(false);
sharp.concurrency(1);
// What the backend takes, and nothing else, whatever a file says to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

/**
 * Makes the copies of a picture that pages offer: all of it, upright, in each width but never larger than it is.
 * Another way to make them is another `RECIPE`.
 *
 * @param picture a JPEG, PNG or WebP file
 * @throws Error if it cannot be read
 */
export async function makeCopies(picture: Buffer): Promise<Copies<Buffer>> {
  const largest = Math.max(...PICTURE_WIDTHS);
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...within(largest), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Whatever sharp says, it has divided the colours by their opacity again.
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

function within(width: number) {
  return { width, height: MAX_HEIGHT * width, fit: 'inside' as const };
}
