import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Replaces the sample projects' pictures with small ones, which are faster to resize. */
export async function shrinkPictures(checkout: string): Promise<void> {
  const small = await sharp({ create: { width: 240, height: 160, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();
  const folder = join(checkout, 'backend/seed/pictures');
  for (const name of await readdir(folder)) await writeFile(join(folder, name), small);
}
