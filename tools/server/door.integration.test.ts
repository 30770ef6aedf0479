import '../testing/renderHere';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hooksWith } from '@site/backend/testing/hooksWith';
import { repetitions } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { compress } from '../store/compress';
import { BODY_LIMIT } from './limits';
import { directoryStore } from '../store/directoryStore';
import { exchange } from '../testing/exchange';
import {
  addressOf,
  judge,
  judgeRedirect,
  MODEL_ASSETS,
  MODEL_FILES,
  MODEL_PREVIEW,
} from '../testing/siteModel';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { startWitness } from '../testing/startWitness';
import { recordLive, storeRelease } from '../testing/storedRelease';

// Any request at all, held against a model of the site; PocketBase's own log is the witness.

const REQUESTS = repetitions(2000, 100_000);

jest.setTimeout(repetitions(60_000, 900_000));

const RECORDS = '/api/collections/projects/records';
const PATHS = [
  ...['/', '/about', '/projects', '/projects/abc', '/projects/xyz', '/notes/1', '/micora/verification'],
  ...['/index.html', '/404', '/nowhere', '/artifacts/shell/s1/server.cjs', '/history/1.json'],
  ...MODEL_FILES.filter((name) => !name.endsWith('.html')).map((name) => `/${name}`),
  ...MODEL_ASSETS.map((name) => `/assets/${name}`),
];
const CALLS = [
  '/api/health',
  RECORDS,
  `${RECORDS}/abcdefghijklmno`,
  '/api/files/projects/abcdefghijklmno/picture.jpg',
  '/api/collections/form_submits/records',
  '/api/collections/micora_delete_requests/records',
];
const SECRETS = ['/_/', '/api/settings', '/api/logs', '/api/collections/_superusers/records', '/api/batch'];
const PIECES = [
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '/.',
    '/..',
    '/../',
    '/./',
    ';',
    '#',
    '?',
    '~',
    ' ',
    '\t',
    '\0',
    '\x7f',
    '*',
  ],
  ...['%2f', '%2F', '%5c', '%2e', '%2e%2e', '%252e', '%252f', '%00', '%0a', '%0d%0a', '%20', '%09', '%25'],
  ...[
    '%',
    '%z',
    '%u002e',
    '%c0%ae',
    '%e2%82%ac',
    '%ff',
    '%ed%a0%80',
    '%f0%9f%98%80',
    '%e0%80%af',
    '\xe2\x82\xac',
    '\xff',
    '%3f',
    '%23',
    '%3b',
  ],
  ...['/index.html', '/api', 'api/', '/_', '_.404', '.html', '.br', '.gz', '.json', 'a', 'A', '-', '&', '='],
];
const ASKED_QUERIES = [
  ...['?page=1&perPage=500&sort=created&skipTotal=1', '?page=20&perPage=500&sort=created&skipTotal=1'],
  ...['?filter=id%3D%27abcdefghijklmno%27', '?filter=id%3D%27a%27'],
];
/** What pages send. */
const ASKED = [
  ...CALLS.slice(0, 4).map((path) => `GET ${path}`),
  ...ASKED_QUERIES.map((query) => `GET ${RECORDS}${query}`),
  ...['100x100', '480x320', '1440x960f'].map((size) => `GET ${CALLS[3]}?thumb=${size}`),
  ...[...CALLS.slice(4), ...CALLS.slice(4), ...CALLS.slice(4)].map((path) => `POST ${path}`),
];
const QUERIES = [
  ...['', '', '', '', ...ASKED_QUERIES, '?thumb=480x320', '?thumb=1440x960f'],
  // Nearly what pages ask for.
  ...['?page=0&perPage=500&sort=created&skipTotal=1', '?page=1&perPage=501&sort=created&skipTotal=1'],
  ...['?page=1&perPage=500&sort=-created&skipTotal=1', '?page=1&perPage=500&skipTotal=1&sort=created'],
  ...[
    '?filter=id%3d%27a%27',
    "?filter=id='a'",
    '?filter=id%3D%27a+b%27',
    '?filter=id!~images:each',
    '?thumb=1x1',
  ],
  ...['?thumb=480x320&thumb=480x320', '?filter=id%3D%27a%27&', `?filter=id%3D%27${'a'.repeat(1000)}%27`],
  ...['?', '?a=b', '?a=../b', '?a?b', '?a=/x//', '?secret=x', '?%', '?%00', '?\xff', '?a#b'],
  ...[
    '?release=live',
    '?a=b&release=live',
    '?RELEASE=live',
    '?release=%6cive',
    '?release=',
    '?release=x',
    `?release=${MODEL_PREVIEW}`,
    '?release=x&release=live',
  ],
];
const HEADERS = [
  ...['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  ...['X-Original-URL: /api/settings', 'X-Rewrite-URL: /api/settings', 'X-Forwarded-Prefix: /api'],
  ...['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: PUT', 'Authorization: Bearer abc'],
  ...[
    'Cookie: release=live',
    `Cookie: release=${MODEL_PREVIEW}`,
    `Cookie: a=b;release=${MODEL_PREVIEW}; c=d`,
    `Cookie: RELEASE=${MODEL_PREVIEW}`,
    'Cookie: =',
  ],
  ...['Accept-Encoding: br', 'Accept-Encoding: gzip, br;q=0', 'Accept-Encoding: *', 'Accept: text/html'],
  ...['Range: bytes=0-', 'If-None-Match: "x"', 'Referer: /api/settings', 'X-Odd: \xff'],
];
/** What a browser says of the page that sends a form. */
const RELATIONS = ['', '', '', 'cross-site', 'same-site', 'same-origin', 'none', 'x'];
const ORIGINS = ['', '', '', 'https://evil.example', 'null', 'http://www.example.com', 'https://[::1]'];
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'NONE',
];

const change = fc.oneof(
  fc.record({ at: fc.nat(100), cut: fc.constantFrom(0, 0, 0, 1, 4), put: fc.constantFrom(...PIECES) }),
  fc.record({ at: fc.nat(100), encoded: fc.constantFrom('%', '%25') }),
);
const target = fc
  .record({
    prefix: fc.constantFrom(
      '',
      '',
      '',
      '',
      '',
      '',
      'http://www.example.com',
      'HTTPS://a.example:1',
      'http:',
      '*',
    ),
    path: fc.constantFrom(...PATHS, ...CALLS, ...CALLS, ...SECRETS),
    changes: fc.array(change, { maxLength: 5 }),
    query: fc.constantFrom(...QUERIES),
  })
  .map(({ prefix, path, changes, query }) => prefix + changes.reduce(changed, path + query));
/** Anything at all, and what pages send, as it is or changed in one place. */
const requestLine = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.oneof(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), fc.constantFrom(...METHODS)),
      target,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...ASKED), fc.array(change, { maxLength: 1 }))
      .map(([asked, changes]) => {
        const [method = '', address = ''] = asked.split(' ');
        return { method, target: changes.reduce(changed, address) };
      }),
  },
);
const request = fc
  .record({
    line: requestLine,
    host: fc.constantFrom(
      'www.example.com',
      'www.example.com',
      'localhost:1',
      'evil.example',
      '[::1]',
      '127.0.0.1',
    ),
    headers: fc.subarray(HEADERS, { maxLength: 4 }),
    relation: fc.constantFrom(...RELATIONS),
    origin: fc.constantFrom(...ORIGINS),
    body: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: fc.constantFrom('{}', '{"full_name":"A"}', 'a=b', '[', '\0', '0\r\n\r\n') },
      { weight: 3, arbitrary: fc.json().map((json) => Buffer.from(json).toString('latin1')) },
      { weight: 1, arbitrary: fc.constant('a'.repeat(BODY_LIMIT + 1)) },
    ),
    isChunked: fc.boolean(),
    type: fc.constantFrom(
      '',
      'application/json',
      'application/json',
      'application/json',
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/json; charset=latin1',
      'application/json,',
      'multipart/form-data; boundary=a',
      'x',
      'a/',
      '/b',
      'a/b;',
      'a/b; c',
      'a b/c',
      'a/b/c',
      ' a/b',
      '\xff/b',
      'text/plain;charset',
    ),
  })
  .map(({ line, host, headers: others, body, isChunked, type, relation, origin }) => {
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    const framed = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
    const said = Object.entries({ 'Content-Type': type, 'Sec-Fetch-Site': relation, Origin: origin })
      .filter(([, value]) => value)
      .map(([name, value]) => `${name}: ${value}`);
    const headers = [...others, ...said, ...(body ? [framing] : [])];
    return { ...line, host, headers, bodyLength: body.length, framed: body && framed };
  });
type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

function changed(path: string, edit: { at: number; encoded?: string; cut?: number; put?: string }): string {
  const at = edit.at % (path.length + 1);
  const { cut = 1, put = (edit.encoded ?? '') + hex(path.charCodeAt(at) || 0x2f) } = edit;
  return path.slice(0, at) + put + path.slice(at + cut);
}

function hex(code: number): string {
  return code.toString(16).padStart(2, '0');
}

let backend: TestBackend;
let hooks: Awaited<ReturnType<typeof hooksWith>>;
let witness: Awaited<ReturnType<typeof startWitness>>;
let directory: string;
let server: RunningServer;

beforeAll(async () => {
  // PocketBase's own log of requests says what has reached it.
  hooks = await hooksWith('');
  await rm(join(hooks.hooksDir, 'logs.pb.js'));
  backend = await startTestBackend({ seeded: false, hooksDir: hooks.hooksDir });
  witness = await startWitness(backend.url);
  directory = await mkdtemp(join(tmpdir(), 'door-'));
  const store = directoryStore(directory);
  for (const name of MODEL_ASSETS) {
    for (const [file, bytes] of await compress(`assets/${name}`, Buffer.from(`[[asset ${name}]]`)))
      await store.write(file, bytes);
  }
  await store.write('artifacts/shell/s1/server.cjs', 'private');
  const files = (kind: string) =>
    Object.fromEntries(MODEL_FILES.map((name) => [name, `[[${kind} ${name}]]`]));
  await storeRelease(store, MODEL_PREVIEW, files('preview'));
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', files('page')));
  server = await startSiteServer(directory, witness.url);
});
afterAll(async () => {
  await server.stop();
  await witness.stop();
  await backend.stop();
  await hooks.remove();
  await rm(directory, { recursive: true, force: true });
});

test(`§6 each of ${REQUESTS} random requests is a listed call, a page, an asset, a redirect to one, or refused`, async () => {
  const operator = await signIn(backend);
  await wait(10);
  const since = new Date().toISOString().replace('T', ' ');
  const calls: string[] = [];
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const expected = judge(sent);
      const call = `${sent.method} ${addressOf(sent.target).path}`;
      const answer = await exchange(server.origin, [bytesOf(sent)], { patience: 5000 });
      const reached = witness.takeCalls();
      if (expected === 'call') calls.push(call);
      expect([outcome(answer, sent, expected), reached]).toEqual([
        expected,
        expected === 'call' ? [call] : [],
      ]);
    }),
    { numRuns: REQUESTS },
  );

  // What PocketBase has written down about it, which it does every three seconds.
  await wait(4000);
  const logged: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await operator.logs.getList(page, 1000, { filter: `created >= "${since}"` });
    pages = list.totalPages;
    logged.push(...list.items.map(({ data }) => `${data.method} ${String(data.url).split('?')[0]}`));
  }
  expect(logged.sort()).toEqual(calls.sort());
});

function bytesOf({ method, target: address, host, headers, framed }: Sent): string {
  return [`${method} ${address} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close', '', framed].join(
    '\r\n',
  );
}

/** What an answer is, in the words of the model. */
function outcome(answer: string, { method }: Sent, expected: string): string {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  if (expected === 'call' && header('x-release') === undefined && status < 500) return 'call';
  if (status >= 400 && status < 500) return 'refusal';
  if (status === 302 || status === 308) return judgeRedirect(header('location') ?? '');
  if (method === 'HEAD' && status < 300 && / .*\./.test(expected)) return expected;
  const bytes = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[header('content-encoding') ?? ''];
  const name = /\[\[(.*)\]\]/.exec((unpack ? unpack(bytes) : bytes).toString())?.[1];
  return status < 300 && name ? name : answer.slice(0, 500);
}
