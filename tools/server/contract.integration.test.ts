import '../testing/renderHere';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from '../store/compress';
import { ADDRESS_LIMIT } from './limits';
import { REFUSALS } from './refusalOf';
import { FILE_HEADERS, SECURITY_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';
import { removePreview } from '../release/previewRelease';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { rawRequest } from '../testing/rawRequest';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';

// What visitors get of a store, by the network.

const FIRST = '20261121T101500123Z-1a2b3c4d';
const SECOND = '20261121T101600456Z-5e6f7a8b';
/** It was made without a backend: no project is known. */
const UNKNOWING = '20261121T101700789Z-9c0d1e2f';
const PREVIEW = '20261121T101800000Z-00112233445566778899aabbccddeeff';
const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const PROJECTS = '/api/collections/projects/records';
const CONTACT = '/api/collections/form_submits/records';
/** The address of a proxy that is trusted; everybody else comes from 127.0.0.1. */
const PROXY = '127.0.0.2';
/** What visitors call the site. */
const HOST = 'www.example.com:8443';
const APPLE_LINKS = '.well-known/apple-app-site-association';

jest.setTimeout(30_000);

describe('the site', () => {
  let directory: string;
  let store: Store;
  let server: RunningServer;
  let backend: Server;
  let calls: {
    method: string | undefined;
    url: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }[];
  let releases = 0;
  const manifests = new Map<string, Release>();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'contract-'));
    store = directoryStore(directory);
    await write('assets/shell/s1/main.js', SCRIPT);
    await write('assets/shell/s1/shell.main.css', '.a{color:red}');
    await store.write('assets/shell/s1/picture.png', 'picture');
    await store.write('artifacts/shell/s1/server.cjs', 'private');
    for (const id of [FIRST, SECOND, UNKNOWING, PREVIEW]) await publish(id);
    backend = createServer((incoming, response) => {
      void text(incoming).then((body) => {
        const { method, url, headers } = incoming;
        calls.push({ method, url, headers, body });
        response.setHeader('content-type', 'application/json').end('{"items":[]}');
      });
    });
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
    server = await startSiteServer(directory, backendUrl, [PROXY, '10.0.0.0/8', '2001:db8:1::/48']);
  });
  afterAll(async () => {
    await server.stop();
    backend.closeAllConnections();
    await new Promise((done) => backend.close(done));
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    calls = [];
    await makeLive(FIRST);
  });

  async function write(key: string, content: string): Promise<void> {
    for (const [file, bytes] of await compress(key, Buffer.from(content))) await store.write(file, bytes);
  }

  /** Stores a release whose pages name it, but for one that is the same in all of them. */
  async function publish(id: string, to = store): Promise<Release> {
    const pattern = id === UNKNOWING ? 'projects/_.html' : 'projects/_.404.html';
    const pages = ['404.html', 'index.html', 'about.html', 'projects.html', pattern, 'projects/abc.html'];
    const release = await storeRelease(to, id, {
      ...Object.fromEntries(pages.map((name) => [name, `<p>${name} of ${id}</p>`.padEnd(2000)])),
      'same.html': '<p>The same</p>'.padEnd(2000),
      'robots.txt': `robots of ${id}`,
      [APPLE_LINKS]: '{"applinks":{}}',
    });
    manifests.set(id, release);
    return release;
  }

  async function makeLive(id: string): Promise<void> {
    releases += 1;
    const release = manifests.get(id);
    if (release) await recordLive(store, releases, release);
  }

  async function ask(
    path: string,
    headers: OutgoingHttpHeaders = {},
    method = 'GET',
    localAddress = '127.0.0.1',
  ) {
    const [response, body] = await new Promise<[IncomingMessage, Buffer]>((resolve, reject) => {
      request(`${server.origin}${path}`, { headers, method, localAddress }, (answer) => {
        buffer(answer).then((bytes) => resolve([answer, bytes]), reject);
      })
        .on('error', reject)
        .end();
    });
    return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
  }

  test.each([
    ['/', 'index.html'],
    ['/about', 'about.html'],
    ['/about?from=home', 'about.html'],
    ['/projects', 'projects.html'],
    ['/projects/abc', 'projects/abc.html'],
  ])('§2 %s is its page, asked for each time', async (path, page) => {
    const { status, headers, text: body } = await ask(path);
    expect(status).toBe(200);
    expect(body).toContain(`<p>${page} of ${FIRST}</p>`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-release']).toBe(FIRST);
    expect(headers.etag).toBeDefined();
    expect(headers).not.toHaveProperty('last-modified');
    expect(headers).not.toHaveProperty('x-robots-tag');
  });

  test.each(['/projects/xyz', '/projects/a%20b?x=/y/', '/projects/_', '/projects/_.404', '/projects/_.html'])(
    '§7 %s, an id that the release does not know, is answered 404 with the pattern’s page, which asks the backend',
    async (path) => {
      const { status, headers, text: body } = await ask(path);
      expect(status).toBe(404);
      expect(body).toContain(`<p>projects/_.404.html of ${FIRST}</p>`);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-release']).toBe(FIRST);
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('last-modified');
      const conditional = await ask(path, {
        'if-none-match': '*',
        'if-modified-since': new Date().toUTCString(),
      });
      expect(conditional).toMatchObject({ status: 404, text: body });
      for (const header of [
        { range: 'bytes=0-1' },
        { range: 'bytes=99999-' },
        { 'if-match': '"x"' },
        { 'if-unmodified-since': new Date(0).toUTCString() },
      ])
        expect(await ask(path, header)).toMatchObject({ status: 404, text: body });
    },
  );

  test.each(['/projects/xyz', '/projects/a%20b?x=/y/', '/projects/_'])(
    '§7 %s is answered 200 with the pattern’s page where the release was made without a backend',
    async (path) => {
      await makeLive(UNKNOWING);
      const { status, headers, text: body } = await ask(path);
      expect(status).toBe(200);
      expect(body).toContain(`<p>projects/_.html of ${UNKNOWING}</p>`);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.etag).toBeDefined();
      expect((await ask('/projects/abc')).text).toContain(`<p>projects/abc.html of ${UNKNOWING}</p>`);
      expect((await ask('/projects/abc/def')).status).toBe(404);
    },
  );

  test('/release.json tells what the release is made of, as its manifest does, and nobody keeps it', async () => {
    for (const id of [FIRST, SECOND]) {
      await makeLive(id);
      const { status, headers, text: body } = await ask('/release.json');
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual(manifests.get(id)?.block);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-release']).toBe(id);
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('last-modified');
      const conditional = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
      expect(await ask('/release.json', conditional)).toMatchObject({ status: 200, text: body });
      for (const [accepted, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await ask('/release.json', { 'accept-encoding': accepted });
        expect(packed.headers['content-encoding']).toBe(accepted);
        expect(packed.headers.vary).toMatch(/accept-encoding/i);
        expect(unpack(packed.body).toString()).toBe(body);
      }
    }
    expect((await ask('/release.json', {}, 'POST')).status).toBe(405);
    expect(await ask('/release.json', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  test.each([
    '/nowhere',
    '/a/b/c',
    '/404',
    '/index',
    '/404.html.br',
    '/about.html',
    `/releases/${FIRST}.json`,
    `/previews/${PREVIEW}.json`,
    `/pages/${'0'.repeat(64)}`,
    '/release.json.br',
    '/release',
    '/artifacts/shell/s1/server.cjs',
    '/history/1.json',
    '/projects%2Fabc',
  ])('§2 %s is unknown: the 404 page with that status, kept by no cache', async (path) => {
    const { status, headers, text: body } = await ask(path);
    expect(status).toBe(404);
    expect(body).toContain(`404.html of ${FIRST}`);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
  });

  test.each([
    ['/about/', '/about'],
    ['/about/?a=1&b=//c/', '/about?a=1&b=//c/'],
    ['/index.html', '/'],
    ['/%61bout', '/about'],
    ['/%61bout?a=%62', '/about?a=%62'],
    ['/projects/%61b%63', '/projects/abc'],
    ['/projects//%61bc/', '/projects/abc'],
    ['/projects//abc', '/projects/abc'],
    ['//', '/'],
    ['//micora//', '/micora'],
    ['//evil.example/?a', '/evil.example?a'],
    ['/\\evil.example', '/evil.example'],
  ])('%s is answered 308 to %s', async (path, target) => {
    const answer = await rawRequest(server.origin, `GET ${path} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe(target);
    expect(answer).not.toMatch(/^content-encoding/im);
  });

  // Found by random requests.
  test.each<[line: string, status: RegExp, location?: string | undefined, headers?: string[]]>([
    ['GET /about/?a#b HTTP/1.1', /308/, '/about?a#b'],
    ['GET /about/? HTTP/1.1', /308/, '/about?'],
    ['GET //robots.txt HTTP/1.1', /308/, '/robots.txt'],
    ['GET /%72obots.txt HTTP/1.1', /404/],
    ['GET /about/../robots.txt HTTP/1.1', /404/],
    ['GET /about/../assets/shell/s1/main.js HTTP/1.1', /404/],
    ['GET //assets/shell/s1/main.js HTTP/1.1', /308/, '/assets/shell/s1/main.js'],
    ['GET /assets//shell/s1/main.js HTTP/1.1', /404/],
    ['GET /assets/shell%2Fs1/main.js HTTP/1.1', /404/],
    ['GET /assets/./shell/s1/main.js HTTP/1.1', /404/],
    ['GET /%61ssets/../about HTTP/1.1', /404/],
    ['GET /#now%68ere HTTP/1.1', /404/],
    ['GET /about?\xff HTTP/1.1', /400/],
    ['GET http://www.example.com%2f/about HTTP/1.1', /40[04]/],
    ['GET http://./ HTTP/1.1', /40[04]/],
    ['GET http://www.example.com?a HTTP/1.1', /200/],
    [`GET /about?RELEASE=${PREVIEW} HTTP/1.1`, /200/],
    ['GET /about?RELEASE=live HTTP/1.1', /200/],
    ['GET /about?release=%6cive HTTP/1.1', /200/],
    ['GET /about?a?release=live HTTP/1.1', /200/],
    ['GET  /about  HTTP/1.1', /200/],
    ['GET /about HTTP/1.1', /413/, undefined, ['Transfer-Encoding: chunked']],
    ['GET /about HTTP/1.1', /413/, undefined, ['Content-Length: 131073']],
    ['GET /api/health HTTP/1.1', /413/, undefined, ['Content-Length: 131073']],
    [`POST ${CONTACT} HTTP/1.1`, /415/, undefined, ['Content-Type: x', 'Content-Length: 2']],
    [`POST ${CONTACT} HTTP/1.1`, /415/, undefined, ['Content-Type: \xff/b', 'Content-Length: 2']],
  ])('%s is answered %s', async (...[line, status, location, headers = []]) => {
    const length = Number(/Content-Length: (.*)/.exec(headers.join())?.[1] ?? 0);
    const answer = await rawRequest(server.origin, line, headers, ' '.repeat(length));
    expect(answer.slice(0, 12)).toMatch(status);
    expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe(location);
    expect(answer).not.toContain(PREVIEW);
    expect(calls).toEqual([]);
  });

  test.each(['//evil.example/%00', '/%5cevil.example/%00', '/\\evil.example/%00', '//evil.example/%ff'])(
    '§6 no redirect from %s leads to another site',
    async (path) => {
      const answer = await rawRequest(server.origin, `GET ${path}?release=live HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:30[28]|40[04]) /);
      expect(answer).not.toMatch(/^location: (?!\/(?![/\\]))/im);
    },
  );

  test('§7 what is no text is no project’s id, and RELEASE is no cookie of a preview', async () => {
    await makeLive(UNKNOWING);
    for (const path of ['/projects/%ff', '/projects/%ed%a0%80', '/projects/a%00b'])
      expect(await rawRequest(server.origin, `GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(await ask('/projects/%f0%9f%98%80')).toMatchObject({ status: 200 });
    expect((await ask('/about', { cookie: `RELEASE=${PREVIEW}` })).headers['x-release']).toBe(UNKNOWING);
  });

  test.each([
    '/%',
    '/%c0%ae%c0%ae/etc/passwd',
    '/../../etc/passwd',
    '/assets/../artifacts/shell/s1/server.cjs',
    '/%00',
  ])('%s gives nothing away, and the server lives on', async (path) => {
    const answer = await rawRequest(server.origin, `GET ${path} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:400|403|404) /);
    expect(answer).not.toMatch(/private|root:/);
    expect((await ask('/')).status).toBe(200);
  });

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])(
    'who accepts %s gets pages and scripts as they were compressed: %s',
    async (accepted, encoding, unpack) => {
      for (const [path, content] of [
        ['/about', 'about.html of'],
        ['/assets/shell/s1/main.js', SCRIPT],
        ['/nowhere', '404.html of'],
      ] as const) {
        const { headers, body } = await ask(path, { 'accept-encoding': accepted });
        expect(headers['content-encoding']).toBe(encoding);
        expect(headers['content-length']).toBe(String(body.length));
        expect(headers.vary).toMatch(/accept-encoding/i);
        expect(unpack(body).toString()).toContain(content);
      }
    },
  );

  test('a page that has not changed is not sent again; after a deployment it is', async () => {
    const { headers } = await ask('/about');
    const known = { 'if-none-match': String(headers.etag) };
    expect(await ask('/about', known)).toMatchObject({ status: 304, text: '' });
    await makeLive(SECOND);
    const after = await ask('/about', known);
    expect(after.status).toBe(200);
    expect(after.text).toContain(`about.html of ${SECOND}`);
    const since = { 'if-modified-since': new Date().toUTCString() };
    await makeLive(FIRST);
    expect((await ask('/about', since)).text).toContain(`about.html of ${FIRST}`);
  });

  describe('the etag of a page', () => {
    const tagOf = async (path: string, encoding = 'identity', origin = server.origin) => {
      const response = await fetch(origin + path, { headers: { 'accept-encoding': encoding } });
      await response.arrayBuffer();
      return response.headers.get('etag');
    };

    test('stays through any deployment that leaves the page as it is, in every form', async () => {
      for (const encoding of ['identity', 'br', 'gzip']) {
        await makeLive(FIRST);
        const [same, about] = [await tagOf('/same', encoding), await tagOf('/about', encoding)];
        await makeLive(SECOND);
        expect(await tagOf('/same', encoding)).toBe(same);
        expect(await tagOf('/about', encoding)).not.toBe(about);
        expect(
          await ask('/same', { 'if-none-match': same ?? '', 'accept-encoding': encoding }),
        ).toMatchObject({
          status: 304,
          text: '',
        });
      }
    });

    test('is another one for another content of the same length, however soon it comes', async () => {
      // Both are as long as each other, and were written in the same second.
      const tags = new Set<string | null>();
      for (const id of [FIRST, SECOND, UNKNOWING]) {
        await makeLive(id);
        tags.add(await tagOf('/about'));
      }
      expect(tags.size).toBe(3);
    });

    test('is the same on every host of the store', async () => {
      const home = await mkdtemp(join(tmpdir(), 'contract-host-'));
      const other = directoryStore(home);
      await recordLive(other, 1, await publish(FIRST, other));
      const host = await startSiteServer(home, 'http://127.0.0.1:9');
      try {
        for (const path of ['/', '/about', '/projects/abc', '/robots.txt']) {
          for (const encoding of ['identity', 'br', 'gzip']) {
            const tag = await tagOf(path, encoding);
            expect(tag).toBeTruthy();
            expect(await tagOf(path, encoding, host.origin)).toBe(tag);
          }
        }
      } finally {
        await host.stop();
        await rm(home, { recursive: true, force: true });
      }
    });
  });

  test.each(['/', '/projects/xyz', '/nowhere', '/about/', '/robots.txt', '/release.json'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await ask(path);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers[name]).toBe(value);
    },
  );

  test('assets and the backend’s answers carry the headers of files', async () => {
    for (const path of ['/assets/shell/s1/main.js', '/assets/none.js', PROJECTS, '/api/settings']) {
      const { headers } = await ask(path);
      for (const [name, value] of Object.entries(FILE_HEADERS)) expect(headers[name]).toBe(value);
    }
  });

  test('whoever came by HTTPS is kept to it, nobody else', async () => {
    for (const path of [
      '/',
      '/nowhere',
      '/about/',
      '/robots.txt',
      '/assets/shell/s1/main.js',
      PROJECTS,
      '/api',
    ]) {
      const name = 'strict-transport-security';
      const forwarded = (scheme: string, from = PROXY) =>
        ask(path, { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': scheme }, 'GET', from);
      expect((await forwarded('https')).headers[name]).toBe(TRANSPORT_SECURITY);
      expect((await forwarded('http')).headers).not.toHaveProperty(name);
      expect((await forwarded('https', '127.0.0.1')).headers).not.toHaveProperty(name);
      expect((await ask(path)).headers).not.toHaveProperty(name);
    }
  });

  test.each<[string, string | string[]]>([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8:2::7', '2001:db8:2::7'],
    ['198.51.100.7', '203.0.113.9, 198.51.100.7'],
    ['198.51.100.7', ['203.0.113.9', '198.51.100.7']],
    ['198.51.100.7', '203.0.113.9, 198.51.100.7, 10.1.2.3,2001:db8:1::3'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', 'nobody, 10.1.2.3'],
    // As some proxies write it.
    ['8.8.8.8', '8.8.8.8:1234'],
    ['2001:db8:2::1', '[2001:db8:2::1]:1234'],
    ['8.8.8.8', '203.0.113.9, 8.8.8.8:1234, 10.1.2.3:80,[2001:db8:1::3]:443'],
    ['10.1.2.3', '8.8.8.8:a, 10.1.2.3:80'],
    ['8.8.8.8', '::FFFF:8.8.8.8'],
    [PROXY, '127.0.0.1:1234'],
    [PROXY, '[::1]:1234'],
    [PROXY, '127.0.0.1'],
    [PROXY, '::1'],
    [PROXY, '::ffff:127.0.0.1'],
    [PROXY, '198.51.100.7, 127.0.0.1'],
    [PROXY, '127.0.0.1, 10.1.2.3'],
    [PROXY, 'nobody'],
    [PROXY, ''],
  ])('§6 the backend is told of %s if a trusted proxy forwards %j', async (address, forwarded) => {
    await ask('/api/health', { 'x-forwarded-for': forwarded, 'x-real-ip': '203.0.113.9' }, 'GET', PROXY);
    expect(calls.at(-1)?.headers['x-real-ip']).toBe(address);
  });

  test.each(['127.0.0.1', '127.0.0.3'])('§6 whatever headers %s sends, it is %s', async (address) => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']) {
      for (const value of ['198.51.100.7', '198.51.100.7:1234']) {
        const forged = name === 'forwarded' ? `for=${value}` : value;
        await ask('/api/health', { [name]: forged }, 'GET', address);
        expect(calls.at(-1)?.headers['x-real-ip']).toBe(address);
      }
    }
  });

  test('§4 an address with a secret is passed on to nobody, found or not', async () => {
    for (const [path, policy] of [
      ['/about?userId=u&secret=secret-word', 'no-referrer'],
      ['/nowhere?secret=secret-word', 'no-referrer'],
      ['/about/?secret=secret-word', 'no-referrer'],
      ['/about?secret=', 'strict-origin-when-cross-origin'],
      ['/about?secretly=1&a=secret=1', 'strict-origin-when-cross-origin'],
    ] as const) {
      expect((await ask(path)).headers['referrer-policy']).toBe(policy);
    }
  });

  test('the app’s link files are JSON, though they have no extension', async () => {
    const { status, headers, text: body } = await ask(`/${APPLE_LINKS}`);
    expect([status, body]).toEqual([200, '{"applinks":{}}']);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['cache-control']).toBe('no-cache');
    expect((await ask('/.well-known/nothing')).status).toBe(404);
    expect((await ask('/.well-known/')).headers['x-release']).toBe(FIRST);
  });

  test('a file at the site’s root comes from the live release', async () => {
    const first = await ask('/robots.txt');
    expect(first).toMatchObject({ status: 200, text: `robots of ${FIRST}` });
    expect(first.headers['content-type']).toMatch(/^text\/plain/);
    expect(first.headers['cache-control']).toBe('no-cache');
    await makeLive(SECOND);
    expect((await ask('/robots.txt')).text).toBe(`robots of ${SECOND}`);
  });

  test('an asset never changes, and is kept for a year; nothing else is an asset', async () => {
    const script = await ask('/assets/shell/s1/main.js');
    expect(script).toMatchObject({ status: 200, text: SCRIPT });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    // Nothing that it sends is large enough to be asked for in parts.
    const picture = await ask('/assets/shell/s1/picture.png', { range: 'bytes=0-3' });
    expect(picture).toMatchObject({ status: 200, text: 'picture' });
    expect(picture.headers['content-type']).toBe('image/png');
    expect((await ask('/assets/shell/s1/shell.main.css')).headers['content-type']).toMatch(/^text\/css/);
    for (const path of [
      '/assets/shell/s1/other.js',
      '/assets/',
      '/assets/shell',
      '/assets/shell/s1/.hidden',
      '/assets/shell/s1/main.js.br',
      '/assets/shell/s1/main.js%2egz',
    ]) {
      const missing = await ask(path, { 'accept-encoding': 'br' });
      expect(missing).toMatchObject({ status: 404, text: 'Not found.\n' });
      expect(missing.headers['cache-control']).toBe('no-store');
      expect(missing.headers['content-type']).toMatch(/^text\/plain/);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    for (const path of ['/', '/about', '/nowhere', '/assets/shell/s1/main.js', '/robots.txt']) {
      const { status, headers } = await ask(path, {}, method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
    }
  });

  test('HEAD answers like GET, without the body', async () => {
    for (const path of ['/about', '/nowhere', '/assets/shell/s1/main.js']) {
      const [got, head] = [await ask(path), await ask(path, {}, 'HEAD')];
      expect(head).toMatchObject({ status: got.status, text: '' });
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
        expect(head.headers[name]).toBe(got.headers[name]);
      }
    }
  });

  test('§7 the calls of visitors reach the backend as they were sent, without cookies', async () => {
    for (const path of [
      `${PROJECTS}?page=1&perPage=500&sort=created&skipTotal=1`,
      `${PROJECTS}?filter=id%3D%27abcdefghijklmno%27`,
      '/api/health',
      '/api/files/projects/abcdefghijklmno/a_x1.jpg?thumb=480x320f',
    ]) {
      expect(
        await ask(path, { cookie: 'a=b', authorization: 'c', accept: 'application/json' }),
      ).toMatchObject({
        status: 200,
        text: '{"items":[]}',
      });
      expect(calls.at(-1)).toMatchObject({ method: 'GET', url: path });
      expect(calls.at(-1)?.headers).not.toHaveProperty('cookie');
      expect(calls.at(-1)?.headers).not.toHaveProperty('authorization');
      expect(calls.at(-1)?.headers).toMatchObject({ accept: 'application/json', 'x-real-ip': '127.0.0.1' });
    }
    const body = '{ "full_name": "Zoë 👋" }';
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(server.origin + CONTACT, { method: 'POST', headers, body })).status).toBe(200);
    expect(calls.at(-1)).toMatchObject({ method: 'POST', url: CONTACT, body });
    expect(calls.at(-1)?.headers).toMatchObject(headers);
  });

  test('§7 nothing else of the backend can be reached', async () => {
    for (const path of [
      CONTACT,
      '/api',
      '/api/settings',
      '/api/collections/_superusers/records',
      `${PROJECTS}/a/b`,
    ]) {
      const { status, headers } = await ask(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
    expect((await ask(PROJECTS, {}, 'POST')).status).toBe(404);
    const large = { method: 'POST', body: 'a'.repeat(200_000) };
    expect((await fetch(server.origin + CONTACT, large)).status).toBe(413);
    expect((await ask('/_/')).status).toBe(308);
    expect(calls).toEqual([]);
  });

  /** Sends a form as a browser does from a page; `headers` say more of it. */
  const send = async (headers: OutgoingHttpHeaders, from = '127.0.0.1', path = CONTACT) => {
    const answer = await ask(
      path,
      { host: HOST, 'content-type': 'application/json', ...headers },
      'POST',
      from,
    );
    return { ...answer, body: JSON.parse(answer.text) as unknown };
  };

  const json = { 'content-type': 'application/json' };
  test.each<[status: keyof typeof REFUSALS, what: string, call: string, headers?: OutgoingHttpHeaders]>([
    [400, 'a filter that costs the backend much', `GET ${PROJECTS}?filter=long_description!~images:each`],
    [400, 'another page of the list', `HEAD ${PROJECTS}?page=1&perPage=1000&sort=created&skipTotal=1`],
    [400, 'another size of a picture', 'GET /api/files/projects/abcdefghijklmno/a_x1.jpg?thumb=1x1'],
    [400, 'a form with a query', `POST ${CONTACT}?expand=a`, json],
    [403, 'a form of another site', `POST ${CONTACT}`, { ...json, 'sec-fetch-site': 'cross-site' }],
    [404, 'what is no call', 'GET /api/settings?page=1'],
    [414, 'a long path', `GET ${PROJECTS}/${'a'.repeat(ADDRESS_LIMIT)}`],
    [414, 'a long query', `GET /api/health?${'a'.repeat(ADDRESS_LIMIT)}`],
    [415, 'a form that does not say what it is', `POST ${CONTACT}`],
    [415, 'a form in parts', `POST ${CONTACT}`, { 'content-type': 'multipart/form-data; boundary=a' }],
    [415, 'a form as text', `POST ${CONTACT}`, { 'content-type': 'text/plain;charset=UTF-8' }],
  ])('§6 %d, in the backend’s own manner, is the answer to %s', async (status, _what, call, headers = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await ask(path, headers, method);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
    });
    if (method !== 'HEAD')
      expect(JSON.parse(answer.text)).toEqual({ status, message: REFUSALS[status], data: {} });
    expect(calls).toEqual([]);
  });

  test.each<OutgoingHttpHeaders>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: `http://${HOST}` },
    { origin: `https://${HOST}` },
    { origin: 'https://www.example.com', host: 'www.example.com:443' },
    { origin: 'http://www.example.com', host: 'www.example.com:80' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://www.example.com' },
    { 'content-type': 'application/json; charset=UTF-8' },
  ])('a form from a page of the site is taken: %j', async (headers) => {
    expect((await send(headers)).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  test.each<OutgoingHttpHeaders>([
    { 'sec-fetch-site': 'cross-site', origin: `http://${HOST}` },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://www.example.com' },
    { origin: 'https://www.example.com', host: 'www.example.com:80' },
    { origin: `http://${HOST}.evil.example` },
    { origin: `ftp://${HOST}` },
    { origin: 'null' },
  ])('a form from a page of another origin is not: %j', async (headers) => {
    expect((await send(headers)).status).toBe(403);
    expect(calls).toEqual([]);
  });

  test('a form by HTTPS, as a trusted proxy says, comes from a page by HTTPS', async () => {
    const proxied = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
    expect((await send({ ...proxied, origin: `https://${HOST}` }, PROXY)).status).toBe(200);
    expect((await send({ ...proxied, origin: `http://${HOST}` }, PROXY)).status).toBe(403);
    expect((await send({ ...proxied, origin: `http://${HOST}` }, '127.0.0.1')).status).toBe(200);
  });

  describe('a preview', () => {
    beforeEach(async () => {
      await publish(PREVIEW);
    });

    test('is shown to who asks for it, and to nobody else', async () => {
      const asked = await ask(`/about?release=${PREVIEW}`);
      expect(asked.status).toBe(302);
      expect(asked.headers.location).toBe('/about');
      expect(asked.headers['cache-control']).toBe('private, no-store');
      const [cookie = ''] = asked.headers['set-cookie'] ?? [];
      expect(cookie).toBe(`release=${PREVIEW}; Max-Age=86400; Path=/; SameSite=Lax`);

      for (const [path, status] of [
        ['/about', 200],
        ['/nowhere', 404],
        ['/projects/xyz', 404],
        ['/robots.txt', 200],
        ['/release.json', 200],
      ] as const) {
        const shown = await ask(path, { cookie: `a=b; release=${PREVIEW}; c=d` });
        expect(shown.status).toBe(status);
        if (path === '/release.json') expect(JSON.parse(shown.text)).toEqual(manifests.get(PREVIEW)?.block);
        else expect(shown.text).toContain(`of ${PREVIEW}`);
        expect(shown.headers['x-release']).toBe(PREVIEW);
        expect(shown.headers['x-robots-tag']).toBe('noindex');
        expect(shown.headers['cache-control']).toBe('private, no-store');
      }
      expect((await ask('/about')).text).toContain(`of ${FIRST}`);
      expect(JSON.parse((await ask('/release.json')).text)).toMatchObject({ id: FIRST });
    });

    test('is left by ?release=live', async () => {
      const left = await ask('/about?release=live', { cookie: `release=${PREVIEW}` });
      expect(left).toMatchObject({ status: 302 });
      expect(left.headers['set-cookie']).toEqual(['release=; Max-Age=0; Path=/; SameSite=Lax']);
    });

    test('that is withdrawn is shown to nobody, also not to who is in it', async () => {
      await removePreview(store, PREVIEW, () => undefined);
      await expectNobodyIsPinned(PREVIEW);
    });

    test.each([
      ['is live', FIRST],
      ['was live a minute ago', SECOND],
      ['never was', '20261121T101600456Z-00000000'],
      ['has the form of a preview and is none', PREVIEW.replace('0011', '1100')],
      ['is written otherwise', PREVIEW.toUpperCase()],
      ['is a path', '../../etc'],
      ['is a path', `${PREVIEW}/../${PREVIEW}`],
      ['is a path', '%2e%2e'],
      ['is anything', 'x'],
      ['is nothing', ''],
    ])('is nothing else: who asks for an id that %s is pinned to nothing: %s', async (_what, id) => {
      await makeLive(SECOND);
      await makeLive(FIRST);
      await expectNobodyIsPinned(id);
    });

    async function expectNobodyIsPinned(id: string): Promise<void> {
      const asked = await ask(`/about?release=${id}`);
      expect(asked.status).toBe(200);
      expect(asked.headers).not.toHaveProperty('set-cookie');
      const shown = await ask('/about', { cookie: `release=${id}` });
      expect(shown.text).toContain(`of ${FIRST}`);
      expect(shown.headers['cache-control']).toBe('no-cache');
      expect(shown.headers).not.toHaveProperty('x-robots-tag');
      const { headers, text: body } = await ask('/release.json', { cookie: `release=${id}` });
      expect(JSON.parse(body)).toMatchObject({ id: FIRST });
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});
