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

/** Calls of visitors; the backend of this test answers each when it is told to. */
const CALLS = ['/api/health', '/api/collections/projects/records'];

useReleases();

/** What the backend has been asked and not answered yet, the first one first. */
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

/** Asks by a connection that is kept, as proxies do. */
async function ask(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${site.origin}${path}`, { agent }), 'response')) as [IncomingMessage];
  return answer;
}

/** Answers as the backend whoever has waited longest. */
function answerCall(): void {
  asked.shift()?.setHeader('content-type', 'application/json').end('{}');
}

test('a site that is told to stop answers what is under way, and what comes by connections that it keeps meanwhile', async () => {
  const calls = CALLS.map(ask);
  await until('both are under way', () => Promise.resolve(asked.length === 2));
  const closed = site.stop();
  const { port } = new URL(site.origin);
  await until('nobody else can connect', () => pickPort(Number(port)).catch(() => false));

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

describe('who holds a connection', () => {
  let app: FastifyInstance;
  let socket: Socket;

  /** A server and one that is connected to it. */
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

  test('and asks nothing is not waited for', async () => {
    await start(2 ** 31 - 1);
    await app.close();
  });

  test('and is never answered is waited for until the limit', async () => {
    await start(50);
    const taken = once(app.server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await taken;
    const begun = performance.now();
    await app.close();
    expect(performance.now() - begun).toBeGreaterThan(45);
  });
});
