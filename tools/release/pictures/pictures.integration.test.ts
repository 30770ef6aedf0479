import '../../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import type { PictureWidth } from '@site/shared/api/pictureCopy';
import sharp, { type Sharp } from 'sharp';
import { deploy } from '../deploy';
import { prune } from '../prune';
import { expectWholeStore } from '../../testing/expectWholeStore';
import { picturesOf, type Release } from '../Release';
import { directoryStore } from '../../store/directoryStore';
import type { Store } from '../../store/Store';
import { makePictures } from '../../testing/makePictures';
import { tinyGallery } from '../../testing/tinyPortfolio';
import { tinyShell } from '../../testing/tinySite';
import { copyKey, copyKeys, listPictures } from './pictureKeys';
import { temporaryDirectory } from '../../testing/temporaryDirectory';

jest.setTimeout(240_000);

const DAY = 86_400_000;

let backend: TestBackend;
let store: Store;
/** The record with pictures of every kind, and the names that it keeps them by, in their order. */
let record: { id: string; images: string[] };
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  store = directoryStore(await temporaryDirectory());
  await deploy({ store, artifacts: [tinyShell(), tinyGallery()], backendUrl: backend.url, log });
});
afterAll(() => backend.stop());

function flat(width: number, height: number, background = '#c86'): Sharp {
  const channels = background.length > 4 ? 4 : 3;
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false });
}

/** Its pictures by what they are; those before the rest are odd. */
async function everyKind(): Promise<[file: string, bytes: Buffer][]> {
  const jpeg = await flat(300, 200).jpeg().toBuffer();
  const plain = await flat(30, 20).jpeg().toBuffer();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = sharp({ create: { width: 2340, height: 1560, channels: 3, background: '#000', noise } });
  return [
    ['portrait.jpg', await flat(600, 1200).jpeg().toBuffer()],
    ['transparent.png', await flat(2000, 500, '#643c1480').png().toBuffer()],
    ['upright.jpg', await flat(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    ['large.jpg', await large.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['huge.png', await flat(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer()],
    ['screenshot.png', await flat(1200, 20_000).png({ compressionLevel: 1 }).toBuffer()],
    ['corrupt.jpg', Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.alloc(500, 7)])],
    ['web.webp', await flat(100, 100).webp().toBuffer()],
    ...Array.from({ length: 32 }, (_, index): [string, Buffer] => [`plain${index}.jpg`, plain]),
  ];
}

const refresh = () => deploy({ store, backendUrl: backend.url, needsBackend: true, log });
const nameOf = (file: string) => `a3/projects/${record.id}/${fileOf(file)}`;
/** The backend puts something behind each name. */
const fileOf = (file: string) =>
  record.images.find((image) => image.startsWith(file.split('.')[0] ?? '')) ?? '';
const copy = async (file: string, width: PictureWidth) =>
  sharp(await store.read(copyKey(nameOf(file), width)));

const makeFor = (release: Release, to = store) => makePictures(to, release, backend.url, log);

/** Expects all copies of so many pictures, and nothing else that looks like one; one picture was refused. */
async function expectCopies(pictures: number): Promise<void> {
  const names = await listPictures(store);
  expect(names.size).toBe(pictures + 1);
  const files = (await store.walk('assets/pictures/')).map(({ key }) => key);
  const made = [...names].filter((name) => name !== nameOf('corrupt.jpg'));
  expect(files.sort()).toEqual(made.flatMap((name) => copyKeys(name).map(([, key]) => key)).sort());
}

describe('§3 a project with 40 pictures of every kind', () => {
  let live: Release;

  beforeAll(async () => {
    const pictures = await everyKind();
    expect(pictures).toHaveLength(40);
    const large = pictures.find(([file]) => file === 'large.jpg')?.[1].length ?? 0;
    expect(large).toBeGreaterThan(10_000_000);
    const form = new FormData();
    form.append('title', 'Every kind');
    for (const [file, bytes] of pictures) form.append('images', new Blob([new Uint8Array(bytes)]), file);
    record = await backend.operator.collection('projects').create(form);
    live = await refresh();
    lines.length = 0;
    expect(await listPictures(store)).toEqual(new Set());
    await makeFor(live);
  });

  test('is live with its text and all of its pictures before there are copies, which need no release', async () => {
    const page = live.pages[`projects/${record.id}.html`];
    expect(page?.pictures).toEqual(record.images.map(nameOf).sort());
    expect(page?.pictures).toHaveLength(40);
    expect(String(await store.read(`pages/${page?.content}`))).toContain(record.images.join(' '));
    expect((await refresh()).id).toBe(live.id);
    await expectCopies(39);
  });

  test('has one line in the log about the one that cannot be read, which is not tried again', async () => {
    const asked: string[] = [];
    const watched: Store = { ...store, create: (key, bytes) => (asked.push(key), store.create(key, bytes)) };
    await makeFor(live, watched);
    expect(asked).toEqual([]);
    expect(lines.filter((line) => /picture/i.test(line))).toEqual([
      expect.stringMatching(
        /^No smaller copies can be made of the picture corrupt_\w+\.jpg of projects\/\w+: /,
      ),
    ]);
  });

  test.each([
    ['portrait.jpg', { 192: [192, 384], 480: [480, 960], 720: [600, 1200], 1440: [600, 1200] }],
    ['transparent.png', { 192: [192, 48], 480: [480, 120], 720: [720, 180], 1440: [1440, 360] }],
    ['upright.jpg', { 192: [192, 384], 480: [200, 400], 720: [200, 400], 1440: [200, 400] }],
    ['large.jpg', { 192: [192, 128], 480: [480, 320], 720: [720, 480], 1440: [1440, 960] }],
    ['huge.png', { 192: [192, 192], 480: [480, 480], 720: [720, 720], 1440: [1440, 1440] }],
    ['screenshot.png', { 192: [46, 768], 480: [115, 1920], 720: [173, 2880], 1440: [346, 5760] }],
    ['web.webp', { 192: [100, 100], 480: [100, 100], 720: [100, 100], 1440: [100, 100] }],
  ] as const)('has all of %s, upright and never enlarged', async (file, sizes) => {
    for (const width of [192, 480, 720, 1440] as const) {
      const { format, ...found } = await (await copy(file, width)).metadata();
      expect([width, format]).toEqual([width, 'heif']);
      // The narrowest may be rounded.
      expect(Math.abs(found.width - sizes[width][0])).toBeLessThanOrEqual(1);
      expect(found.height).toBe(sizes[width][1]);
    }
  });

  test('keeps what is transparent so, and its colours', async () => {
    const { channels } = await (await copy('transparent.png', 480)).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([10, 6, 2, 13]);
  });

  test('keeps its copies while a release that is kept offers them, and for a day, or until they are taken down', async () => {
    const later = (days: number) => new Date(Date.now() + days * DAY);
    await prune({ store, keepDays: 30, now: later(2), log });
    await expectCopies(39);
    await backend.operator.collection('projects').delete(record.id);
    const without = await refresh();
    expect(picturesOf(without).size).toBe(0);
    await prune({ store, keepDays: 30, now: later(0.9), log });
    await expectCopies(39);
    lines.length = 0;
    await prune({ store, keepDays: 30, now: later(0.9), atOnce: true, dryRun: true, log });
    expect(lines.filter((line) => line.startsWith('Would remove pictures/'))).toHaveLength(40);
    await prune({ store, keepDays: 30, now: later(31), log });
    expect((await listPictures(store)).size).toBe(0);
    expect(await store.walk('assets/pictures/')).toEqual([]);
    expect(await expectWholeStore(store)).toEqual(without);
  });
});
