/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { post } from '../api/client';
import { site } from '../site';
import { failureHint } from './failureHint';

const server = createServer((_, response) => {
  response.writeHead(429, { 'Retry-After': '42', 'Content-Type': 'application/json' }).end('{}');
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(site, { apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('the waiting time is read from the answer that the client got', async () => {
  const error: unknown = await post('/collections/form_submits/records', {}).catch(
    (reason: unknown) => reason,
  );
  expect(failureHint(error)).toContain('Please try again in 42 seconds.');
});
