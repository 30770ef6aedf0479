import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { FIRST, makeLive, PROXY, SECOND, served, useReleases } from '../testing/useReleases';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

useReleases();

let site: FastifyInstance;
/** How many requests have reached the router. */
let routed: number;

beforeAll(async () => {
  site = await createSite(storeSource(served.store, { look: 0 }), { trustedProxies: [PROXY] });
  site.addHook('onRequest', (_request, _reply, done) => {
    routed += 1;
    done();
  });
  await site.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());
beforeEach(() => void (routed = 0));

/** Sends a raw request. @returns the raw response, with a fixed date */
async function exchange(line: string, headers: string[] = [], localAddress = '127.0.0.1'): Promise<string> {
  const port = Number(new URL(site.listeningOrigin).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.setEncoding('latin1');
  socket.write([`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n'));
  return (await text(socket)).replace(/^Date: .*$/im, 'Date: now');
}

/** A header that sends a request to the router without changing its response. */
const TO_ROUTER = 'Content-Length: 0';

const etagOf = (answer: string) => /^etag: (.*)$/im.exec(answer)?.[1] ?? 'none';
const releaseOf = (answer: string) => /^x-release: (.*)$/im.exec(answer)?.[1];

describe('a page that has been sent before', () => {
  const HTTPS = ['X-Forwarded-For: 198.51.100.7', 'X-Forwarded-Proto: https'];

  test.each(['/', '/about?from=home', '/nowhere', '/projects/xyz', '/same'])(
    'is answered from memory exactly as the router answers: %s',
    async (target) => {
      for (const encoding of ['identity', 'br', 'gzip, deflate']) {
        for (const [from, scheme] of [
          ['127.0.0.1', []],
          ['127.0.0.1', HTTPS],
          [PROXY, HTTPS],
        ] as const) {
          const accepted = [`Accept-Encoding: ${encoding}`, ...scheme];
          const etag = etagOf(await exchange(`GET ${target}`, accepted, from));
          const known = [`If-None-Match: W/${etag}`, 'If-None-Match: *', 'If-None-Match: "x"'];
          const asked = [
            ...[`GET ${target}`, `HEAD ${target}`].map((line) => [line]),
            ...known.map((one) => [`GET ${target}`, one]),
            [`HEAD ${target}`, 'If-None-Match: "x"'],
          ];
          for (const [line = '', ...condition] of asked) {
            const headers = [...accepted, ...condition];
            const byRouter = await exchange(line, [...headers, TO_ROUTER], from);
            routed = 0;
            expect(await exchange(line, headers, from)).toBe(byRouter);
            expect(routed).toBe(0);
          }
        }
      }
    },
  );

  test('comes from a new release as soon as the release is live', async () => {
    for (const id of [FIRST, SECOND, FIRST]) {
      await makeLive(id);
      for (const path of ['/about', '/same', '/nowhere', '/about'])
        expect(releaseOf(await exchange(`GET ${path}`))).toBe(id);
    }
  });
});

describe('requests that are never answered from memory', () => {
  test.each([
    ['a URL with a secret', '/about?secret=word', []],
    ['a long URL', `/about?a=${'b'.repeat(200)}`, []],
    ['a file', '/robots.txt', []],
    ['a redirect', '/about/', []],
    ['a health check', '/health/live', []],
    ['a body', '/about', [TO_ROUTER]],
  ])('the router handles %s', async (_what, target, headers) => {
    for (const count of [1, 2]) {
      await exchange(`GET ${target}`, headers);
      expect(routed).toBe(count);
    }
  });

  test.each(['POST', 'OPTIONS', 'get'])('the router handles the method %s', async (method) => {
    await exchange('GET /about');
    expect(await exchange(`${method} /about`)).toMatch(/^HTTP\/1.1 4/);
  });
});
