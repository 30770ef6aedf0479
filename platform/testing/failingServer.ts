import { afterAll } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const stops: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/**
 * Starts a server on a loopback port. The server is stopped after the last test in the file.
 *
 * @param answer handles each request to the server
 * @returns the server's URL
 */
export async function failingServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
