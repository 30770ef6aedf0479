/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '@site/shared/api/ApiError';
import { site } from '@site/shared/site';
import { submitContactForm } from './submitContactForm';

const message = {
  full_name: 'Ada <b>Lovelace</b>',
  email_address: 'ada@example.com',
  company: '',
  service_interested_in: '',
  project_details: 'مرحبا 👋\nTwo lines',
};

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

describe('§7 the contact form', () => {
  test('is one POST of exactly the five fields, as they were written', async () => {
    await submitContactForm(message);
    expect(received).toEqual([
      { method: 'POST', url: '/api/collections/form_submits/records', body: message },
    ]);
  });

  test('sends nothing else that it is given', async () => {
    await submitContactForm({ ...message, id: 'chosen00000id01', created: 'now' } as typeof message);
    expect(received.map(({ body }) => Object.keys(body as object))).toEqual([Object.keys(message)]);
  });

  test.each(['', '<p>Thanks', '[]', '{"id":1}'])('does not read the answer %j', async (body) => {
    answer = (response) => response.end(body);
    await expect(submitContactForm(message)).resolves.toBeUndefined();
  });

  test('passes on what the backend objects to', async () => {
    const response = { data: { full_name: { code: 'validation_required' } }, message: 'No.', status: 400 };
    answer = (stream) =>
      stream.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(response));
    const error: unknown = await submitContactForm(message).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, response });
  });
});
