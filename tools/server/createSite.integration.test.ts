import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { compress } from '../store/compress';
import { SECURITY_HEADERS } from './securityHeaders';
import { createSite } from './createSite';
import { storeSource } from './storeSource';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { rawRequest } from '../testing/rawRequest';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';

const SCRIPT = `console.log(${'1+'.repeat(500)}1)`;
const ASSET = '/assets/shell/s1/main.js';

let directory: string;
let store: Store;
let site: FastifyInstance;
let releases: number;
let release: Release;

/** Writes what only servers read: a file and its compressed forms. */
async function write(key: string, content: string): Promise<void> {
  for (const [file, bytes] of await compress(key, Buffer.from(content))) await store.write(file, bytes);
}

/** The id of a release that is called so in what its pages say. */
const idOf = (name: string) => `20261121T101500123Z-0000000${name.slice(1)}`;

/** Makes a release with small pages live; their texts name it. */
async function publish(name: string): Promise<void> {
  const pages = ['404.html', 'index.html', 'about.html', 'projects.html', 'projects/_.html'];
  release = await storeRelease(store, idOf(name), {
    ...Object.fromEntries(pages.map((page) => [page, `<p>${page} of ${name}</p>`.padEnd(2000)])),
    'robots.txt': `robots of ${name}`,
  });
  releases += 1;
  await recordLive(store, releases, release);
}

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  releases = 0;
  await write(ASSET.slice(1), SCRIPT);
  await store.write('assets/shell/s1/picture.png', 'picture');
  await publish('r1');
  site = await createSite(storeSource(store, { look: 0 }));
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

  test('has another etag in each form', async () => {
    const etags = await Promise.all(
      [undefined, 'br', 'gzip'].map(async (accepted) => (await download('/about', accepted)).headers.etag),
    );
    expect(new Set(etags).size).toBe(3);
  });

  test('belongs to the release that is live now, from one request to the next', async () => {
    expect((await ask('/')).body).toContain('of r1');
    await publish('r2');
    const response = await ask('/');
    expect(response.body).toContain('index.html of r2');
    expect(response.headers['x-release']).toBe(idOf('r2'));
  });

  test('leaves to its own <meta> what depends on the page', () => {
    const policy = SECURITY_HEADERS['content-security-policy'];
    expect(policy).not.toMatch(/default-src|style-src|img-src|connect-src|trusted-types /);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });
});

describe('an asset', () => {
  test('without a compressed form is sent as it is', async () => {
    const { headers, body } = await download('/assets/shell/s1/picture.png', 'br, gzip');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['content-type']).toBe('image/png');
    expect(body.toString()).toBe('picture');
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
});

describe('a store that is damaged', () => {
  /** A site that has not seen it before. */
  async function damagedSite(): Promise<void> {
    await site.close();
    site = await createSite(storeSource(store, { look: 0 }));
  }

  let logged: jest.SpiedFunction<typeof console.error>;
  beforeEach(() => {
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    logged.mockRestore();
  });

  test('because nothing is live: visitors learn that much and no more, the operator all of it', async () => {
    await store.remove('history/1.json');
    await damagedSite();
    const response = await ask('/about');
    expect(response.statusCode).toBe(500);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toBe('The site cannot answer now.\n');
    expect(String(logged.mock.calls[0]?.[0])).toContain('Nothing has been deployed to the store.');
    await recordLive(store, 1, release);
    expect((await ask('/about')).statusCode).toBe(200);
  });

  test('fills no log, whoever asks however often, and nothing of an address is in it', async () => {
    await store.remove('history/1.json');
    await damagedSite();
    for (let time = 0; time < 1000; time += 1)
      expect((await ask(`/about/${time}?userId=${time}&secret=secret-word`)).statusCode).toBe(500);
    expect(logged).toHaveBeenCalledTimes(1);
    const line = String(logged.mock.calls[0]?.[0]);
    expect(line).toMatch(/^Error: Nothing has been deployed.{1,1000}$/);
    expect(line).not.toMatch(/about|secret/);
    await site.close();
    expect(logged.mock.calls.slice(1)).toEqual([[`1000 times within a minute: ${line}`]]);
  });

  test('because a page is missing, or is another one than it was: that page is not sent, the rest is', async () => {
    const contentOf = (page: string) => `pages/${release.pages[page]?.content}`;
    for (const form of ['', '.br', '.gz']) await store.remove(contentOf('about.html') + form);
    await store.write(contentOf('projects.html'), '<p>of somebody else</p>');
    for (const path of ['/about', '/projects']) {
      expect((await ask(path)).statusCode).toBe(500);
    }
    expect(logged.mock.calls.join()).toMatch(
      /about\.html of release \S+ is missing in the store: put it back/,
    );
    expect(logged.mock.calls.join()).toMatch(/pages\/\w+ has been altered in the store: put it back/);
    expect((await ask('/')).statusCode).toBe(200);
  });

  test('while the site runs: the last whole release stays, and the operator is told', async () => {
    await site.close();
    const told: unknown[] = [];
    site = await createSite(storeSource(store, { look: 0, tell: (problem) => told.push(problem) }));
    expect((await ask('/')).body).toContain('of r1');
    await store.write(`releases/${idOf('r2')}.json`, 'garbage');
    await store.write(
      'history/2.json',
      JSON.stringify({ release: idOf('r2'), at: new Date().toISOString() }),
    );
    expect((await ask('/')).body).toContain('of r1');
    expect(String(told[0])).toContain(`releases/${idOf('r2')}.json is no manifest`);
  });
});

describe('the copy of a picture', () => {
  const NAME = 'a2/projects/abcdefghijklmno/cover.jpg';

  test('that is not made yet is the backend’s own file until it is', async () => {
    const missing = await ask(`/assets/pictures/${NAME}/480.avif`);
    expect(missing.statusCode).toBe(302);
    expect(missing.headers.location).toBe('/api/files/projects/abcdefghijklmno/cover.jpg');
    expect(missing.headers['cache-control']).toBe('no-store');
    await store.write(`assets/pictures/${NAME}/480.avif`, 'a copy');
    const made = await ask(`/assets/pictures/${NAME}/480.avif`);
    expect(made.statusCode).toBe(200);
    expect(made.headers['content-type']).toBe('image/avif');
    expect(made.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each(['a2/projects/..%2f/x/480.avif', `${NAME}/../480.avif`, 'a2/480.avif', `${NAME}/480.png`])(
    'is nothing else: %s',
    async (path) => {
      expect((await ask(`/assets/pictures/${path}`)).statusCode).toBe(404);
    },
  );
});

describe('memory', () => {
  test('is bounded: what is asked for beyond it is read again', async () => {
    await site.close();
    const reads: string[] = [];
    const source = storeSource(store, { look: 0 });
    const read = (key: string) => {
      reads.push(key);
      return source.read(key);
    };
    // Room for two pages.
    site = await createSite({ ...source, read }, { memory: 6000 });
    for (const path of ['/', '/', '/about', '/projects', '/']) expect((await ask(path)).statusCode).toBe(200);
    expect(reads).toHaveLength(4);
  });
});
