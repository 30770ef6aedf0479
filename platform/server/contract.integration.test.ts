import { describe, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { storePicture } from '../pictures/storePicture';
import { tinyPicture } from '../testing/tinyPicture';
import { startSiteServer } from '../testing/startSiteServer';
import {
  APPLE_LINKS,
  ask,
  ASSET,
  FIRST,
  makeLive,
  BUILT_PICTURE,
  SCRIPT,
  SECOND,
  served,
  useReleases,
} from '../testing/useReleases';
import { FILE_HEADERS } from './securityHeaders';

// The tests in this file check headers and bodies. `requestFuzz.integration.test.ts` checks which response each request
// gets.

const COPY = '/assets/pictures/a4/projects/abcdefghijklmno/cover.jpg/480.avif';
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

useReleases();

test.each([
  ['/', 'text/html; charset=utf-8', /^<p>index\.html of ID<\/p>/],
  ['/about?from=home', 'text/html; charset=utf-8', /^<p>about\.html of ID<\/p>/],
  ['/robots.txt', 'text/plain; charset=utf-8', /^robots of ID$/],
  [`/${APPLE_LINKS}`, 'application/json', /^{"applinks":{}}$/],
])('§2 %s comes from the live release and is always revalidated', async (path, type, content) => {
  for (const id of [FIRST, SECOND]) {
    await makeLive(id);
    const { status, headers, text } = await ask(path);
    expect([status, text.replace(id, 'ID')]).toEqual([200, expect.stringMatching(content)]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'x-release': id,
      etag: expect.stringMatching(/^".+"$/),
    });
    for (const name of ['last-modified', 'x-robots-tag']) expect(headers).not.toHaveProperty(name);
  }
});

describe('a page', () => {
  test.each([
    ['/nowhere', '404.html'],
    ['/projects/xyz', 'projects/_.404.html'],
  ])('§2 %s is an uncacheable 404, even for a conditional or range request', async (path, page) => {
    for (const asked of [
      {},
      { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() },
      { range: 'bytes=0-1' },
      { 'if-match': '"x"' },
    ]) {
      const { status, headers, text } = await ask(path, asked);
      expect([status, text.trim()]).toEqual([404, `<p>${page} of ${FIRST}</p>`]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-release': FIRST,
      });
      expect(headers).not.toHaveProperty('etag');
    }
  });

  test('is sent again only if it has changed, whatever the encoding, server or release', async () => {
    const host = await startSiteServer(served.store);
    const tags = new Set<string | undefined>();
    for (const encoding of ['identity', 'br', 'gzip']) {
      const accepted = { 'accept-encoding': encoding };
      for (const [path, status] of [
        ['/same', 304],
        ['/about', 200],
      ] as const) {
        const { etag } = (await ask(path, accepted)).headers;
        tags.add(etag);
        expect((await fetch(host.origin + path, { headers: accepted })).headers.get('etag')).toBe(etag);
        const known = { ...accepted, 'if-none-match': `"x", W/${etag}` };
        expect(await ask(path, known)).toMatchObject({ status: 304, text: '' });
        await makeLive(SECOND);
        expect((await ask(path, known)).status).toBe(status);
        await makeLive(FIRST);
      }
    }
    await host.stop();
    expect(tags.size).toBe(6);
    expect((await ask('/about', { 'if-modified-since': new Date().toUTCString() })).status).toBe(200);
  });
});

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.1 , GZIP', 'br'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['br; q=0.000,gzip', 'gzip'],
  ['brotli, x-gzip, *', 'identity'],
] as const)('Accept-Encoding %s selects %s for pages, files and scripts', async (accepted, encoding) => {
  for (const [path, content] of [
    ['/about', 'about.html of'],
    ['/release.json', FIRST],
    [ASSET, SCRIPT],
    ['/nowhere', '404.html of'],
  ] as const) {
    const { headers, body } = await ask(path, accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers).toMatchObject({ 'content-length': String(body.length), vary: 'accept-encoding' });
    expect(UNPACK[encoding](body).toString()).toContain(content);
  }
});

test('for a page that is behind, its pattern’s page is sent, and is not cached', async () => {
  const behind = { app: 'shell', route: '/projects/:projectId', tried: '2026-11-21T10:15:00.123Z' };
  await makeLive(SECOND, { behind: { 'projects/late.html': behind, 'about.html': behind } });
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await ask('/projects/late', { 'if-none-match': '*' }, method);
    expect([method, status, headers['cache-control']]).toEqual([method, 200, 'no-store']);
    expect(headers).not.toHaveProperty('etag');
    expect(text).toContain(method === 'GET' ? `projects/_.404.html of ${SECOND}` : '');
  }
  expect((await ask('/projects/other')).status).toBe(404);
  // The release has an older version of `/about`, which is sent like any other page.
  const { status, headers } = await ask('/about');
  expect([status, headers.etag]).toEqual([200, expect.any(String)]);
});

test('/release.json lists the release’s builds and is not cached', async () => {
  for (const id of [FIRST, SECOND]) {
    await makeLive(id);
    const { status, headers, text } = await ask('/release.json', { 'if-none-match': '*' });
    const { shell } = served.manifests.get(id)?.builds ?? {};
    expect([status, JSON.parse(text)]).toEqual([200, { id, shell: shell?.version, remotes: [] }]);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
  }
});

describe('an asset', () => {
  const KEPT = 'public, max-age=31536000, immutable';

  test.each([
    [ASSET, 'text/javascript; charset=utf-8', SCRIPT],
    [BUILT_PICTURE, 'image/png', 'picture'],
  ])('%s is cached for a year and sent without ranges', async (path, type, content) => {
    const { status, headers, text } = await ask(path, { range: 'bytes=0-3' });
    expect([status, text]).toEqual([200, content]);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': KEPT });
    expect((await ask(path, { 'if-none-match': headers.etag })).status).toBe(304);
  });

  test.each([
    ...[`${ASSET}.br`, `${ASSET}%2ebr`, '/assets/shell/s1/none.js', COPY.replace('avif', 'png')],
    ...[
      COPY.replace('480', '481'),
      COPY.replace('480', 'share'),
      COPY.replace('cover', '..%2f'),
      '/assets/pictures/a4/480.avif',
    ],
  ])('%s does not exist', async (path) => {
    const { status, headers, text } = await ask(path, { 'accept-encoding': 'br' });
    expect([status, text]).toEqual([404, 'Not found.\n']);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  test('redirects to the backend’s file if it is a picture’s copy that has not been made yet', async () => {
    const missing = await ask(COPY);
    expect([missing.status, missing.headers.location]).toEqual([
      ...[302, '/api/files/projects/abcdefghijklmno/cover.jpg'],
    ]);
    expect((await ask(COPY.replace('480.avif', 'share.jpg'))).status).toBe(302);
    expect(missing.headers).toMatchObject({ ...FILE_HEADERS, 'cache-control': 'no-store' });
    await storePicture(served.store, 'a4/projects/abcdefghijklmno/cover.jpg', tinyPicture.copies);
    const made = await ask(COPY);
    expect([made.status, made.text]).toEqual([200, '480 pixels']);
    expect(made.headers).toMatchObject({ 'content-type': 'image/avif', 'cache-control': KEPT });
    const shared = await ask(COPY.replace('480.avif', 'share.jpg'));
    expect([shared.status, shared.text]).toEqual([200, 'share pixels']);
    expect(shared.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': KEPT });
  });
});

test('§2 accepts absolute request targets, as clients send them to proxies', async () => {
  for (const host of ['http://www.example.com', 'HTTPS://a.example:1', 'http://[::1]:80'])
    expect((await ask(`${host}/about?a`)).text).toContain('about.html of');
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('the method %s is not allowed', async (method) => {
  for (const path of ['/', '/nowhere', ASSET, '/robots.txt', '/release.json', '/health']) {
    const { status, headers } = await ask(path, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('HEAD gets the same response as GET, without the body', async () => {
  for (const path of ['/about', '/nowhere', ASSET, '/release.json', '/health/live']) {
    const [got, head] = [await ask(path), await ask(path, {}, 'HEAD')];
    expect(head).toMatchObject({ status: got.status, text: '' });
    expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
  }
});

test('refuses a body that is too long, or of unknown length', async () => {
  for (const headers of [{ 'content-length': 131_073 }, { 'transfer-encoding': 'chunked' }])
    for (const path of ['/about', '/api/collections/a/records'])
      expect((await ask(path, headers)).status).toBe(413);
});
