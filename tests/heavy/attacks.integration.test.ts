import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { directoryStore } from '@site/tools/store/directoryStore';
import { exchange, PATIENCE } from '@site/tools/testing/exchange';
import { VISITOR_CALLS } from '@site/tools/testing/randomRequest';
import { rawRequest } from '@site/tools/testing/rawRequest';
import { startSiteServer, type RunningServer } from '@site/tools/testing/startSiteServer';
import { startWitness } from '@site/tools/testing/startWitness';
import { recordLive, storeRelease } from '@site/tools/testing/storedRelease';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';

// What is hardly a request any more, byte by byte, at the site with a real PocketBase behind a witness.

jest.setTimeout(120_000);

const CONTACT = '/api/collections/form_submits/records';
const JSON_TYPE = 'Content-Type: application/json';
const PICTURE = 'GET /assets/shell/s1/picture.png HTTP/1.1';

let backend: TestBackend;
let operator: Awaited<ReturnType<typeof signIn>>;
let witness: Awaited<ReturnType<typeof startWitness>>;
let directory: string;
let server: RunningServer;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  operator = await signIn(backend);
  witness = await startWitness(backend.url);
  directory = await temporaryDirectory();
  const store = directoryStore(directory);
  const pages = { '404.html': '<p>404', 'index.html': '<p>Home', 'about.html': '<p>About' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', pages));
  await store.write('assets/shell/s1/picture.png', 'picture'.repeat(1000));
  server = await startSiteServer(directory, witness.url);
});
afterAll(async () => {
  await server.stop();
  await witness.stop();
  await backend.stop();
});
afterEach(async () => {
  const home = await fetch(server.origin);
  expect([home.status, await home.text()]).toEqual([200, '<p>Home']);
  expect(witness.takeCalls().filter((call) => !VISITOR_CALLS.includes(call))).toEqual([]);
});

/** Nothing of PocketBase, of this machine or of other requests. */
function expectNothingLeaked(answer: string): void {
  expect(answer).not.toMatch(
    /pocketbase|superusers?\b|"items"|"token"|authorization token|node_modules|\bat .*:\d+|\/tmp\//i,
  );
}

test('the witness sees a call of visitors, so that what it does not see means something', async () => {
  await rawRequest(server.origin, 'GET /api/health?a HTTP/1.1');
  await rawRequest(server.origin, 'GET /api/health HTTP/1.1');
  expect(witness.takeCalls()).toEqual(['GET /api/health']);
});

test.each([
  'TRACE / HTTP/1.1',
  'TRACE /api/health HTTP/1.1',
  'CONNECT 127.0.0.1:8090 HTTP/1.1',
  'CONNECT /api/settings HTTP/1.1',
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
])('a request line that no browser sends is refused: %#', async (line) => {
  const answer = await rawRequest(server.origin, line, ['X-Secret: secret-word']);
  // One that cannot even be read may be answered by hanging up.
  if (answer) expect(answer).toMatch(/^HTTP\/1\.1 [345]\d\d /);
  expect(answer).not.toMatch(/About|secret-word/);
  expectNothingLeaked(answer);
});

describe('a request that two servers might read as two different ones', () => {
  const inner = 'GET /api/settings HTTP/1.1\r\nHost: www.example.com\r\n\r\n';
  const after = `0\r\n\r\n${inner}`;
  const [short, chunked] = ['Content-Length: 2', 'Transfer-Encoding: chunked'];
  const post = (headers: string[], body: string) =>
    [`POST ${CONTACT} HTTP/1.1`, 'Host: www.example.com', JSON_TYPE, ...headers, '', body].join('\r\n');

  test.each<[kind: string, bytes: string]>([
    ['Content-Length and chunks', post(['Content-Length: 4', chunked], after)],
    ['chunks and Content-Length', post([chunked, 'Content-Length: 4'], after)],
    ['two lengths', post(['Content-Length: 0', `Content-Length: ${inner.length}`], inner)],
    ['two lengths in one', post([`Content-Length: 0, ${inner.length}`], inner)],
    ['a length with a sign', post(['Content-Length: +2'], '{}')],
    ['a negative length', post(['Content-Length: -1'], inner)],
    ['a length in hexadecimal', post(['Content-Length: 0x2'], '{}')],
    ['a length that is no number', post(['Content-Length: two'], '{}')],
    ['an unknown transfer encoding', post(['Transfer-Encoding: xchunked'], after)],
    ['chunks that are not the last encoding', post(['Transfer-Encoding: chunked, identity'], after)],
    ['two transfer encodings', post([chunked, 'Transfer-Encoding: identity'], after)],
    ['white space before the colon', post(['Transfer-Encoding : chunked'], after)],
    ['a folded header', post(['X-Odd: a', `\t${chunked}`], after)],
    ['a bare line feed in a header', post([`X-Odd: a\n${chunked}`, short], '{}')],
    ['a bare carriage return in a header', post([`X-Odd: a\r${chunked}`, short], '{}')],
    ['a NUL in a header', post(['X-Odd: a\0b', short], '{}')],
    ['a chunk size that is no number', post([chunked], `zz\r\n{}\r\n${after}`)],
    ['a chunk size beyond all numbers', post([chunked], 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
    ['a chunk that is longer than it says', post([chunked], `2\r\n{}{}\r\n${after}`)],
    ['two hosts', 'GET /api/settings HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n'],
    ['no host', 'GET /api/settings HTTP/1.1\r\n\r\n'],
    ['no version', 'GET /api/settings\r\n\r\n'],
    ['a body of a GET', `GET /about HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
  ])('stores nothing and gives nothing away: %s', async (_kind, bytes) => {
    const before = await storedForms();
    expectNothingLeaked(await exchange(server.origin, [bytes], { patience: 3000 }));
    expect(await storedForms()).toBe(before);
  });

  const storedForms = async () => (await operator.collection('form_submits').getList(1, 1)).totalItems;
});

describe('a request that is too much', () => {
  test.each([
    ['one huge header', [`X-Odd: ${'a'.repeat(200_000)}`]],
    ['5000 headers', Array.from({ length: 5000 }, (_, index) => `X-Odd-${index}: ${'a'.repeat(50)}`)],
    ['a huge cookie', [`Cookie: release=${'a'.repeat(200_000)}`]],
  ])('is refused: %s', async (_kind, headers) => {
    const answer = await rawRequest(server.origin, 'GET /about HTTP/1.1', headers);
    if (answer) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expectNothingLeaked(answer);
  });

  const thousand = Array.from({ length: 1000 }, (_, index) => `${index}-${index + 5000}`).join(',');
  test.each(['-', '5-1', '99999999-', '0-18446744073709551616', 'a-b', thousand])(
    'is answered once, whatever its range: %#',
    async (range) => {
      for (const header of ['Range', 'If-Range: x\r\nRange']) {
        const answer = await rawRequest(server.origin, PICTURE, [`${header}: bytes=${range}`]);
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|206|400|416) /);
        expect(answer.length).toBeLessThan(10_000);
      }
    },
  );

  test('is refused before all of its body is here', async () => {
    const headers = [JSON_TYPE, 'Content-Length: 1000000000'];
    const answer = await rawRequest(server.origin, `POST ${CONTACT} HTTP/1.1`, headers);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expectNothingLeaked(answer);
  });

  test.each(['websocket', 'h2c', 'TLS/1.0'])('is not upgraded to %s', async (protocol) => {
    for (const path of ['/about', '/api/realtime']) {
      const headers = [`Upgrade: ${protocol}`, 'Connection: Upgrade', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
      const answer = await rawRequest(server.origin, `GET ${path} HTTP/1.1`, headers);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
      expectNothingLeaked(answer);
    }
  });

  test('because it sends a header drop by drop, or half a body, is cut off and keeps nobody waiting', async () => {
    const started = performance.now();
    const drops = ['GET /about HTTP/1.1\r\nHost: a\r\nX-Slow: ', ...Array.from({ length: 60 }, () => 'a')];
    const half = `POST ${CONTACT} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: 1000\r\n\r\n{`;
    const slow = Array.from({ length: 10 }, () => [
      exchange(server.origin, drops, { pause: 500 }),
      exchange(server.origin, [half]),
    ]).flat();
    for (let call = 0; call < 20; call += 1) expect((await fetch(`${server.origin}/about`)).status).toBe(200);
    for (const answer of await Promise.all(slow)) expectNothingLeaked(answer);
    expect(performance.now() - started).toBeLessThan(PATIENCE);
  });
});
