import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

const SAMPLES = resolve(import.meta.dirname, '../../backend/seed');

/**
 * The sample projects, each picture as large as it is and all of one colour of its own: no test looks at what it
 * shows, and the copies of such a one are made in a fraction of the time.
 *
 * @returns the directory
 */
export async function plainSamples(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'samples-'));
  await cp(SAMPLES, directory, { recursive: true });
  for (const [index, name] of (await readdir(join(SAMPLES, 'pictures'))).entries()) {
    const { width, height } = await sharp(join(SAMPLES, 'pictures', name)).metadata();
    const background = { r: 10 * index, g: 120, b: 200 };
    await sharp({ create: { width, height, channels: 3, background } }).toFile(
      join(directory, 'pictures', name),
    );
  }
  return directory;
}
