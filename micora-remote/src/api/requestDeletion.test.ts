/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '@site/shared/api/ApiError';
import { site } from '@site/shared/site';
import { requestDeletion } from './requestDeletion';

const wish = { contact_email: 'ada@example.com', micora_email: 'ada+micora@example.com', reason: '' };

let received: { method: string | undefined; url: string | undefined; body: unknown }[];
let answer: (response: ServerResponse) => void;

const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ method: request.method, url: request.url, body: JSON.parse(body) });
    answer(response);
  });
});

beforeEach(async () => {
  received = [];
  answer = (response) => response.end('{}');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(site, { apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('§7 the request for deletion', () => {
  test('is one POST of exactly the three fields; a reason that is not given is an empty text', async () => {
    await requestDeletion(wish);
    expect(received).toEqual([
      { method: 'POST', url: '/api/collections/micora_delete_requests/records', body: wish },
    ]);
  });

  test('sends nothing else that it is given, such as the confirmation', async () => {
    await requestDeletion({ ...wish, confirmation: 'yes', id: 'chosen00000id01' } as typeof wish);
    expect(received.map(({ body }) => body)).toEqual([wish]);
  });

  test.each(['', '<p>Thanks', '[]', '{"id":1}'])('does not read the answer %j', async (body) => {
    answer = (response) => response.end(body);
    await expect(requestDeletion(wish)).resolves.toBeUndefined();
  });

  test('passes on what the backend objects to', async () => {
    const response = { data: { micora_email: { code: 'validation_is_email' } }, message: 'No.', status: 400 };
    answer = (stream) =>
      stream.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(response));
    const error: unknown = await requestDeletion(wish).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, response });
  });
});
