import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from '@jest/globals';
import { site } from '../site';

/** What the backend's stand-in has received since the test began, and how it answers. */
interface RecordedRequests {
  received: { method: string | undefined; url: string | undefined; body: unknown }[];
  /** An empty object unless a test says otherwise. */
  answer: (response: ServerResponse) => void;
}

/** In each test of the file a real server on this machine stands in for the backend and records what it is sent as JSON. */
export function recordRequests(): RecordedRequests {
  const requests: RecordedRequests = { received: [], answer: () => undefined };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.received.push({ method: request.method, url: request.url, body: JSON.parse(body) });
      requests.answer(response);
    });
  });
  beforeEach(async () => {
    requests.received = [];
    requests.answer = (response) => response.end('{}');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(site, { apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return requests;
}
