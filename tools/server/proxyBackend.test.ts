import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { proxyBackend } from './proxyBackend';
import { rawRequest } from '../testing/rawRequest';

// A stand-in, because PocketBase cannot be made to hang, break off or answer oddly. The real one is asked in
// proxyBackend.integration.test.ts.

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let backend: Server;
let backendUrl: string;
let calls: Call[];
let answer: (response: ServerResponse) => void;
let app: FastifyInstance;
let origin: string;

const PROJECTS = '/api/collections/projects/records';
const CONTACT = '/api/collections/form_submits/records';
const DELETION = '/api/collections/micora_delete_requests/records';
const FILE = '/api/files/projects/abcdefghijklmno/cover_x1.jpg';

beforeEach(async () => {
  calls = [];
  answer = (response) => response.setHeader('content-type', 'application/json').end('{"items":[]}');
  backend = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      calls.push({ method, url, headers, body });
      answer(response);
    });
  });
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  await open(backendUrl);
});

afterEach(async () => {
  await app.close();
  backend.closeAllConnections();
  await new Promise((done) => backend.close(done));
});

async function open(url: string | undefined, options: { limit?: number } = {}): Promise<void> {
  app = fastify({ forceCloseConnections: true });
  await proxyBackend(app, url, options);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Opens the proxy again: to another backend, or with another time limit in milliseconds. */
async function reopen(url: string | undefined, options?: { limit: number }): Promise<void> {
  await app.close();
  await open(url, options);
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

describe('§7 the calls of visitors pass', () => {
  test.each([
    PROJECTS,
    `${PROJECTS}?page=1&perPage=500&sort=created&skipTotal=1`,
    `${PROJECTS}?filter=id%3D%27abcdefghijklmno%27`,
    `${PROJECTS}/abcdefghijklmno`,
    FILE,
    `/api/files/projects/abcdefghijklmno/${'a'.repeat(120)}_x1.jpg?thumb=480x320`,
    '/api/health',
  ])('GET %s, as it was sent', async (path) => {
    const response = await fetch(`${origin}${path}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"items":[]}');
    expect(calls).toMatchObject([{ method: 'GET', url: path, body: '' }]);
  });

  test.each([CONTACT, DELETION])('POST %s, with its body as it was sent', async (path) => {
    const body = '{ "full_name": "Zoë 👋",\n "odd": "\\ud83d" }';
    expect((await post(path, body)).status).toBe(200);
    expect(calls).toMatchObject([
      { method: 'POST', url: path, body, headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('whatever is in the body, and without one, for the backend to judge', async () => {
    await post(CONTACT, '{"full_name":');
    await post(CONTACT, 'a=b');
    await post(CONTACT, '');
    expect(calls.map(({ body }) => body)).toEqual(['{"full_name":', 'a=b', '']);
  });

  test('HEAD, which is a GET without a body', async () => {
    expect((await fetch(`${origin}/api/health`, { method: 'HEAD' })).status).toBe(200);
    expect(calls).toMatchObject([{ method: 'HEAD', url: '/api/health' }]);
  });

  test('with a body that a GET does not have, which stays here', async () => {
    const sent = await rawRequest(origin, 'GET /api/health HTTP/1.1', ['Content-Length: 5'], 'hello');
    expect(sent).toMatch(/^HTTP\/1\.1 200 /);
    expect(calls).toMatchObject([{ method: 'GET', body: '' }]);
  });
});

describe('§6 everything else of the backend is not there', () => {
  test.each([
    'GET /_/',
    'GET /api',
    'GET /api/',
    'GET /api/settings',
    'GET /api/collections',
    'GET /api/collections/projects',
    'GET /api/collections/_superusers/records',
    'GET /api/logs',
    'GET /api/backups',
    'GET /api/crons',
    'GET /api/realtime',
    'POST /api/batch',
    'POST /api/collections/_superusers/auth-with-password',
    'POST /api/collections/users/auth-with-password',
    'POST /api/collections/users/records',
    `POST ${PROJECTS}`,
    `GET ${CONTACT}`,
    `GET ${CONTACT}/abcdefghijklmno`,
    `GET ${DELETION}`,
    'POST /api/collections/pbc_1234567890/records',
    `PATCH ${PROJECTS}/abcdefghijklmno`,
    `DELETE ${PROJECTS}/abcdefghijklmno`,
    `PUT ${CONTACT}/abcdefghijklmno`,
    `OPTIONS ${CONTACT}`,
    `POST ${CONTACT}/`,
    `GET ${PROJECTS}/`,
    `GET ${PROJECTS}/a/b`,
    `GET ${PROJECTS}/..`,
    `GET ${PROJECTS}/%2e%2e`,
    `GET ${PROJECTS}/..%2f..%2f_superusers%2frecords`,
    `GET ${PROJECTS}/abc%2f..`,
    `GET ${PROJECTS}/abc%00`,
    `GET ${PROJECTS}/abc%3fexpand=x`,
    `GET ${PROJECTS}/%61%2562`,
    'GET /api/collections%2fprojects%2frecords',
    'GET /api/%63ollections/projects/records',
    'GET /%61pi/health',
    'GET /api/%2563ollections/projects/records',
    'GET /api//collections/projects/records',
    'GET /api/collections/projects/../_superusers/records',
    'GET /api/files/projects/abc/..%2f..%2fdata.db',
    'GET /api/files/projects/abc/.hidden',
    'GET /api/files/projects/abc/a/b.jpg',
    'GET /api/files/token',
    'GET /API/settings',
    'GET /api\\settings',
    'GET http://127.0.0.1:1/api/settings',
  ])('%s', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const length = method === 'GET' ? [] : ['Content-Length: 0'];
    expect(await rawRequest(origin, `${method} ${path} HTTP/1.1`, length)).toMatch(/^HTTP\/1\.1 404 /);
    expect(calls).toEqual([]);
  });

  test('and is said in the backend’s own manner, not to be kept by any cache', async () => {
    const response = await fetch(`${origin}/api/settings`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      status: 404,
      message: "The requested resource wasn't found.",
      data: {},
    });
  });
});

describe('of a visitor the backend learns', () => {
  test('no cookie, no credentials and nothing that another proxy might have said', async () => {
    await fetch(`${origin}${PROJECTS}`, {
      headers: {
        accept: 'application/json',
        'accept-language': 'en-GB',
        cookie: 'a=b',
        authorization: 'Bearer token',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=203.0.113.9',
        'x-anything': 'x',
      },
    });
    const headers = calls[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-language',
      'connection',
      'host',
      'x-real-ip',
    ]);
    expect(headers.host).toBe(new URL(backendUrl).host);
  });

  test('the address, which the visitor cannot choose', async () => {
    await fetch(`${origin}${PROJECTS}`, { headers: { 'x-real-ip': '203.0.113.9' } });
    expect(calls).toMatchObject([{ headers: { 'x-real-ip': '127.0.0.1' } }]);
  });
});

describe('of the backend a visitor gets', () => {
  test.each([400, 403, 404, 429, 500, 503])('status %d with its body', async (status) => {
    answer = (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
        .end('{"message":"No."}');
    const response = await post(CONTACT, '{}');
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: 'No.' });
    expect(response.headers.get('retry-after')).toBe('1');
  });

  test('an answer that no browser takes for something else', async () => {
    const response = await fetch(`${origin}/api/files/projects/abc/cover.jpg`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('an answer however many others are under way, to visitors who do not take them for instance', async () => {
    const under = 150;
    // As a picture of which nobody takes the rest.
    const given = answer;
    answer = (response) => response.write('begun');
    const away = Array.from({ length: under }, () => fetch(`${origin}${FILE}`));
    for (const response of await Promise.all(away)) expect(response.status).toBe(200);
    answer = given;
    const waiting = fetch(`${origin}${PROJECTS}`, { signal: AbortSignal.timeout(5000) });
    expect((await waiting).status).toBe(200);
  });

  test('one answer for one call, even if it has too much to do', async () => {
    answer = (response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    expect((await fetch(`${origin}${PROJECTS}`)).status).toBe(503);
    expect(calls).toHaveLength(1);
  });
});

describe('a backend that does not answer', () => {
  const unavailable = { status: 502, message: 'The backend does not answer.', data: {} };

  async function expectUnavailable(response: Response): Promise<void> {
    expect(response.status).toBe(502);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(unavailable);
  }

  test('because there is none', async () => {
    await reopen(undefined);
    await expectUnavailable(await fetch(`${origin}${PROJECTS}`));
    await expectUnavailable(await post(CONTACT, '{}'));
    expect((await fetch(`${origin}/api/settings`)).status).toBe(404);
  });

  test('because nobody listens', async () => {
    await reopen('http://127.0.0.1:1');
    await expectUnavailable(await fetch(`${origin}${PROJECTS}`));
    await expectUnavailable(await post(CONTACT, '{}'));
  });

  test('because it breaks off', async () => {
    answer = (response) => response.destroy();
    await expectUnavailable(await post(CONTACT, '{}'));
  });

  test.each<[kind: string, status: number, type: string | undefined, body: string]>([
    ['an error page of something in between', 503, 'text/html', '<h1>Service Unavailable</h1>'],
    ['its error page as a success', 200, 'text/html; charset=utf-8', '<h1>Welcome</h1>'],
    ['plain text', 200, 'text/plain', '{"items":[]}'],
    ['what is nearly JSON', 200, 'application/jsonp', 'a({})'],
    ['garbage', 200, undefined, '\0\xff garbage'],
    ['nothing', 204, undefined, ''],
    ['a redirect', 302, undefined, ''],
  ])('because what comes is not its JSON, but %s', async (_kind, status, type, body) => {
    answer = (response) => {
      response.writeHead(status, { ...(type && { 'content-type': type }), location: '/', 'x-odd': 'a' });
      response.end(body);
    };
    for (const response of [await fetch(`${origin}${PROJECTS}`), await post(CONTACT, '{}')]) {
      expect(response.headers.has('x-odd')).toBe(false);
      await expectUnavailable(response);
    }
    expect((await fetch(`${origin}${FILE}`, { redirect: 'manual' })).status).toBe(status);
  });

  test('because what comes is no HTTP', async () => {
    answer = (response) => response.socket?.end('garbage\r\n\r\n');
    await expectUnavailable(await fetch(`${origin}${PROJECTS}`));
    await expectUnavailable(await post(CONTACT, '{}'));
  });

  test('because it hangs, once the limit is over', async () => {
    await reopen(backendUrl, { limit: 300 });
    answer = () => undefined;
    const start = performance.now();
    await expectUnavailable(await fetch(`${origin}${PROJECTS}`));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('a request that is too large', () => {
  test('stays here, and is said to be too large', async () => {
    expect((await post(CONTACT, 'a'.repeat(128 * 1024 + 1))).status).toBe(413);
    expect(calls).toEqual([]);
  });

  test('is larger than the largest valid one: 5000 characters, each escaped as two', async () => {
    const body = JSON.stringify({ project_details: '' }).replace('""', `"${'\\ud83d\\udc4b'.repeat(5000)}"`);
    expect((await post(CONTACT, body)).status).toBe(200);
    expect(calls[0]?.body).toBe(body);
  });

  test('may not say its size beforehand', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 200; piece += 1) controller.enqueue(Buffer.alloc(1024, 'a'));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${origin}${CONTACT}`, init);
    expect(response.status).toBe(413);
    expect(calls).toEqual([]);
  });
});
