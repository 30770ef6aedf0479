import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from '../build/compress';
import { FILE_HEADERS, SECURITY_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { rawRequest } from '../testing/rawRequest';
import { siteServers } from '../testing/siteServers';
import type { RunningServer } from '../testing/siteServers';

// One contract, two servers: what visitors get of a store must not depend on which of them serves it.

const FIRST = '20261121T101500123Z-1a2b3c4d';
const SECOND = '20261121T101600456Z-5e6f7a8b';
const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const PROJECTS = '/api/collections/projects/records';
const CONTACT = '/api/collections/form_submits/records';
/** The address of a proxy that is trusted; everybody else comes from 127.0.0.1. */
const PROXY = '127.0.0.2';
const APPLE_LINKS = '.well-known/apple-app-site-association';

jest.setTimeout(30_000);

describe.each(siteServers)('the site served by %s', (_name, isHere, start) => {
  if (!isHere) {
    test.skip('is not tested, because there is no nginx here: apt-get install nginx', () => undefined);
    return;
  }

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

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'contract-'));
    store = directoryStore(directory);
    await write('assets/shell/s1/main.js', SCRIPT);
    await write('assets/shell/s1/shell.main.css', '.a{color:red}');
    await store.write('assets/shell/s1/picture.png', 'picture');
    await store.write('artifacts/shell/s1/server.cjs', 'private');
    await publish(FIRST);
    await publish(SECOND);
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
    server = await start(directory, backendUrl, [PROXY, '10.0.0.0/8', '2001:db8:1::/48']);
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
  afterEach(() => expect(server.readLog?.() ?? '').not.toContain('secret-word'));

  async function write(key: string, content: string): Promise<void> {
    for (const [file, bytes] of await compress(key, Buffer.from(content))) await store.write(file, bytes);
  }

  async function publish(id: string): Promise<void> {
    const pages = [
      '404.html',
      'index.html',
      'about.html',
      'projects.html',
      'projects/_.html',
      'projects/abc.html',
    ];
    for (const name of pages) await write(`releases/${id}/${name}`, `<p>${name} of ${id}</p>`.padEnd(2000));
    await write(`releases/${id}/robots.txt`, `robots of ${id}`);
    await write(`releases/${id}/${APPLE_LINKS}`, '{"applinks":{}}');
    const files = ['robots.txt', APPLE_LINKS];
    const release = { id, pages: Object.fromEntries(pages.map((name) => [name, {}])), files };
    await store.write(`releases/${id}/release.json`, JSON.stringify(release));
  }

  async function makeLive(id: string): Promise<void> {
    releases += 1;
    await store.write(`history/${releases}.json`, JSON.stringify({ release: id }));
    await store.follow();
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
    ['/projects/xyz', 'projects/_.html'],
    ['/projects/a%20b?x=/y/', 'projects/_.html'],
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

  test.each([
    '/nowhere',
    '/a/b/c',
    '/404',
    '/index',
    '/404.html.br',
    '/about.html',
    '/release.json',
    `/releases/${FIRST}/about.html`,
    '/artifacts/shell/s1/server.cjs',
    '/live/about.html',
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
    // The clock of nginx's etags has seconds.
    await new Promise((done) => setTimeout(done, 1100));
    await publish(SECOND);
    await makeLive(SECOND);
    const after = await ask('/about', known);
    expect(after.status).toBe(200);
    expect(after.text).toContain(`about.html of ${SECOND}`);
    const since = { 'if-modified-since': new Date().toUTCString() };
    await makeLive(FIRST);
    expect((await ask('/about', since)).text).toContain(`about.html of ${FIRST}`);
  });

  test.each(['/', '/projects/xyz', '/nowhere', '/about/', '/robots.txt'])(
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
      const forged = name === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7';
      await ask('/api/health', { [name]: forged }, 'GET', address);
      expect(calls.at(-1)?.headers['x-real-ip']).toBe(address);
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
    const picture = await ask('/assets/shell/s1/picture.png', { range: 'bytes=0-3' });
    expect(picture).toMatchObject({ status: 206, text: 'pict' });
    expect(picture.headers['content-type']).toBe('image/png');
    expect((await ask('/assets/shell/s1/shell.main.css')).headers['content-type']).toMatch(/^text\/css/);
    for (const path of [
      '/assets/shell/s1/other.js',
      '/assets/',
      '/assets/shell',
      '/assets/shell/s1/.hidden',
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
    const query = '?page=1&perPage=500&sort=created&filter=(id%3D%22a%3Fb%22)';
    for (const path of [
      `${PROJECTS}${query}`,
      '/api/health',
      '/api/files/projects/abcdefghijklmno/a_x1.jpg',
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

  describe('a release that is not live', () => {
    test('is shown to who asks for it, and to nobody else', async () => {
      const asked = await ask(`/about?release=${SECOND}`);
      expect(asked.status).toBe(302);
      expect(asked.headers.location).toBe('/about');
      expect(asked.headers['cache-control']).toBe('private, no-store');
      const [cookie = ''] = asked.headers['set-cookie'] ?? [];
      expect(cookie).toBe(`release=${SECOND}; Max-Age=86400; Path=/; SameSite=Lax`);

      for (const [path, status] of [
        ['/about', 200],
        ['/nowhere', 404],
        ['/robots.txt', 200],
      ] as const) {
        const shown = await ask(path, { cookie: `a=b; release=${SECOND}; c=d` });
        expect(shown.status).toBe(status);
        expect(shown.text).toContain(`of ${SECOND}`);
        expect(shown.headers['x-release']).toBe(SECOND);
        expect(shown.headers['x-robots-tag']).toBe('noindex');
        expect(shown.headers['cache-control']).toBe('private, no-store');
      }
      expect((await ask('/about')).text).toContain(`of ${FIRST}`);
    });

    test('is left by ?release=live', async () => {
      const left = await ask('/about?release=live', { cookie: `release=${SECOND}` });
      expect(left).toMatchObject({ status: 302 });
      expect(left.headers['set-cookie']).toEqual(['release=; Max-Age=0; Path=/; SameSite=Lax']);
    });

    test.each(['20261121T101600456Z-00000000', '../../etc', '%2e%2e', 'x', ''])(
      'is a published one: %s is no release',
      async (id) => {
        const asked = await ask(`/about?release=${id}`);
        expect(asked.status).toBe(200);
        expect(asked.headers).not.toHaveProperty('set-cookie');
        const shown = await ask('/about', { cookie: `release=${id}` });
        expect(shown.text).toContain(`of ${FIRST}`);
        expect(shown.headers['cache-control']).toBe('no-cache');
      },
    );
  });

  test('§4 the secret of the verification page is in no log, found or not', async () => {
    for (const path of ['/about', '/nowhere', '/micora/verification', '/micora/verification/', PROJECTS]) {
      await ask(`${path}?userId=u&secret=secret-word`);
    }
    if (server.readLog) expect(server.readLog()).toContain('/micora/verification');
  });
});
