import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { repetitions } from '@site/backend/testing/repetitions';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { directoryStore } from '../store/directoryStore';
import { failingServer } from '../testing/failingServer';
import {
  KNOWN_REQUESTS,
  OPERATOR_CALLS,
  randomRequest,
  sentRequest,
  VISITOR_CALLS,
} from '../testing/randomRequest';
import {
  expectedCall,
  CHECKS_CALL,
  inCaseOfPage,
  isHealthCheck,
  mayBeEmpty,
  mayShow,
  MODEL_BUILD,
  MODEL_ACCESS,
  MODEL_ANSWERS,
  MODEL_FILES,
  type SentRequest,
} from '../testing/siteModel';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';

// The tests in this file send raw requests, and compare the responses with a model of the site. A proxy records the
// requests that reach a real PocketBase.

const REQUESTS = repetitions(300, 100_000);

jest.setTimeout(repetitions(240_000, 900_000));

/** How long `exchange` keeps a connection open by default if the server does not close it, in milliseconds. */
const PATIENCE = 25_000;

let backend: TestBackend;
/** The method and raw path of each request that has reached PocketBase since the last check. */
let calls: string[];
let server: RunningServer;
const seen = new Set<string>();

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  calls = [];
  const recorder = await failingServer((call, answer) => {
    const { method, url = '', headers } = call;
    calls.push(`${method} ${url.replace(/\?.*/s, '')}`);
    const { hostname, port } = new URL(backend.url);
    const forwarded = request({ hostname, port, path: url, method, headers }, (response) =>
      response.pipe(answer.writeHead(response.statusCode ?? 0, response.headers)),
    );
    call.pipe(forwarded.on('error', () => answer.destroy()));
  });
  const store = directoryStore(await temporaryDirectory());
  await store.write('builds/shell/s1/server.cjs', 'private');
  const files = Object.fromEntries(MODEL_FILES.map((name) => [name, `[[page ${name}]]`]));
  const id = '20261121T101500123Z-1a2b3c4d';
  await recordLive(
    store,
    1,
    await storeRelease(store, id, files, MODEL_BUILD, {
      ...MODEL_ACCESS,
      texts: Object.values(MODEL_ANSWERS).map((answer) => JSON.stringify(answer)),
    }),
  );
  server = await startSiteServer(store, recorder);
});
afterAll(async () => {
  await server.stop();
  await backend.stop();
});
afterEach(async () => {
  const home = await fetch(server.origin);
  expect([home.status, await home.text()]).toEqual([200, '[[page index.html]]']);
  expect(calls.splice(0).filter((call) => !VISITOR_CALLS.includes(call))).toEqual([]);
});

test(`§6 each known request and ${REQUESTS} random ones are answered as modelled`, async () => {
  await fc.assert(
    fc.asyncProperty(randomRequest, (sent) => expectAsModelled(sent)),
    {
      numRuns: KNOWN_REQUESTS.length + REQUESTS,
      examples: KNOWN_REQUESTS.map((one): [SentRequest] => [one]),
    },
  );
  const assets = [...MODEL_BUILD.files.keys()].map((name) => `asset ${name}`);
  const pages = MODEL_FILES.filter((name) => !name.endsWith('404.html')).map((name) => `page ${name}`);
  const records = ['abcdefghijklmno', 'a', 'a-b', 'n1'].map((id) => `record ${id}`);
  const none = 'an empty list';
  expect(seen).toEqual(
    new Set(['redirect', 'refusal', none, ...VISITOR_CALLS, ...assets, ...pages, ...records]),
  );
});

test('§6 the operator’s calls are answered if they are sent to PocketBase directly', async () => {
  for (const call of OPERATOR_CALLS) {
    const [method = '', path = ''] = call.split(' ');
    const direct = await fetch(backend.url + path, { method, signal: AbortSignal.timeout(10_000) });
    await direct.body?.cancel();
    // PocketBase's dashboard and event stream are public. All other calls require a sign-in.
    expect([call, [200, 400, 401, 403].includes(direct.status)]).toEqual([call, true]);
  }
});

test('§2 one redirect corrects the case of any page’s URL, and keeps query and parameter', async () => {
  const pages = MODEL_FILES.filter((name) => name.endsWith('.html') && !name.startsWith('404'));
  for (const name of pages) {
    const path = `/${name.replace(/(?:index)?\.html$/, '').replace(/_.*/, 'Some-Value')}`;
    for (const spelt of [path.toUpperCase(), path.replace(/[a-z]/, (letter) => letter.toUpperCase())]) {
      const target = inCaseOfPage(spelt);
      const response = await fetch(`${server.origin}${spelt}?A=B`, { redirect: 'manual' });
      await response.body?.cancel();
      const expected = target === spelt ? [spelt, null] : [spelt, `${target}?A=B`];
      expect([spelt, response.headers.get('location')]).toEqual(expected);
      const found = await fetch(`${server.origin}${target}`);
      const shown = /\[\[(.*)\]\]/.exec(await found.text())?.[1] ?? '';
      expect([target, found.ok]).toEqual([target, mayShow(shown, sentRequest('GET', target))]);
    }
  }
});

/**
 * Sends the pieces of a raw request one after the other, one byte per character. A socket is used because an HTTP client
 * would refuse to send malformed requests.
 *
 * @returns everything received until the server closes the connection, or until `patience` milliseconds have passed
 */
async function exchange(pieces: string[], { pause = 0, patience = PATIENCE } = {}): Promise<string> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  // Ignore errors: when the server refuses a request, it may reset the connection.
  socket.on('error', () => undefined);
  const limit = setTimeout(() => socket.destroy(), patience);
  const closed = new Promise((done) => socket.on('close', done));
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(Buffer.from(piece, 'latin1'));
    if (pause > 0) await wait(pause);
  }
  await closed;
  clearTimeout(limit);
  return answer;
}

async function expectAsModelled(sent: SentRequest, redirects = 0): Promise<void> {
  const { method, target, host, headers, framed } = sent;
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close'];
  const answer = await exchange([[...lines, '', framed].join('\r\n')], { patience: 10_000 });
  const asked = calls.splice(0);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  // If a health check gets a 503, the server has called PocketBase. If a health check is malformed, the server may refuse
  // it earlier, with another status.
  const call = isHealthCheck(sent) && status === 503 ? CHECKS_CALL : expectedCall(sent);
  // A health check may reuse a recent result instead of calling PocketBase again.
  const isReused = call === CHECKS_CALL && asked.length === 0;
  expect([lines, asked]).toEqual([lines, call === undefined || isReused ? [] : [call]]);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  if (call === CHECKS_CALL) {
    // The status is 503 because the watcher's check fails: no watcher is running.
    expect([lines, status, header('x-release')]).toEqual([lines, 503, undefined]);
    return;
  }
  if (call !== undefined) {
    expect([lines, status < 500, header('x-release')]).toEqual([lines, true, undefined]);
    seen.add(VISITOR_CALLS.includes(call) ? call : 'refusal');
    return;
  }
  expectNothingLeaked(answer);
  const location = header('location');
  if (status >= 400 && status < 500) seen.add('refusal');
  else if (location !== undefined) {
    // A redirect leads neither to another site nor into a loop.
    expect([lines, redirects < 2, location]).toEqual([lines, true, expect.stringMatching(/^\/(?![/\\])/)]);
    await expectAsModelled(sentRequest('GET', location), redirects + 1);
    seen.add('redirect');
  } else if (method === 'HEAD') await expectAsModelled({ ...sent, method: 'GET' }, redirects);
  else {
    const bytes = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[header('content-encoding') ?? ''];
    const body = (unpack ? unpack(bytes) : bytes).toString();
    if (body.startsWith('{"items":[],')) {
      expect([lines, mayBeEmpty(sent)]).toEqual([lines, true]);
      seen.add('an empty list');
      return;
    }
    const shown = /\[\[(.*?)\]\]/.exec(body)?.[1] ?? answer;
    expect([lines, status < 300, shown, mayShow(shown, sent)]).toEqual([lines, true, shown, true]);
    seen.add(shown);
  }
}

function expectNothingLeaked(answer: string): void {
  expect(answer.split('\r\n\r\n').slice(1).join()).not.toMatch(
    /pocketbase|superusers?\b|"token"|authorization token|node_modules|\bat .*:\d+|\/tmp\/|private|secret-word/i,
  );
}

describe('a malformed request', () => {
  const [CONTACT, JSON_TYPE] = ['/api/collections/form_submits/records', 'Content-Type: application/json'];
  const inner = 'GET /api/settings HTTP/1.1\r\nHost: www.example.com\r\n\r\n';
  const after = `0\r\n\r\n${inner}`;
  const [short, chunked] = ['Content-Length: 2', 'Transfer-Encoding: chunked'];
  const post = (headers: string[], body: string) =>
    [`POST ${CONTACT} HTTP/1.1`, 'Host: www.example.com', JSON_TYPE, ...headers, '', body].join('\r\n');
  const headers = (...lines: string[]) => ['GET /about HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');

  test('is refused without reaching PocketBase', async () => {
    const lines = [
      ...['TRACE / HTTP/1.1', 'TRACE /api/health HTTP/1.1', 'CONNECT 127.0.0.1:8090 HTTP/1.1'],
      ...[
        'CONNECT /api/settings HTTP/1.1',
        'OPTIONS * HTTP/1.1',
        'PURGE /about HTTP/1.1',
        'get /about HTTP/1.1',
      ],
      ...['GET\t/about\tHTTP/1.1', 'GET /about HTTP/9.9', 'PRI * HTTP/2.0', 'GET /a\0b HTTP/1.1'],
      ...['GET www.example.com:443 HTTP/1.1', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      `GET /${'a'.repeat(100_000)} HTTP/1.1`,
    ].map((line) => `${line}\r\nHost: www.example.com\r\nX-Secret: secret-word\r\n\r\n`);
    // Attempts at request smuggling: two servers could disagree on where each of these requests ends.
    const divided = [
      ...[post(['Content-Length: 4', chunked], after), post([chunked, 'Content-Length: 4'], after)],
      post(['Content-Length: 0', `Content-Length: ${inner.length}`], inner),
      ...[`0, ${inner.length}`, '+2', '-1', '0x2', 'two'].map((value) =>
        post([`Content-Length: ${value}`], inner),
      ),
      ...['xchunked', 'chunked, identity'].map((value) => post([`Transfer-Encoding: ${value}`], after)),
      post([chunked, 'Transfer-Encoding: identity'], after),
      ...[post(['Transfer-Encoding : chunked'], after), post(['X-Odd: a', `\t${chunked}`], after)],
      ...[`X-Odd: a\n${chunked}`, `X-Odd: a\r${chunked}`, 'X-Odd: a\0b'].map((odd) =>
        post([odd, short], '{}'),
      ),
      ...[`zz\r\n{}\r\n${after}`, 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n', `2\r\n{}{}\r\n${after}`].map(
        (body) => post([chunked], body),
      ),
      'GET /api/settings HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n',
      ...['GET /api/settings HTTP/1.1\r\n\r\n', 'GET /api/settings\r\n\r\n'],
    ];
    const tooMuch = [
      ...[headers(`X-Odd: ${'a'.repeat(200_000)}`), headers(`Cookie: release=${'a'.repeat(200_000)}`)],
      headers(...Array.from({ length: 5000 }, (_, index) => `X-Odd-${index}: ${'a'.repeat(50)}`)),
      post(['Content-Length: 1000000000'], ''),
    ];
    await Promise.all(
      [...lines, ...divided, ...tooMuch].map(async (bytes) => {
        const answer = await exchange([bytes], { patience: 5000 });
        // If a request is unreadable, the server may close the connection without a response.
        expect([bytes, answer]).toEqual([bytes, expect.stringMatching(/^$|^HTTP\/1\.1 [345]\d\d /)]);
        expectNothingLeaked(answer);
      }),
    );
  });

  test('is cut off if its headers or body arrive too slowly, and other visitors are still served', async () => {
    const drops = ['GET /about HTTP/1.1\r\nHost: a\r\nX-Slow: ', ...Array.from({ length: 60 }, () => 'a')];
    const slow = Array.from({ length: 10 }, () => [
      exchange(drops, { pause: 500 }),
      exchange([post(['Content-Length: 1000'], '{')]),
    ]).flat();
    for (let call = 0; call < 20; call += 1) expect((await fetch(`${server.origin}/about`)).status).toBe(200);
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expectNothingLeaked(answer);
    }
  });
});
