import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { MODEL_CALLS } from '../testing/siteModel';
import { allowedCalls } from './allowedCalls';
import { openUpstream } from './openUpstream';
import { proxyBackend } from './proxyBackend';
import { REFUSALS } from './refusalOf';
import { FILE_HEADERS } from './securityHeaders';

// The backend is a fake, because PocketBase cannot be made to hang, disconnect or answer wrongly.
// requestFuzz.integration.test.ts tests with a real PocketBase.

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
/** How many requests have reached the proxy. */
let arrived: number;
let faults: Error[];

const PROJECTS = '/api/collections/projects/records';
const CONTACT = '/api/collections/form_submits/records';
const FILE = '/api/files/projects/abcdefghijklmno/cover_x1.jpg';
const JSON_TYPE = { 'content-type': 'application/json' };

beforeEach(async () => {
  calls = [];
  answer = (response) => response.writeHead(200, JSON_TYPE).end('{"items":[]}');
  backendUrl = await failingServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      const call = { method, url, headers, body };
      calls.push(call);
      answer(response, call);
    });
  });
  await open(backendUrl);
});

afterEach(() => app.close());

interface Limits {
  limit?: number;
  wait?: number;
}

async function open(url: string | undefined, limits: Limits = {}): Promise<void> {
  faults = [];
  const upstream = url
    ? openUpstream(url, { wait: 60_000, ...limits, onFault: (fault) => faults.push(fault) })
    : undefined;
  app = fastify({ forceCloseConnections: true });
  app.addHook('onClose', () => upstream?.close());
  arrived = 0;
  app.server.on('request', () => (arrived += 1));
  const allowed = () => Promise.resolve(allowedCalls({ calls: MODEL_CALLS }));
  // Tests choose their visitor by X-Forwarded-For.
  proxyBackend(app, upstream, { allowed, trustedProxies: ['127.0.0.1'] });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Reopens the proxy with another backend or other options. */
async function reopen(url: string | undefined, limits?: Limits): Promise<void> {
  await app.close();
  await open(url, limits);
}

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(origin + CONTACT, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

/** The longest valid form: 5000 characters, each written as two escapes. */
const LARGEST = JSON.stringify({ project_details: '' }).replace('""', `"${'\\ud83d\\udc4b'.repeat(5000)}"`);

test('§7 forwards reads unchanged', async () => {
  const lists = ['page=1&perPage=500&sort=created&skipTotal=1', 'filter=id%3D%27abcdefghijklmno%27'];
  for (const url of [...lists.map((query) => `${PROJECTS}?${query}`), `${FILE}?thumb=480x320f`]) {
    expect(await (await fetch(origin + url)).text()).toBe('{"items":[]}');
    expect(calls.splice(0)).toMatchObject([{ method: 'GET', url, body: '' }]);
  }
});

test('forwards a HEAD for data as a GET, so that the response can be shared', async () => {
  const { status, headers } = await fetch(`${origin}/api/health`, { method: 'HEAD' });
  expect([status, headers.get('content-length')]).toEqual([200, '12']);
  expect(calls).toMatchObject([{ method: 'GET', url: '/api/health', body: '' }]);
});

test('forwards a HEAD for a file unchanged', async () => {
  await fetch(origin + FILE, { method: 'HEAD' });
  expect(calls).toMatchObject([{ method: 'HEAD', url: FILE, body: '' }]);
});

test('§7 forwards forms unchanged, even invalid ones, which only the backend refuses', async () => {
  for (const body of ['{ "full_name": "Zoë 👋",\n "odd": "\\ud83d" }', '{"full_name":', 'a=b', '', LARGEST]) {
    expect((await post(body)).status).toBe(200);
    expect(calls.splice(0)).toMatchObject([{ method: 'POST', url: CONTACT, body, headers: JSON_TYPE }]);
  }
});

test('does not forward the body of a GET', async () => {
  const sent = request(origin + PROJECTS, { headers: { 'content-length': 5 } }).end('hello');
  await once(sent, 'response');
  expect(calls).toMatchObject([{ method: 'GET', body: '' }]);
});

test.each([
  [400, `GET ${PROJECTS}?filter=long_description!~images:each`, {}],
  [403, `POST ${CONTACT}`, { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
  [404, 'GET /api/settings?page=1', {}],
  [404, 'GET /api', {}],
  [414, `GET /api/health?${'a'.repeat(2000)}`, {}],
  [415, `POST ${CONTACT}`, { 'content-type': 'text/plain;charset=UTF-8' }],
] as const)('§6 a refusal with %d has the backend’s error format: %#', async (status, call, headers) => {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(origin + path, { method, headers });
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  expect(await response.json()).toEqual({ status, message: REFUSALS[status], data: {} });
  expect(calls).toEqual([]);
});

// tests/docs/proxies.integration.test.ts tests the headers of trusted proxies.
test('forwards no cookies, credentials or proxy headers of a visitor', async () => {
  const known = { accept: 'application/json', 'accept-language': 'en-GB', range: 'bytes=0-5' };
  const others = [
    ...['cookie', 'authorization', 'x-forwarded-host', 'forwarded', 'x-anything', 'if-none-match'],
    ...['accept-encoding', 'x-real-ip'],
  ];
  const headers = {
    ...{ ...known, 'x-forwarded-for': '2001:db8::7' },
    ...Object.fromEntries(others.map((name) => [name, '203.0.113.9'])),
  };
  await fetch(origin + PROJECTS, { headers });
  await fetch(origin + FILE, { headers });
  await post('{}', headers);
  const always = {
    ...{ accept: 'application/json', host: new URL(backendUrl).host },
    ...{ 'x-real-ip': '2001:db8::7', connection: expect.any(String) as unknown },
  };
  expect(calls.map((call) => call.headers)).toEqual([
    always,
    { ...always, range: 'bytes=0-5' },
    { ...always, 'accept-language': 'en-GB', ...JSON_TYPE, 'content-length': '2' },
  ]);
});

describe('a backend response', () => {
  test.each([400, 403, 404, 429, 500, 503])('keeps its body and its status %d', async (status) => {
    answer = (response) =>
      response.writeHead(status, { ...JSON_TYPE, 'retry-after': '1' }).end('{"message":"No."}');
    for (const response of [await post('{}'), await fetch(origin + PROJECTS)]) {
      expect([response.status, await response.text()]).toEqual([status, '{"message":"No."}']);
      expect(response.headers.get('retry-after')).toBe('1');
    }
    expect(calls).toHaveLength(2);
  });

  test('has our security headers instead of the backend’s CORS headers', async () => {
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end();
    const { headers } = await fetch(origin + FILE);
    expect(Object.fromEntries(headers)).toMatchObject({ ...FILE_HEADERS, 'content-type': 'text/html' });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('concurrent calls', () => {
  /** The calls that the backend has not answered yet. */
  let held: { response: ServerResponse; call: Call }[];
  beforeEach(() => {
    held = [];
    answer = (response, call) => held.push({ response, call });
  });

  const release = () => {
    for (const { response } of held.splice(0)) response.writeHead(200, JSON_TYPE).end('{"items":[1]}');
  };
  /** Sends a request from an address. */
  const ask = (path: string, address = '203.0.113.1', options: RequestInit = {}) =>
    fetch(origin + path, { ...options, headers: { ...JSON_TYPE, 'x-forwarded-for': address } });
  const project = (index: number) => `${PROJECTS}?filter=id%3D%27p${index}%27`;
  /** Waits until the backend has this many pending calls, and expects no more. */
  const untilHeld = async (count: number, all = count) => {
    while (arrived < all || held.length < count) await wait(1);
    await wait(50);
    expect(held).toHaveLength(count);
  };

  test('identical reads are sent once, with the address of the first visitor', async () => {
    const first = ask(project(1), '203.0.113.7');
    await untilHeld(1);
    const more = Array.from({ length: 50 }, (_, index) => ask(project(1), `203.0.113.${index}`));
    const head = ask(project(1), '203.0.113.7', { method: 'HEAD' });
    await untilHeld(1, 52);
    expect(held[0]?.call.headers['x-real-ip']).toBe('203.0.113.7');
    release();
    for (const response of await Promise.all([first, ...more]))
      expect([response.status, await response.text()]).toEqual([200, '{"items":[1]}']);
    expect((await head).headers.get('content-length')).toBe('13');
    expect(calls).toHaveLength(1);
  });

  test('a 429 is not shared, so the read is sent again for the other visitors', async () => {
    const mine = [1, 2, 3].map(() => ask(project(1), '2001:db8:1:1::1'));
    await untilHeld(1, 3);
    const others = [1, 2, 3].map((last) => ask(project(1), `203.0.113.${last}`));
    await untilHeld(1, 6);
    for (const { response } of held.splice(0)) response.writeHead(429, JSON_TYPE).end('{}');
    for (const { status } of await Promise.all(mine)) expect(status).toBe(429);
    await untilHeld(1);
    release();
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    expect(calls.map(({ headers }) => headers['x-real-ip'])).toEqual(['2001:db8:1:1::1', '203.0.113.1']);
  });

  test('reads are limited to 6 per visitor and 32 in total, not counting forms and files', async () => {
    await reopen(backendUrl, { wait: 1000 });
    const readsOfOne = Array.from({ length: 10 }, (_, index) =>
      ask(project(index), `2001:db8:1:1::${index}`),
    );
    await untilHeld(6, 10);
    const readsOfMany = Array.from({ length: 30 }, (_, index) =>
      ask(project(10 + index), `203.0.113.${index}`),
    );
    await untilHeld(32, 40);
    const statuses = (all: Response[]) => all.map(({ status }) => status).sort();
    const reads = Promise.all([...readsOfOne, ...readsOfMany]);
    answer = (response) => response.writeHead(200, JSON_TYPE).end('{}');
    const form = { method: 'POST', body: '{}' };
    const free = await Promise.all([ask(CONTACT, '203.0.113.1', form), ask(FILE, '203.0.113.1')]);
    expect(statuses(free)).toEqual([200, 200]);
    await wait(1100);
    release();
    const answered = await reads;
    expect(statuses(answered)).toEqual([...Array<number>(32).fill(200), ...Array<number>(8).fill(503)]);
    const busy = answered.find(({ status }) => status === 503);
    expect([busy?.headers.get('retry-after'), busy?.headers.get('cache-control')]).toEqual(['5', 'no-store']);
    expect(await busy?.json()).toMatchObject({ status: 503, data: {} });
  });

  test('a waiting read shares the response of an identical read that starts meanwhile', async () => {
    const mine = Array.from({ length: 7 }, (_, index) => ask(project(index)));
    await untilHeld(6, 7);
    const other = ask(project(6), '203.0.113.2');
    await untilHeld(7, 8);
    const asked = held.pop();
    asked?.response.writeHead(200, JSON_TYPE).end('{"items":["other"]}');
    for (const response of [await other, await mine.at(-1)])
      expect(await response?.text()).toBe('{"items":["other"]}');
    release();
    await Promise.all(mine);
  });

  test('forms are limited to 6 per visitor, and the next form waits', async () => {
    const forms = Array.from({ length: 7 }, () =>
      ask(CONTACT, '203.0.113.1', { method: 'POST', body: '{}' }),
    );
    await untilHeld(6, 7);
    release();
    await untilHeld(1);
    release();
    for (const { status } of await Promise.all(forms)) expect(status).toBe(200);
  });

  test('a visitor with a slow connection occupies places for files, but not for reads', async () => {
    // A response that is larger than the socket buffers.
    const large = `{"items":["${'a'.repeat(12_000_000)}"]}`;
    answer = (response, { url }) => {
      response.writeHead(200, JSON_TYPE);
      if (url === FILE) response.write('begun');
      else response.end(large);
    };
    const begin = (path: string) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`);
      return socket;
    };
    const sockets = Array.from({ length: 6 }, (_, index) => begin(project(index)));
    while (calls.length < 6) await wait(1);
    await (await ask(project(7))).text();
    sockets.push(...Array.from({ length: 65 }, () => begin(FILE)));
    // One visitor gets at most 64 files at once.
    while (arrived < 72 || calls.length < 7 + 64) await wait(1);
    answer = (response) => response.writeHead(200, JSON_TYPE).end('{}');
    for (const free of [ask(project(8)), ask(FILE, '203.0.113.2')]) expect((await free).status).toBe(200);
    expect(calls).toHaveLength(7 + 64 + 2);
    for (const socket of sockets) socket.destroy();
    const next = await ask(FILE);
    expect(next.status).toBe(200);
  });

  test('a response of more than 32 MB is refused and reported', async () => {
    const part = Buffer.alloc(1_000_000, ' ');
    answer = (response) => {
      response.writeHead(200, JSON_TYPE);
      for (let count = 0; count < 34; count += 1) response.write(part);
      response.end('{}');
    };
    expect((await ask(project(1))).status).toBe(502);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('exceeds 33554432 bytes')]);
  });
});

/** Expects that a read and a form are answered with 502, in PocketBase's format. */
async function expectUnavailable(): Promise<void> {
  for (const response of [await fetch(origin + PROJECTS), await post('{}')]) {
    expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store']);
    expect(response.headers.has('x-odd')).toBe(false);
    const message = 'The backend does not answer.';
    expect(await response.json()).toEqual({ status: 502, message, data: {} });
  }
}

test.each([undefined, 'http://127.0.0.1:1'])('a backend at %s is unavailable', async (url) => {
  await reopen(url);
  await expectUnavailable();
  expect((await fetch(`${origin}/api/settings`)).status).toBe(404);
});

/** A response that PocketBase would never send. */
const odd = (status: number, type: string, body: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { ...(type && { 'content-type': type }), location: '/', 'x-odd': 'a' })
    .end(body);

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
])('a backend is unavailable if it %s', async (_why, respond) => {
  await reopen(backendUrl, { limit: 300 });
  answer = respond;
  await expectUnavailable();
});
