import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pickPort } from '@site/backend/pickPort';
import { until } from '@site/backend/testing/until';
import fastify, { type FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { served, useReleases } from '../testing/useReleases';
import { drainOnClose } from './drainOnClose';

/** Two calls that visitors make. The backend answers a call only when the test runs `answerCall`. */
const CALLS = ['/api/health', '/api/collections/projects/records'];

useReleases();

/** The pending calls at the backend, oldest first. */
let asked: ServerResponse[];
let agent: Agent;
let site: RunningServer;

beforeEach(async () => {
  asked = [];
  const backendUrl = await failingServer((_request, reply) => void asked.push(reply));
  agent = new Agent({ keepAlive: true });
  site = await startSiteServer(served.store, backendUrl);
});
afterEach(async () => {
  agent.destroy();
  await site.stop();
});

/** Sends a request over a keep-alive connection, as proxies do. */
async function ask(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${site.origin}${path}`, { agent }), 'response')) as [IncomingMessage];
  return answer;
}

/** Answers the oldest pending call. */
function answerCall(): void {
  asked.shift()?.setHeader('content-type', 'application/json').end('{}');
}

test('a closing site still answers all requests on open connections', async () => {
  const calls = CALLS.map(ask);
  await until('both calls are pending', () => Promise.resolve(asked.length === 2));
  const closed = site.stop();
  const { port } = new URL(site.origin);
  await until('new connections are refused', () => pickPort(Number(port)).catch(() => false));

  answerCall();
  const first = await Promise.race(calls);
  expect([first.statusCode, await text(first)]).toEqual([200, '{}']);
  const page = await ask('/');
  expect([page.statusCode, page.headers.connection]).toEqual([200, 'close']);
  expect(await text(page)).toContain('index.html of');

  answerCall();
  for (const call of calls) expect((await call).statusCode).toBe(200);
  await closed;
});

describe('a closing site', () => {
  let app: FastifyInstance;
  let socket: Socket;

  /** Starts a server and connects to it. */
  async function start(limit: number): Promise<void> {
    app = fastify();
    drainOnClose(app, limit);
    app.get('/', () => new Promise(() => undefined));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const accepted = once(app.server, 'connection');
    socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1').on('error', () => undefined);
    await accepted;
  }
  afterEach(() => void socket.destroy());

  test('does not wait for an idle connection', async () => {
    await start(2 ** 31 - 1);
    await app.close();
  });

  test('waits for a pending request until the limit', async () => {
    await start(50);
    const taken = once(app.server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await taken;
    const begun = performance.now();
    await app.close();
    expect(performance.now() - begun).toBeGreaterThan(45);
  });
});
