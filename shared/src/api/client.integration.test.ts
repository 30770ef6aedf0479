/** @jest-environment node */
import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { site } from '../site';
import { ApiError } from './ApiError';
import { failureHint } from '../form/failureHint';
import { get, post } from './client';

const PATH = '/collections/projects/records';
const ABORTED = { name: 'ApiError', status: 0, isAbort: true };
const UNKNOWN = { status: 0, response: {}, isAbort: false, message: 'Something went wrong.' };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answer: Answer;

beforeEach(async () => {
  answer = (_, response) => json(response, 200, {});
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(site, { apiBase: `http://127.0.0.1:${port}/api` });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function catchFailure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

/**
 * Makes a call and waits until its request has reached the server. The request stays unanswered until the test sends a
 * body with the returned `response`.
 */
async function hang(call: () => Promise<unknown>) {
  const arrived = new Promise<ServerResponse>((resolve) => {
    answer = (_, response) => resolve(response);
  });
  const outcome = call().catch((error: unknown) => error);
  return { outcome, response: await arrived };
}

describe('§7 calls', () => {
  test('a GET sends its query and returns the response', async () => {
    answer = (request, response) => json(response, 200, { method: request.method, url: request.url });
    await expect(get(PATH, { page: 1, filter: "id='a&b'" })).resolves.toEqual({
      method: 'GET',
      url: `/api${PATH}?page=1&filter=id%3D%27a%26b%27`,
    });
  });

  test('a POST succeeds if the backend answers with JSON', async () => {
    answer = (_request, response) => json(response, 200, { id: 'abc' });
    await expect(post(PATH, {})).resolves.toBeUndefined();
  });
});

describe('§8 failed requests', () => {
  test.each([400, 404, 503])(
    '§3 a %i response throws an error with url, status, response and cause',
    async (status) => {
      const response = { data: { a: 1 }, message: 'No.', status };
      answer = (_, sent) => json(sent, status, response);
      const error = await catchFailure(get(PATH, { page: 2 }));
      const url = `${site.apiBase}${PATH}?page=2`;
      const expected = { url, status, response, isAbort: false, message: 'No.' };
      expect(error).toMatchObject({ name: 'ApiError', ...expected });
      expect((error.originalError as Error).message).toContain(String(status));
      expect(error.cause === error.originalError).toBe(true);
    },
  );

  test('a refused POST throws an error that contains Retry-After', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '42' }).end('{}');
    const hint = failureHint(await catchFailure(post(PATH, {})));
    expect(hint?.text).toContain('Please try again in 42 seconds.');
  });

  test('a request body that JSON cannot represent throws an error that contains the cause', async () => {
    const error = await catchFailure(post(PATH, { count: 1n }));
    expect(error).toMatchObject(UNKNOWN);
    expect(error.originalError).toBeInstanceOf(TypeError);
  });

  test.each([
    ...['<h1>Bad Gateway</h1>', '', '[1]', 'null'].map((body) => [502, body] as const),
    ...['<!doctype html><p>Hello', '', '[]', 'null', '7', '{"items":['].map((body) => [200, body] as const),
  ])(
    'a %d response that is not a JSON object (%p) throws an error with an empty response',
    async (status, body) => {
      answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      for (const call of [get(PATH), post(PATH, {})])
        await expect(catchFailure(call)).resolves.toMatchObject({ ...UNKNOWN, status });
    },
  );

  test('a truncated response throws an error', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"items":');
      setTimeout(() => response.destroy(), 20);
    };
    const { isAbort, message } = await catchFailure(get(PATH));
    expect({ isAbort, message }).toEqual({ isAbort: false, message: UNKNOWN.message });
  });

  test('an unreachable backend throws an error with status 0', async () => {
    Object.assign(site, { apiBase: 'http://127.0.0.1:9/api' });
    const url = `http://127.0.0.1:9/api${PATH}`;
    await expect(catchFailure(get(PATH))).resolves.toMatchObject({ url, ...UNKNOWN });
  });

  test('a request without a response fails after 15 s', async () => {
    const started = Date.now();
    const { outcome } = await hang(() => get(PATH));
    expect(await outcome).toMatchObject({ name: 'ApiError', ...UNKNOWN });
    expect(Date.now() - started).toBeGreaterThan(14_000);
  }, 30_000);
});

describe('§8 auto-cancellation', () => {
  test('a repeated request aborts the previous one', async () => {
    const ask = () => get(PATH, { page: 1 });
    const first = await hang(ask);
    const second = await hang(ask);
    answer = (_, response) => json(response, 200, { third: true });
    await expect(ask()).resolves.toEqual({ third: true });
    // The server responds to neither request. Without the aborts, both requests would time out.
    for (const { outcome } of [first, second]) expect(await outcome).toMatchObject(ABORTED);
  });

  test('a request does not abort requests with another path, query or method', async () => {
    const waiting: ServerResponse[] = [];
    answer = (_, response) => {
      waiting.push(response);
      if (waiting.length === 5) waiting.forEach((each) => json(each, 200, { together: 5 }));
    };
    const answers = await Promise.all([
      get(PATH),
      get(PATH, { page: 1 }),
      get(PATH, { page: 2 }),
      get('/collections/other/records'),
      post(PATH, {}),
    ]);
    expect(answers).toEqual([...Array<object>(4).fill({ together: 5 }), undefined]);
  });

  test('the caller’s signal aborts a request', async () => {
    const controller = new AbortController();
    const { outcome } = await hang(() => get(PATH, {}, controller.signal));
    controller.abort();
    expect(await outcome).toMatchObject(ABORTED);
  });

  test('no listener stays on the caller’s signal after a success or a failure', async () => {
    const { signal } = new AbortController();
    await get(PATH, {}, signal);
    answer = (_, response) => json(response, 500, {});
    await catchFailure(get(PATH, {}, signal));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('a call with an aborted signal sends no request and aborts no other request', async () => {
    const { outcome, response } = await hang(() => get(PATH));
    let requests = 0;
    answer = () => (requests += 1);
    expect(await catchFailure(get(PATH, {}, AbortSignal.abort()))).toMatchObject(ABORTED);
    json(response, 200, { first: true });
    await expect(outcome).resolves.toEqual({ first: true });
    expect(requests).toBe(0);
  });
});
