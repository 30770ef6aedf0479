import { afterAll } from '@jest/globals';
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const stops: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server on loopback that answers as told, gone after the tests of this file. Gives its address. */
export async function failingServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes a request on to another server; the answer is handed over, to be passed back or not. */
export function passOn(
  endpoint: string,
  incoming: IncomingMessage,
  onAnswer: (answer: IncomingMessage) => void,
): void {
  const { hostname, port } = new URL(endpoint);
  const { method, url: path, headers } = incoming;
  incoming.pipe(forward({ hostname, port, method, path, headers }, onAnswer));
}

/** Passes an answer back as it is. */
export function passBack(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(response);
}
