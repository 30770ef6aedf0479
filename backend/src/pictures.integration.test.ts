import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { startTestBackend } from './testing/startTestBackend';
import { site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

const FORMATS = ['jpeg', 'png', 'webp'] as const;

function photo(width = 60, height = 40): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#1e6' } })
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'secret-maker', Model: 'secret-model', DateTime: '2025:01:02 03:04:05' },
      IFD2: { BodySerialNumber: 'secret-serial' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>');
}

/** Uploads a picture, and returns the stored file as visitors receive it. */
async function upload(bytes: Uint8Array, format: string): Promise<Buffer> {
  const images = [new File([new Uint8Array(bytes)], `photo.${format}`, { type: `image/${format}` })];
  const { id, images: names } = await site.operator
    .collection('projects')
    .create<{ id: string; images: string[] }>({ title: 'Photo', images });
  const stored = await fetch(`${site.url}/api/files/projects/${id}/${names[0]}`);
  expect(stored.status).toBe(200);
  return Buffer.from(await stored.arrayBuffer());
}

/** Returns the pixels as stored, without applying the picture's orientation. */
const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();

test.each(FORMATS)(
  'a stored %s keeps its image, profile and orientation, and nothing else',
  async (format) => {
    const original = await photo().toFormat(format).toBuffer();
    expect(String(original)).toContain('secret');
    const stored = await upload(original, format);
    expect(stored.toString('latin1')).not.toMatch(/secret|2025:01/);
    const { orientation, icc, width, height, exif, xmp } = await sharp(stored).metadata();
    expect({ orientation, width, height, xmp }).toEqual({
      orientation: 6,
      width: 60,
      height: 40,
      xmp: undefined,
    });
    // An Exif block with a single entry is 26 bytes long. In some formats, a 6-byte name precedes the block.
    expect(exif?.length).toBeLessThanOrEqual(32);
    expect(icc).toEqual((await sharp(original).metadata()).icc);
    expect(await pixels(stored)).toEqual(await pixels(original));
    expect(await upload(stored, format)).toEqual(stored);
  },
);

test.each(FORMATS)('data after the image in a %s file is not stored', async (format) => {
  const original = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1e6' } })
    .toFormat(format)
    .toBuffer();
  const stored = await upload(Buffer.concat([original, Buffer.from('secret preview')]), format);
  expect(stored).toEqual(original);
});

test('a progressive JPEG keeps all its scans, without its comments and its preview', async () => {
  const original = await photo(400, 300).jpeg({ progressive: true }).toBuffer();
  const text = Buffer.from('secret comment');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  const preview = Buffer.concat([
    Buffer.from([0xff, 0xe0, 0, 19]),
    Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'latin1'),
    Buffer.from([9, 9, 9]),
  ]);
  const [start, rest] = [original.subarray(0, 2), original.subarray(2)];
  const stored = await upload(Buffer.concat([start, preview, comment, rest]), 'jpeg');
  expect(String(stored)).not.toContain('secret');
  expect(stored.indexOf(Buffer.from([9, 9, 9]))).toBe(-1);
  expect(await pixels(stored)).toEqual(await pixels(original));
  expect(await sharp(stored).metadata()).toMatchObject({ isProgressive: true, orientation: 6 });
});

test('an animated WebP stays animated, and a transparent one transparent', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f08'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 4, background } })
        .raw()
        .toBuffer(),
    ),
  );
  const raw = { width: 60, height: 80, channels: 4, pageHeight: 40 } as const;
  const original = await sharp(Buffer.concat(frames), { raw })
    .withExif({ IFD0: { Make: 'secret-maker' } })
    .webp({ delay: [90, 90] })
    .toBuffer();
  const stored = await upload(original, 'webp');
  expect(String(stored)).not.toContain('secret');
  expect(await sharp(stored).metadata()).toMatchObject({ pages: 2, hasAlpha: true });
});

test('an upgrade removes the metadata of pictures that are stored already', async () => {
  const home = await mkdtemp(join(tmpdir(), 'before-metadata-'));
  const dataDir = join(home, 'data');
  const bytes = await photo().jpeg().toBuffer();
  const damaged = bytes.subarray(0, bytes.length - 30);
  const migrationsDir = join(home, 'migrations');
  await cp(resolve(import.meta.dirname, '../pb_migrations'), migrationsDir, {
    recursive: true,
    filter: (path) => !path.includes('pictures_metadata'),
  });
  try {
    const before = await startTestBackend({ seeded: false, dataDir, migrationsDir });
    const plain = await sharp(bytes).jpeg().toBuffer();
    const {
      id,
      collectionId,
      images: names,
    } = await before.operator
      .collection('projects')
      .create<{ id: string; collectionId: string; images: string[] }>({
        title: 'Photo',
        images: ['photo.jpg', 'damaged.jpg'].map(
          (name) => new File([new Uint8Array(plain)], name, { type: 'image/jpeg' }),
        ),
      });
    const files = names.map((name) => join(dataDir, 'storage', collectionId, id, name));
    for (const [index, content] of [bytes, damaged].entries()) await writeFile(files[index] ?? '', content);
    await before.stop();
    await startTestBackend({ seeded: false, dataDir }).then(({ stop }) => stop());
    const [stored, stillDamaged] = await Promise.all(files.map((file) => readFile(file)));
    expect(String(stored)).not.toContain('secret');
    expect(await sharp(stored).metadata()).toMatchObject({ orientation: 6 });
    expect(stillDamaged).toEqual(damaged);
  } finally {
    await rm(home, { recursive: true });
  }
});

test('a picture that is too damaged to be parsed is refused, with advice', async () => {
  const whole = await photo().jpeg().toBuffer();
  const damaged = whole.subarray(0, whole.length - 30);
  await expect(upload(damaged, 'jpeg')).rejects.toMatchObject({
    status: 400,
    response: {
      data: {
        images: {
          code: 'validation_picture_damaged',
          message: 'The picture photo.jpeg is damaged. Open it in an image editor and export it again.',
        },
      },
    },
  });
});

test('a large photo is stripped within two seconds', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const large = await sharp({ create: { width: 2900, height: 2000, channels: 3, background: '#000', noise } })
    .withExif({ IFD0: { Make: 'secret-maker' } })
    .jpeg({ quality: 96 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(5_000_000);
  const begun = performance.now();
  const stored = await upload(large, 'jpeg');
  const took = performance.now() - begun;
  expect(String(stored)).not.toContain('secret');
  expect(took).toBeLessThan(2000);
});
