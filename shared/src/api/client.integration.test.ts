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

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Resolves when a request has arrived that gets no answer. */
function hang(): Promise<void> {
  return new Promise((resolve) => {
    answer = () => resolve();
  });
}

describe('§7 calls', () => {
  test('a GET carries its query and gives the answer', async () => {
    answer = (request, response) => json(response, 200, { method: request.method, url: request.url });
    await expect(get(PATH, { page: 1, filter: "id='a&b'" })).resolves.toEqual({
      method: 'GET',
      url: `/api${PATH}?page=1&filter=id%3D%27a%26b%27`,
    });
  });

  test('a POST sends JSON', async () => {
    const sent = new Promise((resolve) => {
      answer = (request, response) => {
        const { method, url, headers } = request;
        void read(request).then((body) => {
          resolve({ method, url, type: headers['content-type'], body });
          json(response, 200, {});
        });
      };
    });
    await post('/collections/form_submits/records', { full_name: 'Ada' });
    await expect(sent).resolves.toEqual({
      method: 'POST',
      url: '/api/collections/form_submits/records',
      type: 'application/json',
      body: '{"full_name":"Ada"}',
    });
  });

  test.each([
    ['no body', 204, ''],
    ['a body that is not JSON', 200, '<p>Thanks'],
  ])('a successful POST is not read: %s', async (_, status, body) => {
    answer = (_request, response) => response.writeHead(status).end(body);
    await expect(post(PATH, {})).resolves.toBeUndefined();
  });
});

describe('§8 failed requests', () => {
  test.each([400, 404, 503])('status %i is an error with url, status and response', async (status) => {
    answer = (_, response) => json(response, status, { data: { a: 1 }, message: 'No.', status });
    const error = await failureOf(get(PATH, { page: 2 }));
    expect(error).toMatchObject({
      url: `${site.apiBase}${PATH}?page=2`,
      status,
      response: { data: { a: 1 }, message: 'No.', status },
      isAbort: false,
      message: 'No.',
    });
    expect((error.originalError as Error).message).toContain(String(status));
  });

  test('a POST that is refused is an error too, from which it can be told when to try again', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '42' }).end('{}');
    expect(failureHint(await failureOf(post(PATH, {})))).toContain('Please try again in 42 seconds.');
  });

  test('what cannot be sent is an error too, and says what it was', async () => {
    const error = await failureOf(post(PATH, { count: 1n }));
    expect(error).toMatchObject({
      status: 0,
      response: {},
      isAbort: false,
      message: 'Something went wrong.',
    });
    expect(error.originalError).toBeInstanceOf(TypeError);
  });

  test.each([
    ...['<h1>Bad Gateway</h1>', '', '[1]', 'null'].map((body) => [502, body] as const),
    ...['<!doctype html><p>Hello', '', '[]', 'null', '7', '{"items":['].map((body) => [200, body] as const),
  ])(
    'an answer with status %d that is no JSON object (%p) is an error without a response',
    async (status, body) => {
      answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      await expect(failureOf(get(PATH))).resolves.toMatchObject({
        status,
        response: {},
        isAbort: false,
        message: 'Something went wrong.',
      });
    },
  );

  test('an answer that breaks off is an error of status 0 or of a body that cannot be read', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"items":');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(failureOf(get(PATH))).resolves.toMatchObject({
      isAbort: false,
      message: 'Something went wrong.',
    });
  });

  test('no backend at all is an error of status 0', async () => {
    Object.assign(site, { apiBase: 'http://127.0.0.1:9/api' });
    await expect(failureOf(get(PATH))).resolves.toMatchObject({
      url: `http://127.0.0.1:9/api${PATH}`,
      status: 0,
      response: {},
      isAbort: false,
      message: 'Something went wrong.',
    });
  });

  test('a backend that never answers ends in an error after 15 s', async () => {
    const arrived = hang();
    const started = Date.now();
    const failure = failureOf(get(PATH));
    await arrived;
    await expect(failure).resolves.toMatchObject({
      status: 0,
      isAbort: false,
      message: 'Something went wrong.',
    });
    expect(Date.now() - started).toBeGreaterThan(14_000);
  }, 30_000);
});

describe('§8 auto-cancellation', () => {
  test('a request that is repeated aborts the one under way', async () => {
    const arrived = hang();
    const first = failureOf(get(PATH, { page: 1 }));
    await arrived;
    answer = (_, response) => json(response, 200, { second: true });
    await expect(get(PATH, { page: 1 })).resolves.toEqual({ second: true });
    await expect(first).resolves.toMatchObject({ isAbort: true, status: 0 });
    expect((await first).message).toMatch(/auto-cancelled/);
  });

  test('the end of one that was aborted leaves the newer one to be aborted in its turn', async () => {
    const arrived = hang();
    const first = failureOf(get(PATH));
    await arrived;
    const arrivedAgain = hang();
    const second = failureOf(get(PATH));
    await Promise.all([first, arrivedAgain]);
    answer = (_, response) => json(response, 200, { third: true });
    await expect(get(PATH)).resolves.toEqual({ third: true });
    // Without an answer it would fail by its time limit only.
    await expect(second).resolves.toMatchObject({ isAbort: true });
  });

  test('another path, another query or another method leaves it alone', async () => {
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

  test('the signal of the caller aborts a request', async () => {
    const arrived = hang();
    const controller = new AbortController();
    const failure = failureOf(get(PATH, {}, controller.signal));
    await arrived;
    controller.abort();
    await expect(failure).resolves.toMatchObject({ isAbort: true, status: 0 });
  });

  test('the signal of the caller is let go with the request', async () => {
    const { signal } = new AbortController();
    await get(PATH, {}, signal);
    answer = (_, response) => json(response, 500, {});
    await failureOf(get(PATH, {}, signal));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('a caller that has already left neither asks nor aborts anyone', async () => {
    let requests = 0;
    let finish: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      answer = (_, response) => {
        requests += 1;
        finish = () => json(response, 200, { first: true });
        resolve();
      };
    });
    const first = get(PATH);
    await arrived;
    await expect(failureOf(get(PATH, {}, AbortSignal.abort()))).resolves.toMatchObject({ isAbort: true });
    finish?.();
    await expect(first).resolves.toEqual({ first: true });
    expect(requests).toBe(1);
  });
});
