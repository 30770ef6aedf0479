import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@site/backend/testing/until';
import type { FastifyInstance } from 'fastify';
import { removePreview } from '../release/previewRelease';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

const LIVE = '20261121T101500123Z-1a2b3c4d';
const EARLIER = '20261121T101400456Z-5e6f7a8b';
const PREVIEW = '20261121T101800000Z-00112233445566778899aabbccddeeff';

let store: Store;
let site: FastifyInstance;

beforeEach(async () => {
  store = memoryStore();
  for (const id of [EARLIER, LIVE, PREVIEW]) {
    const names = ['404.html', 'about.html', 'projects/_.404.html', 'robots.txt'];
    const release = await storeRelease(
      store,
      id,
      Object.fromEntries(names.map((name) => [name, `${name} of ${id}`])),
    );
    if (id !== PREVIEW) await recordLive(store, id === EARLIER ? 1 : 2, release);
  }
  site = await createSite(storeSource(store, { look: 0 }));
});
afterEach(() => site.close());

const ask = (url: string, release?: string) =>
  site.inject({ url, headers: release === undefined ? {} : { cookie: `a=b; release=${release}; c=d` } });

async function expectNobodyIsIn(id: string): Promise<void> {
  const asked = await ask(`/about?release=${id}`);
  expect(asked.statusCode).toBe(200);
  expect(asked.headers).not.toHaveProperty('set-cookie');
  for (const path of ['/about', '/release.json']) {
    const { body, headers } = await ask(path, id);
    expect(body).toContain(LIVE);
    expect(headers['cache-control']).toMatch(/^no-/);
    expect(headers).not.toHaveProperty('x-robots-tag');
  }
}

test('a preview is shown to who asks for it, and to nobody else', async () => {
  const asked = await ask(`/about?release=${PREVIEW}`);
  expect([asked.statusCode, asked.headers.location]).toEqual([302, '/about']);
  expect(asked.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'set-cookie': `release=${PREVIEW}; Max-Age=86400; Path=/; SameSite=Lax`,
  });
  for (const [path, status] of Object.entries({
    '/about': 200,
    '/nowhere': 404,
    '/projects/xyz': 404,
    '/robots.txt': 200,
    '/release.json': 200,
  })) {
    const { statusCode, headers, body } = await ask(path, PREVIEW);
    expect(statusCode).toBe(status);
    expect(body).toContain(PREVIEW);
    expect(headers).toMatchObject({
      'x-release': PREVIEW,
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
    });
    expect(headers).not.toHaveProperty('etag');
    expect((await ask(path)).body).toContain(LIVE);
  }
});

test('a preview is left by ?release=live', async () => {
  const left = await ask('/about?release=live', PREVIEW);
  expect([left.statusCode, left.headers.location]).toEqual([302, '/about']);
  expect(left.headers['set-cookie']).toBe('release=; Max-Age=0; Path=/; SameSite=Lax');
});

test('a preview that is withdrawn is shown to nobody, also not to who is in it', async () => {
  expect((await ask('/about', PREVIEW)).body).toContain(PREVIEW);
  await removePreview(store, PREVIEW, () => undefined);
  await until('it is gone', async () => !(await ask('/about', PREVIEW)).body.includes(PREVIEW));
  await expectNobodyIsIn(PREVIEW);
});

test.each([
  ['is live', LIVE],
  ['was live before', EARLIER],
  ['has the form of a preview and is none', PREVIEW.replace('0011', '1100')],
  ['is written otherwise', PREVIEW.toUpperCase()],
  ['is a path', `${PREVIEW}/../${PREVIEW}`],
  ['is a path', '%2e%2e'],
  ['is nothing', ''],
])('whoever asks for an id that %s is in no preview: %s', async (_what, id) => {
  await expectNobodyIsIn(id);
});
