import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { MODEL_CALLS } from '../testing/siteModel';
import { allowedCalls } from './allowedCalls';
import { proxyBackend } from './proxyBackend';
import { REFUSALS } from './refusalOf';
import { FILE_HEADERS } from './securityHeaders';

// A stand-in, because PocketBase cannot be made to hang, break off or answer oddly. The real one is asked in
// requestFuzz.integration.test.ts.

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let backendUrl: string;
let calls: Call[];
let answer: (response: ServerResponse) => void;
let app: FastifyInstance;
let origin: string;

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
      calls.push({ method, url, headers, body });
      answer(response);
    });
  });
  await open(backendUrl);
});

afterEach(() => app.close());

async function open(url: string | undefined, options = {}): Promise<void> {
  app = fastify({ forceCloseConnections: true });
  const allowed = () => Promise.resolve(allowedCalls({ calls: MODEL_CALLS }));
  await proxyBackend(app, url, { allowed, ...options });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Opens the proxy again: to another backend, or with other options. */
async function reopen(url: string | undefined, options = {}): Promise<void> {
  await app.close();
  await open(url, options);
}

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(origin + CONTACT, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

/** As large as the largest valid one: 5000 characters, each escaped as two. */
const LARGEST = JSON.stringify({ project_details: '' }).replace('""', `"${'\\ud83d\\udc4b'.repeat(5000)}"`);

test('§7 the calls of visitors pass as they were sent, but for the body of a GET', async () => {
  const lists = ['page=1&perPage=500&sort=created&skipTotal=1', 'filter=id%3D%27abcdefghijklmno%27'];
  for (const url of [...lists.map((query) => `${PROJECTS}?${query}`), `${FILE}?thumb=480x320f`]) {
    expect(await (await fetch(origin + url)).text()).toBe('{"items":[]}');
    expect(calls.splice(0)).toMatchObject([{ method: 'GET', url, body: '' }]);
  }
  expect((await fetch(`${origin}/api/health`, { method: 'HEAD' })).status).toBe(200);
  expect(calls.splice(0)).toMatchObject([{ method: 'HEAD', url: '/api/health', body: '' }]);
  // For the backend to judge.
  for (const body of ['{ "full_name": "Zoë 👋",\n "odd": "\\ud83d" }', '{"full_name":', 'a=b', '', LARGEST]) {
    expect((await post(body)).status).toBe(200);
    expect(calls.splice(0)).toMatchObject([{ method: 'POST', url: CONTACT, body, headers: JSON_TYPE }]);
  }
  const sent = request(`${origin}/api/health`, { headers: { 'content-length': 5 } }).end('hello');
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
] as const)('§6 %d, in the backend’s own manner: %#', async (status, call, headers) => {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(origin + path, { method, headers });
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  expect(await response.json()).toEqual({ status, message: REFUSALS[status], data: {} });
  expect(calls).toEqual([]);
});

// What it learns by a proxy that is trusted, tests/docs/proxies.integration.test.ts has.
test('of a visitor the backend learns no cookie, no credentials and nothing that another proxy might have said', async () => {
  const known = { accept: 'application/json', 'accept-language': 'en-GB' };
  const others = [
    'cookie',
    'authorization',
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'x-anything',
  ];
  const headers = { ...known, ...Object.fromEntries(others.map((name) => [name, '203.0.113.9'])) };
  await fetch(origin + PROJECTS, { headers });
  const { connection, ...passed } = calls[0]?.headers ?? {};
  expect(connection).toBeDefined();
  expect(passed).toEqual({ ...known, host: new URL(backendUrl).host, 'x-real-ip': '127.0.0.1' });
});

describe('of the backend a visitor gets', () => {
  test.each([400, 403, 404, 429, 500, 503])('status %d with its body, once', async (status) => {
    answer = (response) =>
      response.writeHead(status, { ...JSON_TYPE, 'retry-after': '1' }).end('{"message":"No."}');
    for (const response of [await post('{}'), await fetch(origin + PROJECTS)]) {
      expect([response.status, await response.text()]).toEqual([status, '{"message":"No."}']);
      expect(response.headers.get('retry-after')).toBe('1');
    }
    expect(calls).toHaveLength(2);
  });

  test('an answer that no browser takes for something else, or lets another site read', async () => {
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end();
    const { headers } = await fetch(origin + FILE);
    expect(Object.fromEntries(headers)).toMatchObject({ ...FILE_HEADERS, 'content-type': 'text/html' });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });

  test('an answer however many others are under way, to visitors who do not take them for instance', async () => {
    const given = answer;
    // As a picture of which nobody takes the rest.
    answer = (response) => response.write('begun');
    const away = Array.from({ length: 150 }, () => fetch(origin + FILE));
    for (const response of await Promise.all(away)) expect(response.status).toBe(200);
    answer = given;
    const waiting = fetch(origin + PROJECTS, { signal: AbortSignal.timeout(10_000) });
    expect((await waiting).status).toBe(200);
  });
});

/** Expects that reading and sending are told that there is no backend, in its own manner. */
async function expectUnavailable(): Promise<void> {
  for (const response of [await fetch(origin + PROJECTS), await post('{}')]) {
    expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store']);
    expect(response.headers.has('x-odd')).toBe(false);
    const message = 'The backend does not answer.';
    expect(await response.json()).toEqual({ status: 502, message, data: {} });
  }
}

test.each([undefined, 'http://127.0.0.1:1'])('a backend at %s does not answer', async (url) => {
  await reopen(url);
  await expectUnavailable();
  expect((await fetch(`${origin}/api/settings`)).status).toBe(404);
});

/** An answer that is none of the backend's own. */
const odd = (status: number, type: string, body: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { ...(type && { 'content-type': type }), location: '/', 'x-odd': 'a' })
    .end(body);

test.each<[why: string, said: (response: ServerResponse) => unknown]>([
  ['breaks off', (response) => response.destroy()],
  ['speaks no HTTP', (response) => response.socket?.end('garbage\r\n\r\n')],
  ['hangs', () => undefined],
  ['sends an error page of something in between', odd(503, 'text/html', '<h1>Service Unavailable</h1>')],
  ['sends plain text', odd(200, 'text/plain', '{"items":[]}')],
  ['sends what is nearly JSON', odd(200, 'application/jsonp', 'a({})')],
  ['sends garbage', odd(200, '', '\0\xff garbage')],
  ['sends nothing', odd(204, '', '')],
  ['redirects', odd(302, '', '')],
])('a backend does not answer if it %s', async (_why, said) => {
  await reopen(backendUrl, { limit: 300 });
  answer = said;
  await expectUnavailable();
});
