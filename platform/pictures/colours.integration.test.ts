import '../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { RECIPE } from '@site/shared/api/pictureCopy';
import { memoryStore } from '../testing/memoryStore';
import { makePictures } from './makePictures';
import { copyKey } from './pictureKeys';

jest.setTimeout(120_000);

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
});
afterAll(() => backend.stop());

/** A green that looks much paler if a file has lost its colour profile. */
const GREEN = [41, 230, 60];

const flat = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: `rgb(${GREEN.join()})` } });

interface CoverRecord {
  id: string;
  cover_Image: string;
}

/**
 * Uploads a picture as the cover of a new project.
 *
 * @returns `path`: the cover's path in the backend; `fetch`: a function that downloads the cover, or its thumbnail if a size
 *   is given
 */
async function upload(file: string, picture: Sharp) {
  const cover = new File([new Uint8Array(await picture.toBuffer())], file, {
    type: `image/${file.split('.')[1]}`,
  });
  const record = await backend.operator
    .collection('projects')
    .create<CoverRecord>({ title: file, cover_Image: cover });
  const path = `projects/${record.id}/${record.cover_Image}`;
  const download = async (size?: string) => {
    const url = `${backend.url}/api/files/${path}${size ? `?thumb=${size}` : ''}`;
    return sharp(Buffer.from(await (await fetch(url)).arrayBuffer()));
  };
  return { path, fetch: download };
}

/**
 * Converts a picture to sRGB, as a browser that supports colour profiles would, and compares its colour with `GREEN`.
 * Returns the largest difference in any channel.
 */
async function distance(picture: Sharp): Promise<number> {
  const shown = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer();
  return Math.max(...GREEN.map((value, index) => Math.abs(value - (shown[index] ?? 0))));
}

describe('§3 a picture with colours outside sRGB', () => {
  test.each([
    ['jpeg', flat().withIccProfile('p3').jpeg({ quality: 95 })],
    ['png', flat().withIccProfile('p3').png()],
    ['webp', flat().withIccProfile('p3').webp({ quality: 95 })],
  ])('a %s file and its copy look the same', async (format, picture) => {
    const { path, fetch } = await upload(`wide.${format}`, picture);
    const store = memoryStore();
    const { signal } = new AbortController();
    const options = { store, backendUrl: backend.url, signal, log: console.warn };
    await makePictures(options, [`${RECIPE}/${path}`]);
    expect(await distance(await fetch())).toBeLessThan(14);
    expect(await distance(sharp(await store.read(copyKey(`${RECIPE}/${path}`, 480))))).toBeLessThan(14);
  });
});

test('§3 an animated picture stays animated as a thumb', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .raw()
        .toBuffer(),
    ),
  );
  const raw = { width: 600, height: 800, channels: 3, pageHeight: 400 } as const;
  const { fetch } = await upload(
    'moves.webp',
    sharp(Buffer.concat(frames), { raw }).webp({ delay: [90, 90] }),
  );
  for (const size of [undefined, '480x320', '480x320f'])
    expect(await (await fetch(size)).metadata()).toMatchObject({ pages: 2 });
});
