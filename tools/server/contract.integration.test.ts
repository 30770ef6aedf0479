import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { storeArtifact } from '../store/storeArtifact';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { FILE_HEADERS, SECURITY_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';
import { tinyBuild } from '../testing/tinyBuild';
import { temporaryDirectory } from '../testing/temporaryDirectory';

// What the site says with its answers; which answer a request gets is in requestFuzz.integration.test.ts.

const FIRST = '20261121T101500123Z-1a2b3c4d';
const SECOND = '20261121T101600456Z-5e6f7a8b';
const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const BUILD = tinyBuild({
  ...{ app: 'shell', entry: { scripts: [], styles: [] }, pages: {}, server: '' },
  browser: { 'main.js': SCRIPT },
});
const ASSET = `/assets/shell/${BUILD.artifact.version}/main.js`;
const COPY = '/assets/pictures/a3/projects/abcdefghijklmno/cover.jpg/480.avif';
const APPLE_LINKS = '.well-known/apple-app-site-association';
/** The address of a proxy that is trusted; everybody else comes from 127.0.0.1. */
const PROXY = '127.0.0.2';
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

let directory: string;
let store: Store;
let server: RunningServer;
let releases = 0;
const manifests = new Map<string, Release>();

beforeAll(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  await storeArtifact(store, BUILD);
  for (const id of [FIRST, SECOND]) {
    const pages = ['404.html', 'index.html', 'about.html', 'projects/_.404.html'];
    const release = await storeRelease(store, id, {
      ...Object.fromEntries(pages.map((name) => [name, `<p>${name} of ${id}</p>`.padEnd(2000)])),
      'same.html': '<p>The same</p>'.padEnd(2000),
      'robots.txt': `robots of ${id}`,
      [APPLE_LINKS]: '{"applinks":{}}',
    });
    manifests.set(id, release);
  }
  server = await startSiteServer(directory, undefined, [PROXY]);
});
afterAll(async () => {
  await server.stop();
});
beforeEach(() => makeLive(FIRST));

async function makeLive(id: string): Promise<void> {
  const release = manifests.get(id);
  if (release) await recordLive(store, (releases += 1), release);
}

/** Asks with these headers alone. */
async function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET', from = '127.0.0.1') {
  const asking = request(server.origin + path, { headers, method, localAddress: from }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, body, text: body.toString() };
}

describe('a page', () => {
  test.each([
    ['/', 'index.html'],
    ['/about?from=home', 'about.html'],
  ])('§2 %s is of the live release, and asked for each time', async (path, page) => {
    for (const id of [FIRST, SECOND]) {
      await makeLive(id);
      const { status, headers, text } = await ask(path);
      expect([status, text.trim()]).toEqual([200, `<p>${page} of ${id}</p>`]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-release': id,
        etag: expect.stringMatching(/^".+"$/),
      });
      for (const name of ['last-modified', 'x-robots-tag']) expect(headers).not.toHaveProperty(name);
    }
  });

  test.each([
    ['/nowhere', '404.html'],
    ['/projects/xyz', 'projects/_.404.html'],
  ])('§2 %s is unknown: 404, kept by no cache, whatever is asked besides', async (path, page) => {
    const { status, headers, text } = await ask(path);
    expect([status, text.trim()]).toEqual([404, `<p>${page} of ${FIRST}</p>`]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-release': FIRST,
    });
    expect(headers).not.toHaveProperty('etag');
    for (const asked of [
      { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() },
      { range: 'bytes=0-1' },
      { 'if-match': '"x"' },
    ])
      expect(await ask(path, asked)).toMatchObject({ status: 404, text });
  });

  test('is sent again only if it has changed, be there another release or not, in every form', async () => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      await makeLive(FIRST);
      const accepted = { 'accept-encoding': encoding };
      for (const [path, status] of [
        ['/same', 304],
        ['/about', 200],
      ] as const) {
        const { etag } = (await ask(path, accepted)).headers;
        const known = { ...accepted, 'if-none-match': `"x", W/${etag}` };
        expect(await ask(path, known)).toMatchObject({ status: 304, text: '' });
        await makeLive(SECOND);
        expect((await ask(path, known)).status).toBe(status);
        await makeLive(FIRST);
      }
    }
    expect((await ask('/about', { 'if-modified-since': new Date().toUTCString() })).status).toBe(200);
  });

  test('has an etag for each form, the same on every host', async () => {
    const host = await startSiteServer(directory);
    const tags = new Set<string | undefined>();
    for (const encoding of ['identity', 'br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const { etag } = (await ask('/about', headers)).headers;
      expect((await fetch(`${host.origin}/about`, { headers })).headers.get('etag')).toBe(etag);
      tags.add(etag);
    }
    await host.stop();
    expect(tags.size).toBe(3);
  });
});

test.each([
  [{}, undefined],
  [{ 'accept-encoding': 'gzip, deflate, br' }, 'br'],
  [{ 'accept-encoding': 'br;q=0, gzip' }, 'gzip'],
] as const)(
  'who sends %j gets pages, files and scripts as they were compressed: %s',
  async (accepted, encoding) => {
    for (const [path, content] of [
      ['/about', 'about.html of'],
      ['/release.json', FIRST],
      [ASSET, SCRIPT],
      ['/nowhere', '404.html of'],
    ] as const) {
      const { headers, body } = await ask(path, accepted);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers).toMatchObject({ 'content-length': String(body.length), vary: 'accept-encoding' });
      expect((encoding ? UNPACK[encoding](body) : body).toString()).toContain(content);
    }
  },
);

describe('a file', () => {
  test('/release.json tells what the release is made of, as its manifest does, and nobody keeps it', async () => {
    for (const id of [FIRST, SECOND]) {
      await makeLive(id);
      const { status, headers, text } = await ask('/release.json', { 'if-none-match': '*' });
      expect([status, JSON.parse(text)]).toEqual([200, manifests.get(id)?.block]);
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      expect(headers).not.toHaveProperty('etag');
    }
  });

  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8', `robots of ${FIRST}`],
    // Though it has no extension.
    [`/${APPLE_LINKS}`, 'application/json', '{"applinks":{}}'],
  ])('%s is of the live release, and asked for each time', async (path, type, content) => {
    const { status, headers, text } = await ask(path);
    expect([status, text]).toEqual([200, content]);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache', 'x-release': FIRST });
  });
});

test('§2 another spelling is redirected, query kept', async () => {
  const { status, headers } = await ask('//about//?a=1&b=//c/', { 'accept-encoding': 'br' });
  expect([status, headers.location]).toEqual([308, '/about?a=1&b=//c/']);
  expect(headers).not.toHaveProperty('content-encoding');
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
  for (const path of ['/', '/nowhere', ASSET, '/robots.txt', '/release.json']) {
    const { status, headers } = await ask(path, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('HEAD answers like GET, without the body', async () => {
  for (const path of ['/about', '/nowhere', ASSET, '/release.json']) {
    const [got, head] = [await ask(path), await ask(path, {}, 'HEAD')];
    expect(head).toMatchObject({ status: got.status, text: '' });
    expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
  }
});

describe('the security headers', () => {
  test.each([
    [
      'pages',
      SECURITY_HEADERS,
      ['/', '/projects/xyz', '/nowhere', '/about/', '/robots.txt', '/release.json'],
    ],
    ['files', FILE_HEADERS, [ASSET, '/assets/none.js', '/api/health', '/api/settings', COPY]],
  ])('of %s are on all that they are for', async (_kind, expected, paths) => {
    for (const path of paths) expect((await ask(path)).headers).toMatchObject(expected);
  });

  test('forbid what depends on no page, and leave to the <meta> of each page what does', () => {
    const { 'content-security-policy': policy } = SECURITY_HEADERS;
    expect(policy).not.toMatch(/default-src|style-src|img-src|connect-src|trusted-types |unsafe-|http|\*/);
    expect(policy).toMatch(/script-src 'self'.*require-trusted-types-for 'script'/);
    expect(FILE_HEADERS['content-security-policy']).toMatch(/^default-src 'none'; /);
    for (const headers of [SECURITY_HEADERS, FILE_HEADERS]) {
      for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
        expect(headers['content-security-policy']).toContain(`${name} 'none'`);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': expect.stringMatching(/^(?:no-referrer|strict-origin-when-cross-origin)$/),
        'x-content-type-options': 'nosniff',
      });
    }
    // Half a year at least.
    expect(Number(/^max-age=(\d+)$/.exec(TRANSPORT_SECURITY)?.[1])).toBeGreaterThan(15_552_000);
  });

  test('keep whoever came by HTTPS to it, as a trusted proxy says, and nobody else', async () => {
    for (const path of ['/', '/nowhere', '/about/', '/robots.txt', ASSET, '/api/health', '/api']) {
      const said = async (scheme: string, from: string) => {
        const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': scheme };
        return (await ask(path, headers, 'GET', from)).headers['strict-transport-security'];
      };
      expect(await said('https', PROXY)).toBe(TRANSPORT_SECURITY);
      expect([await said('http', PROXY), await said('https', '127.0.0.1')]).toEqual([undefined, undefined]);
    }
  });

  test.each([
    ['/about?userId=u&secret=secret-word', 'no-referrer'],
    ['/nowhere?secret=secret-word', 'no-referrer'],
    ['/about/?secret=secret-word', 'no-referrer'],
    ['/about?secret=', 'strict-origin-when-cross-origin'],
    ['/about?secretly=1&a=secret=1', 'strict-origin-when-cross-origin'],
  ])('§4 pass an address with a secret on to nobody: %s, %s', async (path, policy) => {
    expect((await ask(path)).headers['referrer-policy']).toBe(policy);
  });
});

test('a body that none is awaited of, or of a length that nobody knows, is refused', async () => {
  for (const headers of [{ 'content-length': 131_073 }, { 'transfer-encoding': 'chunked' }])
    for (const path of ['/about', '/api/health']) expect((await ask(path, headers)).status).toBe(413);
});
