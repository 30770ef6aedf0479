import { expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

test('the site never parses a query into parameters', async () => {
  const site = await createSite(storeSource(memoryStore()));
  const queries: unknown[] = [];
  site.addHook('onRequest', ({ query }, _reply, done) => {
    queries.push(query);
    done();
  });
  await site.inject(`/health/live?${'a=1&'.repeat(4000)}`);
  expect(queries).toEqual([{}]);
  await site.close();
});

test.each([
  ['localhost:3000', 503],
  ['www.localhost', 503],
  ['127.0.0.1:3000', 503],
  ['[::1]:3000', 503],
  ['rebound.example.com:3000', 403],
  ['localhost.example.com', 403],
  ['127.0.0.1.example.com', 403],
  ['192.168.0.2:3000', 403],
])('development answers a request to %j with %d, whatever it asks for', async (host, status) => {
  const development = { explain: () => '', describeUnread: () => '' };
  const site = await createSite(storeSource(memoryStore()), { development, log: () => undefined });
  site.get('/later', (_request, reply) => reply.code(503).send(''));
  for (const [method, url] of [
    ['GET', '/health/live'],
    ['GET', '/later'],
    ['GET', '/api/files/projects/a/b.jpg'],
    ['POST', '/api/collections/form_submits/records'],
  ] as const)
    expect([url, (await site.inject({ method, url, headers: { host } })).statusCode]).toEqual([url, status]);
  await site.close();
});
