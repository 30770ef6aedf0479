import { expect, test } from '@jest/globals';
import { promisify } from 'node:util';
import { brotliDecompressSync, gzip } from 'node:zlib';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { compress, formsOf, hasHash } from './compress';

const page = Buffer.from('<p>Grüße, 你好, 👋</p>'.repeat(100));
const hash = sha256(page);

/** The page in one of its stored forms. */
const stored = async (form: string, content = page) =>
  (await compress('page.html', content)).get(`page.html${form}`) ?? Buffer.alloc(0);

/**
 * Whether stored bytes pass both checks: the one for pages, by SHA-256, and the one for files of builds, by integrity.
 */
const areUnaltered = (form: string, bytes: Buffer) => [
  hasHash(`${hash}${form}`, bytes, hash),
  hasHash(`page.html${form}`, bytes, integrityOf(page), integrityOf),
];

test.each(['', '.br', '.gz'])('detects an altered, missing or extra byte in the form "%s"', async (form) => {
  const bytes = await stored(form);
  expect(areUnaltered(form, bytes)).toEqual([true, true]);
  const other = Buffer.from(page);
  other[7] = 0;
  const broken = [await stored(form, other), Buffer.alloc(0), bytes.subarray(0, bytes.length - 8)];
  for (const more of [' ', '\0']) broken.push(Buffer.concat([bytes, Buffer.from(more)]));
  if (form) broken.push(page);
  for (const one of broken) expect(areUnaltered(form, one)).toEqual([false, false]);
});

test('a page that is compressed in a hurry has the same content, but is a little larger', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `word${(index * index) % 997}`).join(' ');
  const forms = [true, false].map((inHurry) => compress('page.html', Buffer.from(words), { inHurry }));
  const [hurried, best] = (await Promise.all(forms)).map((form) => form.get('page.html.br'));
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
])('stores %s in the forms %j, and each compressed form is smaller', async (name, forms) => {
  expect(formsOf(name)).toEqual(forms);
  const [own, ...compressed] = await compress(name, page);
  expect(own).toEqual([name, page]);
  expect(compressed.map(([file]) => file)).toEqual(forms.slice(1).map((form) => name + form));
  for (const [, bytes] of compressed) expect(bytes.length).toBeLessThan(page.length);
});
