import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { rm, unlink } from 'node:fs/promises';
import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { compress } from './compress';
import { SECURITY_HEADERS } from './securityHeaders';
import { createSiteServer } from './serve';
import { directoryStore } from './store/directoryStore';
import type { Store } from './store/Store';
import { rawRequest } from './testing/rawRequest';
import { temporaryDirectory } from './testing/temporaryDirectory';

const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const ASSET = '/assets/shell/s1/main.js';
const APPLE_LINKS = '.well-known/apple-app-site-association';

let directory: string;
let store: Store;
let site: FastifyInstance;
let releases: number;

/** Writes what only servers read: a file and its compressed forms. */
async function write(key: string, content: string): Promise<void> {
  for (const [file, bytes] of await compress(key, Buffer.from(content))) await store.write(file, bytes);
}

/** Puts a release with small pages in force; their texts name it. */
async function publish(id: string): Promise<void> {
  const pages = ['404.html', 'index.html', 'about.html', 'projects.html', 'projects/_.html'];
  for (const name of pages) await write(`releases/${id}/${name}`, `<p>${name} of ${id}</p>`.padEnd(2000));
  await write(`releases/${id}/robots.txt`, `robots of ${id}`);
  await write(`releases/${id}/${APPLE_LINKS}`, '{"applinks":{}}');
  const release = {
    id,
    pages: {
      ...Object.fromEntries(pages.map((name) => [name, {}])),
      'about.html': { referrer: 'no-referrer' },
    },
    files: ['robots.txt', APPLE_LINKS],
  };
  await store.write(`releases/${id}/release.json`, JSON.stringify(release));
  await makeLive(id);
}

async function makeLive(id: string): Promise<void> {
  releases += 1;
  await store.write(`history/${releases}.json`, JSON.stringify({ release: id }));
  await store.follow();
}

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  releases = 0;
  await write(ASSET.slice(1), SCRIPT);
  await store.write('assets/shell/s1/picture.png', 'picture');
  await store.write('artifacts/shell/s1/server.cjs', 'secret');
  await publish('r1');
  site = await createSiteServer({ store: directory, backendUrl: undefined });
});
afterEach(async () => {
  await site.close();
});

const ask = (url: string, headers: Record<string, string> = {}) => site.inject({ url, headers });

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a client gets over the network, byte by byte as it was sent. */
async function download(path: string, encodings?: string): Promise<Answer> {
  if (!site.server.listening) await site.listen({ port: 0, host: '127.0.0.1' });
  const url = new URL(path, site.listeningOrigin);
  return new Promise((resolve, reject) => {
    get(url, { headers: encodings === undefined ? {} : { 'accept-encoding': encodings } }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
        reject,
      );
    }).on('error', reject);
  });
}

describe('§2 an address', () => {
  test.each([
    ['/', 'index.html'],
    ['/about', 'about.html'],
    ['/about?from=home', 'about.html'],
    ['/projects', 'projects.html'],
    ['/projects/abc', 'projects/_.html'],
    ['/projects/a%20b?x=/y/', 'projects/_.html'],
  ])('%s is answered with its page', async (url, page) => {
    const response = await ask(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain(`<p>${page} of r1</p>`);
    expect(response.headers['x-release']).toBe('r1');
  });

  test.each([
    '/nowhere',
    '/a/b/c',
    '/404',
    '/releases/r1/about.html',
    '/artifacts/shell/s1/server.cjs',
    '/live/about.html',
    '/history/1.json',
    '/release.json',
  ])('%s is unknown: the 404 page, with that status, kept by no cache', async (url) => {
    const response = await ask(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('404.html of r1');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).not.toHaveProperty('etag');
  });

  test.each(['/%', '/%E0%A4%A', '/projects/%E0%A4%A', '/%c0%ae%c0%ae/etc/passwd', '/assets/%E0%A4%A'])(
    '%s that cannot be decoded is unknown like any other, and the server lives on',
    async (path) => {
      await site.listen({ port: 0, host: '127.0.0.1' });
      const answer = await rawRequest(site.listeningOrigin, `GET ${path} HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toContain('404.html of r1');
      expect((await download('/')).status).toBe(200);
    },
  );

  test('is no less known if its query cannot be decoded', async () => {
    await site.listen({ port: 0, host: '127.0.0.1' });
    expect(await rawRequest(site.listeningOrigin, 'GET /about?a=%E0%A4%A HTTP/1.1')).toContain(
      'about.html of r1',
    );
  });

  test.each([
    ['/about/?a=1&b=//c/', '/about?a=1&b=//c/'],
    ['/index.html', '/'],
    ['/projects//abc', '/projects/abc'],
    ['//evil.example/?a', '/evil.example?a'],
    ['//evil.example/%2e%2e/', '/evil.example/%2e%2e'],
  ])('%s is answered 308 to %s', async (path, target) => {
    await site.listen({ port: 0, host: '127.0.0.1' });
    const answer = await rawRequest(site.listeningOrigin, `GET ${path} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(/^location: (.*)\r$/m.exec(answer)?.[1]).toBe(target);
  });

  test('may name the host, as proxies do', async () => {
    await site.listen({ port: 0, host: '127.0.0.1' });
    const ask = (url: string) => rawRequest(site.listeningOrigin, `GET ${url} HTTP/1.1`);
    expect(await ask('http://www.example.com/about')).toContain('about.html of r1');
    expect(await ask('http://www.example.com')).toContain('index.html of r1');
    expect(await ask('HTTP://evil.example/about/')).toMatch(/^location: \/about\r$/m);
    expect(await ask('http://www.example.com/api/settings')).toContain(
      "The requested resource wasn't found.",
    );
  });
});

describe('a page', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])(
    'is sent to who accepts %s as it was compressed at deployment: %s',
    async (accepted, encoding, decompress) => {
      const { headers, body } = await download('/about', accepted);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(500);
      expect(decompress(body).toString()).toContain('about.html of r1');
    },
  );

  test.each([undefined, 'identity', 'zstd'])('is sent as it is to who accepts %s', async (accepted) => {
    const { headers, body } = await download('/about', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toContain('about.html of r1');
  });

  test('tells caches that its form depends on who asks', async () => {
    for (const accepted of [undefined, 'br', 'gzip']) {
      expect((await download('/about', accepted)).headers.vary).toMatch(/accept-encoding/i);
    }
  });

  test('is asked for each time, and sent only if it has changed', async () => {
    const first = await ask('/about');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers.etag);
    const again = await ask('/about', { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');

    await publish('r2');
    const changed = await ask('/about', { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.body).toContain('about.html of r2');
  });

  test('has another etag in each form', async () => {
    const etags = await Promise.all(
      [undefined, 'br', 'gzip'].map(async (accepted) => (await download('/about', accepted)).headers.etag),
    );
    expect(new Set(etags).size).toBe(3);
  });

  test('is not taken for unchanged because an older release is live again', async () => {
    await publish('r2');
    const { headers } = await ask('/about');
    expect(headers).not.toHaveProperty('last-modified');
    await makeLive('r1');
    const response = await ask('/about', { 'if-modified-since': new Date().toUTCString() });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('about.html of r1');
  });

  test('belongs to the release that is live now, from one request to the next', async () => {
    expect((await ask('/')).body).toContain('of r1');
    await publish('r2');
    const response = await ask('/');
    expect(response.body).toContain('index.html of r2');
    expect(response.headers['x-release']).toBe('r2');
  });

  test.each(['/', '/projects/abc', '/nowhere', '/about/', '/robots.txt'])(
    'and any other answer at %s carries the security headers',
    async (url) => {
      const { headers } = await ask(url);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers[name]).toBe(value);
    },
  );

  test('leaves to its own <meta> what depends on the page', () => {
    const policy = SECURITY_HEADERS['content-security-policy'];
    expect(policy).not.toMatch(/default-src|style-src|trusted-types /);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });
});

describe('a file at the site’s root', () => {
  test('comes from the live release', async () => {
    const response = await ask('/robots.txt');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.body).toBe('robots of r1');
    await publish('r2');
    expect((await ask('/robots.txt')).body).toBe('robots of r2');
  });
});

describe('an asset', () => {
  test('never changes, and is kept for a year', async () => {
    const response = await ask(ASSET);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(SCRIPT);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  test('is sent as it was compressed at deployment', async () => {
    const { headers, body } = await download(ASSET, 'br, gzip');
    expect(headers['content-encoding']).toBe('br');
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
  });

  test('without a compressed form is sent as it is', async () => {
    const { headers, body } = await download('/assets/shell/s1/picture.png', 'br, gzip');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['content-type']).toBe('image/png');
    expect(body.toString()).toBe('picture');
  });

  test('may be asked for in parts', async () => {
    const response = await ask('/assets/shell/s1/picture.png', { range: 'bytes=0-3' });
    expect(response.statusCode).toBe(206);
    expect(response.body).toBe('pict');
  });

  test.each([
    '/assets/shell/s1/other.js',
    '/assets/',
    '/assets/shell',
    '/assets/shell/s1/',
    '/assets/shell/s1/.hidden',
  ])('%s is missing: a short answer that no cache keeps, and no page', async (url) => {
    const response = await ask(url, { 'accept-encoding': 'br' });
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.body).toBe('Not found.\n');
  });

  test.each([
    '/assets/../artifacts/shell/s1/server.cjs',
    '/assets/%2e%2e/artifacts/shell/s1/server.cjs',
    '/assets/..%2fartifacts/shell/s1/server.cjs',
    '/assets/shell/..%2f..%2f..%2fartifacts%2fshell%2fs1%2fserver.cjs',
    '/assets/..%5cartifacts/shell/s1/server.cjs',
    '/assets//etc/passwd',
    '/assets/%00',
  ])('%s leads out of nowhere', async (path) => {
    await site.listen({ port: 0, host: '127.0.0.1' });
    const answer = await rawRequest(site.listeningOrigin, `GET ${path} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:308|400|403|404) /);
    expect(answer).not.toMatch(/secret|root:/);
  });
});

describe('a method', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s is not allowed', async (method) => {
    for (const url of ['/', '/about', '/nowhere', ASSET]) {
      const response = await site.inject({ method, url, payload: 'a=b' });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    }
  });

  test.each(['PROPFIND / HTTP/1.1', 'TRACE / HTTP/1.1', 'OPTIONS * HTTP/1.1'])(
    '%s is not allowed',
    async (line) => {
      await site.listen({ port: 0, host: '127.0.0.1' });
      expect(await rawRequest(site.listeningOrigin, line)).toMatch(/^HTTP\/1\.1 405 /);
    },
  );

  test.each(['/about', '/nowhere', ASSET])('HEAD answers %s like GET, without the body', async (url) => {
    const [got, head] = [await ask(url), await site.inject({ method: 'HEAD', url })];
    expect(head.statusCode).toBe(got.statusCode);
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
    expect(head.body).toBe('');
  });
});

describe('the backend', () => {
  test('is asked through this server, which says so if there is none', async () => {
    const response = await ask('/api/collections/projects/records');
    expect(response.statusCode).toBe(502);
    expect(response.json()).toEqual({ status: 502, message: 'The backend does not answer.', data: {} });
  });

  test('keeps its dashboard to itself', async () => {
    const response = await ask('/_/');
    expect(response.statusCode).toBe(308);
    expect((await ask('/_')).statusCode).toBe(404);
  });

  test('is not asked to take more than the largest form', async () => {
    const response = await site.inject({
      method: 'POST',
      url: '/api/collections/form_submits/records',
      payload: 'a'.repeat(200_000),
    });
    expect(response.statusCode).toBe(413);
  });
});

describe('a store that is damaged', () => {
  test('because nothing is live: visitors learn that much and no more, the operator all of it', async () => {
    await unlink(join(directory, 'live'));
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const response = await ask('/about');
      expect(response.statusCode).toBe(500);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toBe('The site cannot answer now.\n');
      expect(String(logged.mock.calls[0]?.[0])).toContain('ENOENT');
    } finally {
      logged.mockRestore();
    }
    await store.follow();
    expect((await ask('/about')).statusCode).toBe(200);
  });

  test('because pages are missing: the rest is served', async () => {
    const release = join(directory, 'releases', 'r1');
    for (const name of ['about.html', '404.html']) {
      for (const form of ['', '.br', '.gz']) await rm(join(release, `${name}${form}`));
    }
    expect((await ask('/about')).statusCode).toBe(404);
    expect((await ask('/nowhere')).statusCode).toBe(404);
    expect((await ask('/')).statusCode).toBe(200);
  });
});

describe('a page whose address holds a secret', () => {
  test('keeps it from everyone that it links to; other pages tell their origin only', async () => {
    expect((await ask('/about')).headers['referrer-policy']).toBe('no-referrer');
    expect((await ask('/')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });
});

test('the app\u2019s link files are JSON, though they have no extension', async () => {
  const response = await ask(`/${APPLE_LINKS}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json');
  expect(response.json()).toEqual({ applinks: {} });
});
