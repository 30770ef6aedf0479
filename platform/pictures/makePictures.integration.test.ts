import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import sharp, { type Sharp } from 'sharp';
import { repetitions } from '@site/backend/testing/repetitions';
import { PICTURE_WIDTHS, RECIPE } from '@site/shared/api/pictureCopy';
import { findDamage } from '../store/findDamage';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { pruneLater } from '../testing/pruneLater';
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore } from '../testing/steppedStore';
import { tinyPicture } from '../testing/tinyPicture';
import { useTinySite } from '../testing/useTinySite';
import { makePictures, type MakePicturesOptions } from './makePictures';
import {
  copyKey,
  copyKeys,
  isRefusal,
  markerKey,
  MARKERS,
  pictureFiles,
  pictureFromKey,
  refusalKey,
} from './pictureKeys';
import { storePicture } from './storePicture';

jest.setTimeout(60_000);

let store: Store;
let lines: string[];
let asked: string[];
let failing: string[];
/** Files that the backend returns instead of the default picture, by file name. */
let odd: Map<string, Buffer>;
let backendUrl: string;

beforeEach(async () => {
  store = memoryStore();
  lines = [];
  asked = [];
  failing = [];
  odd = new Map();
  const picture = await flat(30, 20).jpeg().toBuffer();
  backendUrl = await failingServer(({ url = '' }, response) => {
    const file = url.split('/').at(-1) ?? '';
    asked.push(file);
    if (file === 'gone.jpg') response.writeHead(404).end();
    else if (failing.includes(file)) response.writeHead(503).end();
    else if (file === 'moved.jpg') response.writeHead(302, { location: '/elsewhere.jpg' }).end();
    else if (file === 'endless.jpg') sendWithoutEnd(response);
    else response.end(odd.get(file) ?? picture);
  });
});

function sendWithoutEnd(response: ServerResponse): void {
  const part = Buffer.alloc(1_000_000);
  const send = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', send);
  send();
}

function flat(width: number, height: number, background = '#c86'): Sharp {
  const channels = background.length > 4 ? 4 : 3;
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false });
}

function make(files: string[], more: Partial<MakePicturesOptions> = {}): Promise<void> {
  const { signal } = new AbortController();
  const log = (line: string) => void lines.push(line);
  return makePictures({ store, backendUrl, signal, log, ...more }, files.map(toName));
}

const toName = (file: string) => `${RECIPE}/projects/abc/${file}`;
const marked = async () => (await store.list(MARKERS, { deep: true })).map(({ key }) => key).sort();
const made = async () => (await marked()).filter((key) => !isRefusal(key)).map(pictureFromKey);
const refused = async () => (await marked()).filter(isRefusal).map(pictureFromKey);

describe('a pass over the pictures', () => {
  test('neither follows a redirect by the backend, nor downloads a picture that never ends', async () => {
    await make(['moved.jpg', 'endless.jpg', 'a.jpg']);
    expect(asked).toEqual(['moved.jpg', 'endless.jpg', 'a.jpg']);
    expect(await made()).toEqual([toName('a.jpg')]);
    await make(['endless.jpg']);
    expect(lines.map((line) => line.match(/\w+\.jpg|\d+ more|status \d+|exceeds the limit/g))).toEqual([
      ['moved.jpg', '1 more', 'status 302'],
      ['endless.jpg', 'exceeds the limit'],
    ]);
  });

  test('makes the copies that are missing, once, in the given order', async () => {
    await make(['new.jpg', 'a.jpg']);
    await make(['a.jpg', 'b.jpg', 'new.jpg']);
    expect(asked).toEqual(['new.jpg', 'a.jpg', 'b.jpg']);
    expect(await made()).toEqual(['a.jpg', 'b.jpg', 'new.jpg'].map(toName));
    expect(lines).toEqual([]);
  });

  test('skips pictures that are gone from the backend or belong to another recipe', async () => {
    await make(['gone.jpg']);
    const { signal } = new AbortController();
    await makePictures({ store, backendUrl, signal, log: console.warn }, ['zz/projects/abc/a.jpg']);
    expect(asked).toEqual(['gone.jpg']);
    expect(await marked()).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('ends after the current picture once isCurrent returns false', async () => {
    await make(['a.jpg', 'b.jpg'], { isCurrent: () => asked.length === 0 });
    expect(asked).toEqual(['a.jpg']);
    expect(await made()).toEqual([toName('a.jpg')]);
  });

  test('if the backend cannot send some pictures, leaves them to a later pass and makes all others', async () => {
    failing = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
    await make([...failing, 'e.jpg']);
    expect(await made()).toEqual([toName('e.jpg')]);
    expect(await refused()).toEqual([]);
    expect(lines).toEqual([
      'Smaller copies of the picture a.jpg of projects/abc and 3 more cannot be made now (trying again within an hour): it was answered with status 503',
    ]);
    failing = [];
    await make(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg']);
    expect(await made()).toHaveLength(5);
    expect(lines).toHaveLength(1);
  });

  test('ends with one line in the log if the backend, the store or the machine fails', async () => {
    await make(['a.jpg', 'b.jpg'], { backendUrl: await failingServer(({ socket }) => socket.destroy()) });
    const full = () => Promise.reject(new Error('The disk is full.'));
    await make(['a.jpg', 'b.jpg'], { store: { ...store, write: full } });
    expect(asked).toEqual(['a.jpg']);
    const { execPath } = process;
    process.execPath = '/bin/false';
    try {
      await make(['a.jpg', 'b.jpg']);
    } finally {
      process.execPath = execPath;
    }
    expect(asked).toEqual(['a.jpg', 'a.jpg']);
    expect(await marked()).toEqual([]);
    expect(lines).toEqual(
      [/other side closed$/, /The disk is full\.$/, /Making its copies ended with 1/].map((why) =>
        expect.stringMatching(
          new RegExp(`^Smaller copies of the picture a.jpg of projects/abc cannot .*${why.source}`),
        ),
      ),
    );
    await make(['a.jpg', 'b.jpg']);
    expect(await made()).toEqual(['a.jpg', 'b.jpg'].map(toName));
  });

  test('makes lost copies again if it looks at all copies', async () => {
    const files = ['a.jpg', 'b.jpg'];
    await make(files);
    const key = copyKey(toName('a.jpg'), 480);
    await store.remove(key);
    await make(files);
    expect(asked).toEqual(files);
    await make(files, { looksAtCopies: true });
    expect(asked).toEqual([...files, 'a.jpg']);
    expect(await store.read(key)).toBeDefined();
    expect(lines).toEqual([`${key} is missing. It is made again.`]);
  });

  test('refuses a picture if making its copies takes too long twice', async () => {
    const begun = performance.now();
    await make(['a.jpg'], { limit: 1 });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await refused()).toEqual([toName('a.jpg')]);
    expect(lines).toEqual([
      'No smaller copies can be made of the picture a.jpg of projects/abc: Making its copies took longer than 0.001 seconds and was stopped. Visitors get the original file, or a drawing of a folder if it cannot be shown; then upload another picture. This one is tried again after a day.',
    ]);
  });

  test('tries a refused picture again after a day', async () => {
    const clock = simulatedClock();
    odd.set('a.jpg', Buffer.from('no picture'));
    await make(['a.jpg', 'b.jpg']);
    expect(await made()).toEqual([toName('b.jpg')]);
    expect(await refused()).toEqual([toName('a.jpg')]);
    odd.clear();
    await clock.pass(23 * 3_600_000);
    await make(['a.jpg', 'b.jpg'], { looksAtCopies: true });
    expect(asked).toEqual(['a.jpg', 'b.jpg']);
    await clock.pass(2 * 3_600_000);
    await make(['a.jpg', 'b.jpg']);
    expect(asked).toEqual(['a.jpg', 'b.jpg', 'a.jpg']);
    expect(await made()).toEqual(['a.jpg', 'b.jpg'].map(toName));
    expect(await refused()).toEqual([]);
  });

  test('stops at once when its signal aborts, and logs nothing', async () => {
    const stopping = new AbortController();
    const files = Array.from({ length: 50 }, (_, index) => `${index}.jpg`);
    const pass = make(files, { signal: stopping.signal });
    stopping.abort();
    await pass;
    expect(asked.length).toBeLessThanOrEqual(1);
    expect(lines).toEqual([]);
  });
});

describe('§3 a picture', () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;

  test.each([
    ['portrait.jpg', flat(600, 1200).jpeg(), '192x384 480x960 600x1200 600x1200'],
    ['transparent.png', flat(2000, 500, '#643c1480').png(), '192x48 480x120 720x180 1440x360'],
    [
      'upright.jpg',
      flat(400, 200).jpeg().withMetadata({ orientation: 6 }),
      '192x384 200x400 200x400 200x400',
    ],
    // A file larger than ten megabytes.
    ['large.png', flat(2340, 1560).png({ compressionLevel: 0 }), '192x128 480x320 720x480 1440x960'],
    // A picture with the maximum number of pixels.
    ['huge.png', flat(25_000, 4000).png({ compressionLevel: 1 }), '192x31 480x77 720x115 1440x231'],
    ['screenshot.png', flat(720, 6000).png(), '192x1600 480x4000 720x6000 720x6000'],
    ['web.webp', flat(100, 100).webp(), '100x100 100x100 100x100 100x100'],
  ])(
    'the copies of %s are upright, have its colours, and are never enlarged',
    async (file, picture, sizes) => {
      odd.set(file, await picture.toBuffer());
      await make([file]);
      const keys = ([192, 480, 720, 1440] as const).map((width) => copyKey(toName(file), width));
      const copies = await Promise.all(keys.map(async (key) => sharp(await store.read(key))));
      const found = await Promise.all(copies.map((copy) => copy.metadata()));
      expect(found.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual(
        sizes.split(' ').map((size) => `heif ${size}`),
      );
      if (file !== 'transparent.png') return;
      const { channels } = await (copies[1] as Sharp).stats();
      expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([10, 6, 2, 13]);
    },
  );

  test('a copy that would be too large is not made: its address leads to the original', async () => {
    // Only the soak test makes the largest allowed copy, because making it takes a long time.
    const { width, height, expected } = repetitions(
      { width: 720, height: 24_000, expected: '192x6400 480x16000 none none none none none' },
      {
        width: 2880,
        height: 20_000,
        expected: '192x1333 480x3333 720x5000 960x6667 1440x10000 2160x15000 none',
      },
    );
    odd.set('tall.png', await flat(width, height).png({ compressionLevel: 1 }).toBuffer());
    await make(['tall.png']);
    const name = toName('tall.png');
    const sizes = await Promise.all(
      PICTURE_WIDTHS.map(async (width) => {
        const copy = await store.read(copyKey(name, width));
        return copy && (({ width, height }) => `${width}x${height}`)(await sharp(copy).metadata());
      }),
    );
    expect(sizes.map((size) => size ?? 'none').join(' ')).toBe(expected);
    // The picture counts as complete without the copies that are too large, so nothing is made again.
    expect(await findDamage(store, await pictureFiles(store, [name]))).toEqual([]);
    await make(['tall.png'], { looksAtCopies: true });
    expect(asked).toEqual(['tall.png']);
    expect(lines).toEqual([]);
  });

  test.each<[string, () => Sharp]>([
    ['cover.webp', () => flat(2400, 1600).webp()],
    ['small.png', () => flat(60, 40, '#00000000').png()],
    ['tall.jpg', () => flat(400, 4000).jpeg()],
    [
      'noise.jpg',
      () => sharp({ create: { width: 900, height: 500, channels: 3, background: '#000', noise } }).jpeg(),
    ],
  ])('§2 %s has a JPEG of 1200 x 630 below 300 KB for link previews', async (file, picture) => {
    odd.set(file, await picture().toBuffer());
    await make([file]);
    const share = (await store.read(copyKey(toName(file), 'share'))) ?? Buffer.alloc(0);
    expect(await sharp(share).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(share.length).toBeLessThan(300_000);
    const { channels } = await sharp(share).stats();
    if (file === 'small.png') expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  test('an animated WebP or PNG gets no copies', async () => {
    const frames = await Promise.all(['#f00', '#0f0'].map((colour) => flat(60, 40, colour).raw().toBuffer()));
    const raw = { width: 60, height: 80, channels: 3, pageHeight: 40 } as const;
    odd.set(
      'moves.webp',
      await sharp(Buffer.concat(frames), { raw })
        .webp({ delay: [90, 90] })
        .toBuffer(),
    );
    const still = await flat(60, 40).png().toBuffer();
    // This chunk marks a PNG as animated. Image readers that do not support animation ignore it.
    const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex');
    const at = still.indexOf('IDAT') - 4;
    odd.set('moves.png', Buffer.concat([still.subarray(0, at), control, still.subarray(at)]));
    odd.set('still.png', still);
    await make(['moves.webp', 'moves.png', 'still.png']);
    expect(await refused()).toEqual([toName('moves.png'), toName('moves.webp')]);
    expect(await made()).toEqual([toName('still.png')]);
    expect(lines).toContain(
      'No smaller copies can be made of the picture moves.webp of projects/abc: it is animated. Visitors get the original file, or a drawing of a folder if it cannot be shown; then upload another picture. This one is tried again after a day.',
    );
  });

  test('a picture that cannot be read is refused once, with a warning', async () => {
    const jpeg = await flat(300, 200).jpeg().toBuffer();
    odd.set('corrupt.jpg', Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.alloc(500, 7)]));
    for (let time = 0; time < 2; time += 1) await make(['corrupt.jpg']);
    expect(asked).toEqual(['corrupt.jpg']);
    expect(await refused()).toEqual([toName('corrupt.jpg')]);
    expect(lines).toEqual([
      expect.stringMatching(/^No smaller copies can be made of the picture corrupt.jpg of projects\/abc: /),
    ]);
    expect(await store.list('assets/pictures/', { deep: true })).toEqual([]);
  });
});

test('a watcher that is killed at any step leaves no incomplete copies marked as complete', async () => {
  const { name, copies } = tinyPicture;
  const changes = copyKeys(name).length + 1;
  for (let killAt = 0; killAt < changes; killAt += 1) {
    let made = 0;
    const write: Store['write'] = (...given) =>
      made++ === killAt ? Promise.reject(new Error('killed')) : store.write(...given);
    await expect(storePicture({ ...store, write }, name, copies)).rejects.toThrow('killed');
    expect(await marked()).toEqual([]);
  }
  await storePicture(store, name, copies);
  expect(await made()).toEqual([name]);
  for (const [width, key] of copyKeys(name)) expect(await store.read(key)).toEqual(copies[width]);
});

test('new copies overwrite older ones', async () => {
  const { name, copies } = tinyPicture;
  for (const [, key] of copyKeys(name)) await store.write(key, 'another copy');
  await store.write(refusalKey(name), 'by another watcher');
  await storePicture(store, name, copies);
  for (const [width, key] of copyKeys(name)) expect(await store.read(key)).toEqual(copies[width]);
  expect(await marked()).toEqual([markerKey(name)]);
  expect(await findDamage(store, await pictureFiles(store, [name]))).toEqual([]);
});

describe('the copies of a picture', () => {
  const site = useTinySite();

  test('copies are kept for at least a day, and for as long as any kept release offers them', async () => {
    const { name, copies } = tinyPicture;
    // One file for each copy, and one for the marker.
    const all = copyKeys(name).length + 1;
    const removed: string[] = [];
    const watched = () =>
      steppedStore(site.store, (step, key) => step.startsWith('remove') && removed.push(key));
    const left = async (days: number, more = {}) => {
      await pruneLater(days, { store: watched(), log: site.log, ...more });
      const keys = (await site.store.list('', { deep: true })).map(({ key }) => key);
      return keys.filter((key) => key.includes('pictures/')).length;
    };
    site.items = [{ id: 'abc', title: 'Harbour', images: ['one.jpg'] }];
    expect((await site.put()).pages['projects/abc.html']?.pictures).toEqual([name]);
    await storePicture(site.store, name, copies);
    expect(await left(2)).toBe(all);
    site.items = [{ id: 'abc', title: 'Harbour' }];
    await site.put();
    expect(await left(0.9)).toBe(all);
    expect(await left(0.9, { atOnce: true, dryRun: true })).toBe(all);
    expect(site.lines.join()).toContain(`Would remove pictures/${name}: ${all} files`);
    removed.length = 0;
    expect(await left(1.1)).toBe(0);
    // The marker says that all copies exist, so it must be removed before any of them.
    expect(removed[0]).toBe(markerKey(name));
    await site.live();
  });
});
