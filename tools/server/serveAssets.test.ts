import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { contentCache } from './contentCache';
import { serveAssets } from './serveAssets';

const COPY = 'assets/pictures/a3/projects/abcdefghijklmno/cover.jpg/480.avif';

let store: Store;
let site: FastifyInstance;

beforeEach(async () => {
  store = memoryStore();
  await store.write('assets/shell/s1/main.js', 'script');
  await store.write('assets/shell/s1/main.js.br', 'compressed');
  await store.write('assets/shell/s1/picture.png', 'picture');
  await store.write('assets/shell/s1/.hidden', 'hidden');
  site = fastify();
  serveAssets(
    site,
    contentCache((key) => store.read(key)),
  );
});
afterEach(() => site.close());

const ask = (path: string, headers: Record<string, string> = {}) => site.inject({ url: `/${path}`, headers });

test.each([
  ['assets/shell/s1/main.js', 'text/javascript; charset=utf-8', 'script'],
  ['assets/shell/s1/picture.png', 'image/png', 'picture'],
])('%s never changes, is kept for a year, and is sent as a whole', async (path, type, content) => {
  const { statusCode, headers, body } = await ask(path, { range: 'bytes=0-3' });
  expect([statusCode, body]).toEqual([200, content]);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await ask(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test.each([
  ...['assets/', 'assets/shell', 'assets/shell/s1/other.js', 'assets/shell/s1/.hidden'],
  ...['assets/shell/s1/main.js.br', 'assets/shell/s1/main.js%2ebr', 'assets/shell//s1/main.js'],
  ...[
    COPY.replace('avif', 'png'),
    COPY.replace('480', '481'),
    COPY.replace('cover', '..%2f'),
    'assets/pictures/a3/480.avif',
  ],
])('%s is none', async (path) => {
  const { statusCode, headers, body } = await ask(path, { 'accept-encoding': 'br' });
  expect([statusCode, body]).toEqual([404, 'Not found.\n']);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/plain' });
});

test('the copy of a picture is the backend’s own file until it is made', async () => {
  const missing = await ask(COPY);
  expect(missing.statusCode).toBe(302);
  expect(missing.headers).toMatchObject({
    location: '/api/files/projects/abcdefghijklmno/cover.jpg',
    'cache-control': 'no-store',
  });
  await store.write(COPY, 'a copy');
  const made = await ask(COPY);
  expect([made.statusCode, made.headers['content-type'], made.body]).toEqual([200, 'image/avif', 'a copy']);
  expect(made.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
