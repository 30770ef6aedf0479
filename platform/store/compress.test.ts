import { expect, test } from '@jest/globals';
import { promisify } from 'node:util';
import { brotliDecompressSync, gzip } from 'node:zlib';
import { computeIntegrity } from '../build/computeIntegrity';
import { sha256 } from '../build/sha256';
import { compress, listEncodings, hasHash } from './compress';

const page = Buffer.from('<p>Grüße, 你好, 👋</p>'.repeat(100));
const hash = sha256(page);

const stored = async (encoding: string, content = page) =>
  (await compress('page.html', content)).get(`page.html${encoding}`) ?? Buffer.alloc(0);

/** Returns two booleans: whether stored bytes match the page's SHA-256 hash, and whether they match its integrity hash. */
const areUnaltered = (encoding: string, bytes: Buffer) => [
  hasHash(`${hash}${encoding}`, bytes, hash),
  hasHash(`page.html${encoding}`, bytes, computeIntegrity(page), computeIntegrity),
];

test.each(['', '.br', '.gz'])(
  'detects an altered, missing or extra byte in the encoding "%s"',
  async (encoding) => {
    const bytes = await stored(encoding);
    expect(areUnaltered(encoding, bytes)).toEqual([true, true]);
    const other = Buffer.from(page);
    other[7] = 0;
    const broken = [await stored(encoding, other), Buffer.alloc(0), bytes.subarray(0, bytes.length - 8)];
    for (const more of [' ', '\0']) broken.push(Buffer.concat([bytes, Buffer.from(more)]));
    if (encoding) broken.push(page);
    for (const one of broken) expect(areUnaltered(encoding, one)).toEqual([false, false]);
  },
);

test('a page that is compressed in a hurry has the same content, but is a little larger', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `word${(index * index) % 997}`).join(' ');
  const encodings = [true, false].map((inHurry) => compress('page.html', Buffer.from(words), { inHurry }));
  const [hurried, best] = (await Promise.all(encodings)).map((encoding) => encoding.get('page.html.br'));
  expect(brotliDecompressSync(hurried ?? '').toString()).toBe(words);
  expect(hurried?.length).toBeGreaterThan(best?.length ?? 0);
});

test('treats a file that unpacks to more than 100 MB as altered', async () => {
  const bytes = Buffer.alloc(100_000_001);
  expect(hasHash('.gz', await promisify(gzip)(bytes), sha256(bytes))).toBe(false);
});

test.each([
  ...['about.html', 'projects/_.html', 'main.js', 'main.css', 'data.json', 'logo.svg', 'a.txt'].map(
    (name): [string, string[]] => [name, ['', '.br', '.gz']],
  ),
  ...['cover.jpg', 'icon.png', 'face.woff2', 'favicon.ico', 'LICENSE', '.well-known/a'].map(
    (name): [string, string[]] => [name, ['']],
  ),
])('stores %s in the encodings %j, and each compressed one is smaller', async (name, encodings) => {
  expect(listEncodings(name)).toEqual(encodings);
  const [own, ...compressed] = await compress(name, page);
  expect(own).toEqual([name, page]);
  expect(compressed.map(([file]) => file)).toEqual(encodings.slice(1).map((encoding) => name + encoding));
  for (const [, bytes] of compressed) expect(bytes.length).toBeLessThan(page.length);
});
