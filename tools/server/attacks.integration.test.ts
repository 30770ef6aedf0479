import '../testing/renderHere';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { directoryStore } from '../store/directoryStore';
import { exchange, PATIENCE } from '../testing/exchange';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { startWitness } from '../testing/startWitness';
import { recordLive, storeRelease } from '../testing/storedRelease';

// What no browser sends, byte by byte, at the site with a real PocketBase behind them, and a witness before it.

jest.setTimeout(120_000);

const RELEASE = '20261121T101500123Z-1a2b3c4d';
const CONTACT = '/api/collections/form_submits/records';
const PROJECTS = '/api/collections/projects/records';

const JSON_TYPE = 'Content-Type: application/json';

/** What visitors may ask of PocketBase: nothing else ever reaches it. */
const VISITOR_CALLS = [
  'GET /api/health',
  `GET ${PROJECTS}`,
  `GET ${PROJECTS}/abcdefghijklmno`,
  'GET /api/files/projects/abcdefghijklmno/picture.jpg',
  `POST ${CONTACT}`,
  'POST /api/collections/micora_delete_requests/records',
];

/** What only the operator may reach, directly at PocketBase. */
const OPERATOR = [
  'GET /_/',
  'GET /api/settings',
  'GET /api/collections',
  'GET /api/collections/_superusers/records',
  'POST /api/collections/_superusers/auth-with-password',
  'POST /api/collections/_superusers/request-password-reset',
  'POST /api/collections/_superusers/impersonate/abcdefghijklmno',
  `GET ${CONTACT}`,
  'GET /api/collections/micora_delete_requests/records',
  'POST /api/collections/projects/records',
  'GET /api/logs',
  'GET /api/backups',
  'POST /api/backups',
  'GET /api/crons',
  'POST /api/batch',
  'GET /api/realtime',
  'POST /api/files/token',
];

let backend: TestBackend;
let witness: Awaited<ReturnType<typeof startWitness>>;
let directory: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: true });
  witness = await startWitness(backend.url);
  directory = await mkdtemp(join(tmpdir(), 'attacks-'));
  const store = directoryStore(directory);
  const pages = ['404.html', 'index.html', 'about.html', 'projects/_.404.html'];
  const release = await storeRelease(
    store,
    RELEASE,
    Object.fromEntries(pages.map((name) => [name, `<p>${name}</p>`.padEnd(2000)])),
  );
  await store.write('assets/shell/s1/picture.png', 'picture'.repeat(1000));
  await store.write('artifacts/shell/s1/server.cjs', 'private');
  await recordLive(store, 1, release);
});
afterAll(async () => {
  await witness.stop();
  await backend.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('the site', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startSiteServer(directory, witness.url);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    const home = await fetch(server.origin);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('index.html')]);
    expect(witness.takeCalls().filter((call) => !VISITOR_CALLS.includes(call))).toEqual([]);
  });

  const send = (bytes: string, patience?: number) => exchange(server.origin, [bytes], { patience });
  const request = (line: string, headers: string[] = [], body = '') =>
    send([line, 'Host: www.example.com', ...headers, 'Connection: close', '', body].join('\r\n'));

  describe('§6 what only the operator may reach', () => {
    test('is there at PocketBase itself, so that its absence here means something', async () => {
      const answers = await Promise.all(
        OPERATOR.map(async (call) => {
          const [method = '', path = ''] = call.split(' ');
          const response = await fetch(backend.url + path, { method, signal: AbortSignal.timeout(3000) });
          await response.body?.cancel();
          return response.status;
        }),
      );
      // The dashboard and the event stream are open; everything else asks who is there.
      for (const status of answers) expect([200, 400, 401, 403]).toContain(status);
    });

    test.each(OPERATOR)('%s cannot be reached by any spelling', async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const bad: string[] = [];
      for (const spelling of spellings(path)) {
        const length = method === 'POST' ? ['Content-Length: 2', JSON_TYPE] : [];
        const answer = await request(`${method} ${spelling} HTTP/1.1`, length, method === 'POST' ? '{}' : '');
        // Redirects stay on this site and lead to what is asked here, too.
        const fine =
          /^HTTP\/1\.1 (?:400|404|405|308) /.test(answer) ||
          // A path below a pattern is that pattern's page.
          (/^HTTP\/1\.1 200 /.test(answer) && answer.includes('<p>'));
        if (!fine || /pocketbase|Only superusers|authorization token/i.test(answer))
          bad.push(`${spelling}: ${answer}`);
        if (/^HTTP\/1\.1 308 /.test(answer))
          expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toMatch(/^\/(?![/\\])/);
      }
      expect(bad).toEqual([]);
    });
  });

  describe('§6 a call of visitors is that call in no other spelling', () => {
    test.each(VISITOR_CALLS)('%s', async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const bad: string[] = [];
      for (const spelling of [...spellings(path), ...detours(path)]) {
        const [sent = ''] = spelling.replace(/^https?:\/\/[^/]*/i, '').split('?');
        // A picture's name with another ending is another picture's.
        if (sent === path || /^\/api\/files\/projects\/\w+\/[\w.]+$/.test(sent)) continue;
        const length = method === 'POST' ? ['Content-Length: 2', JSON_TYPE] : [];
        const answer = await request(`${method} ${spelling} HTTP/1.1`, length, method === 'POST' ? '{}' : '');
        const isRefused = /^\/api(?:\/|$)/.test(sent)
          ? /^HTTP\/1\.1 404 [^]*\r\n\r\n\{"status":404,|^HTTP\/1\.1 400 /.test(answer)
          : /^HTTP\/1\.1 (?:308|400|404|405) /.test(answer);
        if (witness.takeCalls().length > 0 || !isRefused) bad.push(`${spelling}: ${answer.slice(0, 30)}`);
      }
      expect(bad).toEqual([]);
    });

    test('and in its own it reaches PocketBase, so that the witness means something', async () => {
      for (const call of VISITOR_CALLS) {
        await request(`${call} HTTP/1.1`, ['Content-Length: 0', JSON_TYPE]);
        expect(witness.takeCalls()).toEqual([call]);
      }
    });
  });

  describe('§6 a query that lets PocketBase work on what a visitor chooses', () => {
    // Each costs PocketBase seconds where there are many projects; sixty at once leave no form an answer in time.
    test.each([
      '?filter=long_description!~images:each',
      '?filter=long_description!~images:each%26%26description!~images:each%26%26title!~images:each',
      '?filter=(long_description~images:each||long_description~technologies)&perPage=1000',
      '?sort=@random&perPage=1000',
      '?perPage=1000&fields=*:excerpt(200,true)',
      '?page=1&perPage=500&sort=created',
      '?expand=a.b.c.d.e.f',
    ])('sixty times at once: %s', async (query) => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => request(`GET ${PROJECTS}${query} HTTP/1.1`)),
      );
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n\{"status":400,/);
      expect(witness.takeCalls()).toEqual([]);
    });
  });

  test.each([
    `${PROJECTS}/${'a'.repeat(2000)}`,
    `/api/files/projects/abcdefghijklmno/${'a'.repeat(2000)}`,
    `${PROJECTS}?filter=id%3D%27${'a'.repeat(2000)}%27`,
    `/api/${'a/'.repeat(1000)}`,
    `/api?${'a'.repeat(2000)}`,
  ])('a long address does not reach PocketBase, which would log all of it: %#', async (address) => {
    expect(await request(`GET ${address} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 414 [^]*\r\n\r\n\{"status":414,/);
    expect(witness.takeCalls()).toEqual([]);
  });

  describe('a path that leads out of what is served', () => {
    test.each([
      '/../../../../etc/passwd',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/..%252f..%252fetc%252fpasswd',
      '/..%5c..%5cetc%5cpasswd',
      '/%c0%ae%c0%ae/etc/passwd',
      '/assets/../artifacts/shell/s1/server.cjs',
      '/assets/%2e%2e/artifacts/shell/s1/server.cjs',
      '/assets/..%2fartifacts/shell/s1/server.cjs',
      '/assets/shell/..%2f..%2f..%2fartifacts%2fshell%2fs1%2fserver.cjs',
      '/assets/..%5cartifacts/shell/s1/server.cjs',
      '/assets/..%252fartifacts/shell/s1/server.cjs',
      '/assets//etc/passwd',
      '/assets/shell/s1/picture.png%00.js',
      '/assets/%00',
      '/.well-known/../../history/1.json',
      '/.well-known/%2e%2e/%2e%2e/history/1.json',
      '/.well-known/..%2f..%2fhistory%2f1.json',
      '/robots.txt/../../history/1.json',
      '/release.json/../../../history/1.json',
      '/projects/../../../history/1.json',
      '/artifacts/shell/s1/server.cjs',
      '/history/1.json',
      `/releases/${RELEASE}.json`,
      '/previews/',
      '/pages/',
    ])('%s finds nothing', async (path) => {
      const answer = await request(`GET ${path} HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:308|400|404) /);
      expectNothingLeaked(answer);
      expect(answer).not.toMatch(/root:|history|release"/);
    });
  });

  describe('a request line that no browser sends', () => {
    test.each([
      'TRACE / HTTP/1.1',
      'TRACE /api/health HTTP/1.1',
      'CONNECT 127.0.0.1:8090 HTTP/1.1',
      'CONNECT /api/settings HTTP/1.1',
      'PROPFIND / HTTP/1.1',
      'PATCH /about HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'PURGE /about HTTP/1.1',
      'get /about HTTP/1.1',
      'GET\t/about\tHTTP/1.1',
      'GET /about HTTP/9.9',
      'PRI * HTTP/2.0',
      'GET /a\0b HTTP/1.1',
      'GET www.example.com:443 HTTP/1.1',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      `GET /${'a'.repeat(100_000)} HTTP/1.1`,
    ])('%j is refused', async (line) => {
      const answer = await request(line);
      // One that cannot even be read may be answered by hanging up.
      if (answer) expect(answer).toMatch(/^(?:HTTP\/1\.1 (?:[345]\d\d) |<html>)/);
      expectNothingLeaked(answer);
      expect(answer).not.toContain('about.html');
    });

    test('a header of TRACE is not sent back', async () => {
      expect(await request('TRACE /about HTTP/1.1', ['X-Secret: secret-word'])).not.toContain('secret-word');
    });

    test('the oldest form is not answered with a header of the newest', async () => {
      expectNothingLeaked(await send('GET /api/settings\r\n\r\n'));
    });
  });

  describe('a request that two servers might read as two different ones', () => {
    const inner = `GET /api/settings HTTP/1.1\r\nHost: www.example.com\r\n\r\n`;
    const post = (headers: string[], body: string) =>
      [`POST ${CONTACT} HTTP/1.1`, 'Host: www.example.com', JSON_TYPE, ...headers, '', body].join('\r\n');

    test.each<[string, string]>([
      [
        'Content-Length and chunks',
        post(['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`),
      ],
      [
        'chunks and Content-Length',
        post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${inner}`),
      ],
      ['two lengths', post(['Content-Length: 0', `Content-Length: ${inner.length}`], inner)],
      ['two lengths in one', post([`Content-Length: 0, ${inner.length}`], inner)],
      ['a length with a sign', post(['Content-Length: +2'], '{}')],
      ['a negative length', post(['Content-Length: -1'], inner)],
      ['a length in hexadecimal', post(['Content-Length: 0x2'], '{}')],
      ['a length that is no number', post(['Content-Length: two'], '{}')],
      ['an unknown transfer encoding', post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${inner}`)],
      [
        'chunks that are not the last encoding',
        post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${inner}`),
      ],
      [
        'two transfer encodings',
        post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${inner}`),
      ],
      ['white space before the colon', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${inner}`)],
      ['a folded header', post(['X-Odd: a', '\tTransfer-Encoding: chunked'], `0\r\n\r\n${inner}`)],
      [
        'a bare line feed in a header',
        post(['X-Odd: a\nTransfer-Encoding: chunked', 'Content-Length: 2'], '{}'),
      ],
      [
        'a bare carriage return in a header',
        post(['X-Odd: a\rTransfer-Encoding: chunked', 'Content-Length: 2'], '{}'),
      ],
      ['a NUL in a header', post(['X-Odd: a\0b', 'Content-Length: 2'], '{}')],
      [
        'a chunk size that is no number',
        post(['Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${inner}`),
      ],
      [
        'a chunk size beyond all numbers',
        post(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n{}\r\n0\r\n\r\n`),
      ],
      [
        'a chunk that is longer than it says',
        post(['Transfer-Encoding: chunked'], `2\r\n{}{}\r\n0\r\n\r\n${inner}`),
      ],
      ['two hosts', `GET /api/settings HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n`],
      ['no host', 'GET /api/settings HTTP/1.1\r\n\r\n'],
      [
        'a body of a GET',
        `GET /about HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`,
      ],
    ])('%s', async (_kind, bytes) => {
      const before = await storedForms();
      const answer = await send(bytes, 3000);
      expectNothingLeaked(answer);
      expect(await storedForms()).toBe(before);
    });
  });

  describe('a request that is too much', () => {
    test.each([
      ['one huge header', [`X-Odd: ${'a'.repeat(200_000)}`]],
      ['a thousand headers', Array.from({ length: 5000 }, (_, index) => `X-Odd-${index}: ${'a'.repeat(50)}`)],
      ['a huge cookie', [`Cookie: release=${'a'.repeat(200_000)}`]],
    ])('%s is refused', async (_kind, headers) => {
      const answer = await request('GET /about HTTP/1.1', headers);
      if (answer) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expectNothingLeaked(answer);
    });

    test('a thousand ranges are not answered with a thousand parts', async () => {
      const ranges = Array.from({ length: 1000 }, (_, index) => `${index}-${index + 5000}`).join(',');
      for (const header of ['Range', 'If-Range: x\r\nRange']) {
        const answer = await request('GET /assets/shell/s1/picture.png HTTP/1.1', [
          `${header}: bytes=${ranges}`,
        ]);
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|206|400|416) /);
        expect(answer.length).toBeLessThan(20_000);
      }
    });

    test.each([
      'bytes=-',
      'bytes=5-1',
      'bytes=99999999-',
      'bytes=0-18446744073709551616',
      'items=0-1',
      'bytes=a-b',
    ])('the range %s does no harm', async (range) => {
      const answer = await request('GET /assets/shell/s1/picture.png HTTP/1.1', [`Range: ${range}`]);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|206|400|416) /);
      expect(answer.length).toBeLessThan(10_000);
    });

    test('a body beyond the limit is refused before it is here', async () => {
      const answer = await request(`POST ${CONTACT} HTTP/1.1`, [JSON_TYPE, 'Content-Length: 1000000000']);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expectNothingLeaked(answer);
    });

    test.each(['websocket', 'h2c', 'TLS/1.0'])('an upgrade to %s is not made', async (protocol) => {
      for (const path of ['/about', '/api/realtime']) {
        const headers = [`Upgrade: ${protocol}`, 'Connection: Upgrade', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
        const answer = await request(`GET ${path} HTTP/1.1`, headers);
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
        expectNothingLeaked(answer);
      }
    });
  });

  async function storedForms(): Promise<number> {
    const operator = await signIn(backend);
    return (await operator.collection('form_submits').getList(1, 1)).totalItems;
  }
});

test('who sends a header drop by drop, or half a body, is cut off and keeps nobody else waiting', async () => {
  const { origin, stop } = await startSiteServer(directory, backend.url);
  try {
    const started = performance.now();
    const slow = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? exchange(
            origin,
            ['GET /about HTTP/1.1\r\nHost: a\r\nX-Slow: ', ...Array.from({ length: 60 }, () => 'a')],
            {
              pause: 500,
            },
          )
        : exchange(origin, [
            `POST ${CONTACT} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: 1000\r\n\r\n{`,
          ]),
    );
    const asked = performance.now();
    for (let call = 0; call < 20; call += 1) expect((await fetch(`${origin}/about`)).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(5000);
    for (const answer of await Promise.all(slow)) expectNothingLeaked(answer);
    expect(performance.now() - started).toBeLessThan(PATIENCE);
  } finally {
    await stop();
  }
});

/** Nothing of PocketBase, of this machine or of other requests. */
function expectNothingLeaked(answer: string): void {
  expect(answer).not.toMatch(
    /pocketbase|superusers?\b|"items"|"token"|authorization token|node_modules|\bat .*:\d+|\/tmp\/|private/i,
  );
}

/** Paths that begin elsewhere, and lead to this one for whoever takes out the dots. */
function detours(path: string): string[] {
  const bases = ['/api/backups', '/api/logs/x', CONTACT, `${PROJECTS}/a`, '/_', '/about', '/assets/shell'];
  return bases.flatMap((base) => {
    const [from, to] = [base.split('/'), path.split('/')];
    const common = from.findIndex((name, index) => name !== to[index]);
    const first = common === -1 ? from.length : common;
    return ['/', '//', '\\', '%2f', '%2F', '%5c', '%252f'].flatMap((slash) =>
      ['..', '%2e%2e', '.%2E', '%252e%252e', '..;'].map(
        (up) => `${base}/${[...from.slice(first).map(() => up), ...to.slice(first)].join(slash)}`,
      ),
    );
  });
}

/** The ways in which a server or a proxy might be brought to read another path than the one that was judged. */
function spellings(path: string): string[] {
  const first = path.slice(1, 2);
  const encode = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
  const prefixes = [
    '/.',
    '/..',
    '//',
    '///',
    '/%2e',
    '/%2e%2e',
    '/%252e%252e',
    '/..%2f',
    '/..%5c',
    '/.%2e',
    '/\\',
    '/%5c',
    '/%2f',
    '/%252f',
    '/;',
    '/;a=b',
    '/%09',
    '/%20',
    '/%00',
    '/%0d%0a',
    '/about/..',
    '/about/%2e%2e',
    '/about/..;',
    '/assets/..',
    '/assets/%2e%2e',
    '/assets/..%2f..',
    '/projects/..',
    '/projects/..%2f..',
    '/api/health/..',
    '/api/health/../..',
    '/api/health/%2e%2e/..',
    '/api/health%2f..%2f..',
    '/api/health/..%2f..',
    '/api/files/a/b/../../../..',
    '/api/files/a/b/c.jpg/..%2f..%2f..%2f..%2f..',
    '/api/collections/projects/records/../../../..',
    '/api/collections/projects/records/%2e%2e/%2e%2e/%2e%2e/%2e%2e',
    '/api/collections/projects/records/..%2f..%2f..%2f..',
    '/api/collections/projects/records/..%252f..%252f..%252f..',
    '/api/collections/projects/records%2f..%2f..%2f..%2f..',
    '/.well-known/..',
    '/%c0%ae%c0%ae',
    '/%u002e%u002e',
    '/%e0%80%ae',
  ];
  const suffixes = [
    '/',
    '//',
    '/.',
    '/..;/',
    '%2f',
    '%20',
    '%09',
    '%00',
    '%00.jpg',
    ';',
    ';.js',
    '.json',
    '?',
    '#',
    '%3f',
    '%23',
    '%3fa=b',
    '\\',
    '%5c',
    '..',
    '~',
    '%0a',
    '%0d%0aX: y',
  ];
  const twice = path.replaceAll('/', '%2f');
  return [
    path,
    path.toUpperCase(),
    path.replace(first, encode(first)),
    path.replace(first, `%25${encode(first).slice(1)}`),
    path.replace(/[a-z]/g, encode),
    path.replaceAll('/', '//'),
    path.replaceAll('/', '/./'),
    path.replaceAll('/', '\\'),
    path.replaceAll('/', '%5c'),
    twice,
    `/${twice}`,
    twice.replaceAll('%', '%25'),
    path.replace(/\/([^/]+)$/, '%2f$1'),
    path.replace(/\/([^/]+)$/, '/a/../$1'),
    path.replace(/\/([^/]+)$/, '/a%2f..%2f$1'),
    path.slice(1),
    `http://www.example.com${path}`,
    `http://127.0.0.1${path}`,
    `https://www.example.com${path}`,
    `http:${path}`,
    `http://www.example.com@127.0.0.1${path}`,
    `http://www.example.com/..${path}`,
    `HTTP://WWW.EXAMPLE.COM/about/../..${path}`,
    `//www.example.com${path}`,
    `*${path}`,
    ...prefixes.map((prefix) => prefix + path),
    ...suffixes.map((suffix) => path + suffix),
  ];
}
