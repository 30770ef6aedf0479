import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { MODEL_RELEASE } from '../testing/siteModel';
import { createSite } from './createSite';
import { FILE_HEADERS } from './securityHeaders';

// The tests in this file use a fake backend, because PocketBase cannot be made to hang, disconnect or send wrong responses.
// `requestFuzz.integration.test.ts` uses a real PocketBase.

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let backendUrl: string;
let calls: Call[];
let answer: (response: ServerResponse, call: Call) => void;
let app: FastifyInstance;
let origin: string;

const CONTACT = '/api/collections/form_submits/records';
const FILE = '/api/files/projects/abcdefghijklmno/cover_x1.jpg';
const JSON_TYPE = { 'content-type': 'application/json' };

beforeEach(async () => {
  calls = [];
  answer = (response) => response.writeHead(200, JSON_TYPE).end('{"id":"a"}');
  backendUrl = await failingServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      const call = { method, url, headers, body };
      calls.push(call);
      answer(response, call);
    });
  });
  await open({ backendUrl });
});
afterEach(() => app.close());

async function open(options: Parameters<typeof createSite>[1]): Promise<void> {
  const source = {
    live: () => Promise.resolve(MODEL_RELEASE),
    read: () => Promise.resolve(undefined),
    isIntact: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
  // `trustedProxies` contains this machine, so that tests can set a visitor's address with `X-Forwarded-For`.
  app = await createSite(source, { trustedProxies: ['127.0.0.1'], ...options });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

async function reopen(options: Parameters<typeof createSite>[1]): Promise<void> {
  await app.close();
  await open(options);
}

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(origin + CONTACT, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

/** The longest valid submission: 5000 UTF-16 code units, each written as an escape sequence. */
const LARGEST = JSON.stringify({ project_details: '' }).replace('""', `"${'\\ud83d\\udc4b'.repeat(2500)}"`);

test('§7 passes forms on unchanged, even invalid ones, which only the backend refuses', async () => {
  for (const body of ['{ "full_name": "Zoë 👋",\n "odd": "\\ud83d" }', '{"full_name":', 'a=b', LARGEST]) {
    expect((await post(body)).status).toBe(200);
    expect(calls.splice(0)).toMatchObject([{ method: 'POST', url: CONTACT, body, headers: JSON_TYPE }]);
  }
});

test.each([
  [403, 'Forms are accepted only from the pages of this site.', CONTACT, { 'sec-fetch-site': 'cross-site' }],
  [403, 'Forms are accepted only from the pages of this site.', CONTACT, { origin: 'https://other.example' }],
  [404, "The requested resource wasn't found.", '/api/collections/projects/records', {}],
  [404, "The requested resource wasn't found.", `${CONTACT}?fields=id`, {}],
  [404, "The requested resource wasn't found.", '/api/batch', {}],
  [415, 'Forms must be application/json.', CONTACT, { 'content-type': 'text/plain;charset=UTF-8' }],
] as const)(
  '§6 a form is refused with %d, in the backend’s format: %s %s %j',
  async (status, message, path, more) => {
    const headers = { ...JSON_TYPE, ...more };
    const response = await fetch(origin + path, { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await response.json()).toEqual({ status, message, data: {} });
    expect(calls).toEqual([]);
  },
);

test('a form that is longer than 128 KB is refused', async () => {
  const response = await post('a'.repeat(128 * 1024 + 1));
  expect([response.status, (await response.json()) as object]).toMatchObject([413, { status: 413 }]);
  expect(calls).toEqual([]);
});

test('forms are refused if the site takes none', async () => {
  await reopen({ backendUrl, takesForms: false });
  expect((await post('{}')).status).toBe(403);
  expect(calls).toEqual([]);
});

// `tests/documents/proxies.integration.test.ts` tests the headers that trusted proxies send.
test('passes on no cookies, credentials or proxy headers of a visitor', async () => {
  const known = { accept: 'application/json', 'accept-language': 'en-GB', range: 'bytes=0-5' };
  const others = [
    ...['cookie', 'authorization', 'x-forwarded-host', 'forwarded', 'x-anything', 'if-none-match'],
    ...['accept-encoding', 'x-real-ip', 'x-draft-key', 'x-draft-id'],
  ];
  const headers = {
    ...{ ...known, 'x-forwarded-for': '2001:db8:1:2::7' },
    ...Object.fromEntries(others.map((name) => [name, '203.0.113.9'])),
  };
  await fetch(origin + FILE, { headers });
  await post('{}', headers);
  const always = {
    ...{ accept: 'application/json', host: new URL(backendUrl).host },
    ...{ 'x-real-ip': '2001:db8:1::', connection: expect.any(String) as unknown },
  };
  expect(calls.map((call) => call.headers)).toEqual([
    { ...always, range: 'bytes=0-5' },
    { ...always, 'accept-language': 'en-GB', ...JSON_TYPE, 'content-length': '2' },
  ]);
});

describe('the response to a form', () => {
  test.each([400, 403, 404, 429, 500, 503])('keeps the backend’s body and status %d', async (status) => {
    answer = (response) =>
      response.writeHead(status, { ...JSON_TYPE, 'retry-after': '1', 'x-odd': 'a' }).end('{"message":"No."}');
    const response = await post('{}');
    expect([response.status, await response.text()]).toEqual([status, '{"message":"No."}']);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.has('x-odd')).toBe(false);
    expect(Object.fromEntries(response.headers)).toMatchObject(FILE_HEADERS);
    expect(calls).toHaveLength(1);
  });
});

describe('many forms at once', () => {
  let held: ServerResponse[];
  beforeEach(() => {
    held = [];
    answer = (response) => held.push(response);
  });

  test('6 from one network and 64 in total are passed on, and the others are refused for the moment', async () => {
    const send = (count: number, address: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => post('{}', { 'x-forwarded-for': address(index) }));
    const ofOne = send(8, (index) => `2001:db8:1:1::${index}`);
    while (held.length < 6) await wait(1);
    const ofMany = send(60, (index) => `203.0.113.${index}`);
    while (held.length < 64) await wait(1);
    await wait(50);
    expect(held).toHaveLength(64);
    answer = (response) => response.writeHead(200, JSON_TYPE).end('{}');
    for (const response of held) response.writeHead(200, JSON_TYPE).end('{}');
    const responses = await Promise.all([...ofOne, ...ofMany]);
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect((await post('{}', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(200);
  });

  test('slow files do not hold up a form', async () => {
    const controller = new AbortController();
    const files = Array.from({ length: 256 }, () => fetch(origin + FILE, { signal: controller.signal }));
    while (held.length < 256) await wait(1);
    expect((await fetch(origin + FILE)).status).toBe(503);
    answer = (response) => response.writeHead(200, JSON_TYPE).end('{}');
    expect((await post('{}')).status).toBe(200);
    controller.abort();
    await Promise.allSettled(files);
    for (const response of held) response.destroy();
    while ((await fetch(origin + FILE)).status !== 200) await wait(5);
  });
});

/** Returns a function that sends a response which PocketBase would never send. */
const odd = (status: number, type: string, body: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { ...(type && { 'content-type': type }), location: '/', 'x-odd': 'a' })
    .end(body);

async function expectUnavailable(): Promise<void> {
  const response = await post('{}');
  expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store']);
  expect(response.headers.has('x-odd')).toBe(false);
  const message = 'The backend does not answer.';
  expect(await response.json()).toEqual({ status: 502, message, data: {} });
}

test.each([undefined, 'http://127.0.0.1:1'])('a backend at %s is unavailable', async (url) => {
  await reopen({ backendUrl: url });
  await expectUnavailable();
  expect((await fetch(origin + FILE)).status).toBe(502);
});

test.each<[why: string, respond: (response: ServerResponse) => unknown]>([
  ['disconnects', (response) => response.destroy()],
  ['does not speak HTTP', (response) => response.socket?.end('garbage\r\n\r\n')],
  ['hangs', () => undefined],
  ['sends the error page of an intermediary', odd(503, 'text/html', '<h1>Service Unavailable</h1>')],
  ['sends plain text', odd(200, 'text/plain', '{"items":[]}')],
  ['sends JSONP', odd(200, 'application/jsonp', 'a({})')],
  ['sends garbage', odd(200, '', '\0\xff garbage')],
  ['sends nothing', odd(204, '', '')],
  ['redirects', odd(302, '', '')],
])('the backend is unavailable for forms if it %s', async (_why, respond) => {
  await reopen({ backendUrl, backendLimit: 300 });
  answer = respond;
  await expectUnavailable();
  expect(calls).toHaveLength(1);
});

describe('§7 a file', () => {
  test('is passed on with its range, caching and our security headers', async () => {
    answer = (response) =>
      response
        .writeHead(206, {
          ...{ 'content-type': 'image/png', 'content-range': 'bytes 0-1/9', 'cache-control': 'max-age=60' },
          ...{ 'access-control-allow-origin': '*', 'content-security-policy': 'sandbox' },
        })
        .end('ab');
    for (const path of [FILE, `${FILE}?thumb=480x320f`, FILE.replace('projects', 'pbc_484305853')]) {
      const { status, headers } = await fetch(origin + path);
      expect(status).toBe(206);
      expect(Object.fromEntries(headers)).toMatchObject({
        ...FILE_HEADERS,
        ...{ 'content-type': 'image/png', 'content-range': 'bytes 0-1/9', 'cache-control': 'max-age=60' },
      });
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(calls.splice(0)).toMatchObject([{ method: 'GET', url: path }]);
    }
    await fetch(origin + FILE, { method: 'HEAD' });
    expect(calls).toMatchObject([{ method: 'HEAD', url: FILE }]);
  });

  test.each([
    FILE.replace('projects', 'form_submits'),
    FILE.replace('projects', '_superusers'),
    `${FILE}?thumb=480x320f&token=a`,
    `${FILE}?token=a`,
    `${FILE}?thumb=big`,
    '/api/files/projects/abcdefghijklmno/..%2f..%2fa.jpg',
    '/api/files/projects/abcdefghijklmno',
  ])(
    'is not passed on if the release has not read its collection, or with another query: %s',
    async (path) => {
      const response = await fetch(origin + path);
      expect([response.status, (await response.json()) as object]).toMatchObject([404, { status: 404 }]);
      expect(calls).toEqual([]);
    },
  );
});
