import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { failingServer } from '@site/tools/testing/failingServer';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { writeBuild } from '@site/tools/testing/tinyBuild';
import { tinyRemote, tinyShell } from '@site/tools/testing/tinySite';
import fastify, { type FastifyInstance } from 'fastify';
import { serveRenderedPages } from './serveRenderedPages';

let status: number;
let asked: number;
let server: FastifyInstance;

beforeEach(async () => {
  status = 200;
  asked = 0;
  const backendUrl = await failingServer((_request, response) => {
    asked += 1;
    response.writeHead(status).end('{"items":[]}');
  });
  const outputs = [await temporaryDirectory(), await temporaryDirectory()] as const;
  const shell = await writeBuild(outputs[0], tinyShell());
  const built = tinyRemote({
    pages: {
      '/': `return 'Home'`,
      '/about': `if (!globalThis.wasAsked) { globalThis.wasAsked = true; throw new Error('in the way'); } return 'About'`,
    },
    sources: {
      '/': `{ list: async (read) => new Map([['', await read('/collections/projects/records', {})]]), prepare: (data) => data }`,
    },
  });
  const studio = await writeBuild(outputs[1], built);
  const apps = [shell, studio].map(({ app, remote }, index) => ({
    build: { app, hash: '', errors: [] },
    remote,
    output: outputs[index] ?? '',
  }));
  server = fastify();
  await serveRenderedPages(server, {
    watched: {
      apps,
      state: () => ({ generation: 1, apps: apps.map(({ build }) => build) }),
      settled: () => Promise.resolve(),
      follow: () => () => undefined,
    },
    store: undefined,
    backendUrl,
  });
});
afterEach(() => server.close());

const get = (url: string) => server.inject({ url });

test('a backend that fails once is asked again by the next request, and only then', async () => {
  status = 503;
  const failed = await get('/');
  expect(failed.statusCode).toBe(500);
  expect(failed.body).toContain('it was answered with status 503');
  status = 200;
  expect((await get('/')).body).toContain('Home');
  expect((await get('/')).body).toContain('Home');
  expect(asked).toBe(2);
});

test('a page that cannot be rendered once is rendered by the next request', async () => {
  expect((await get('/about')).body).toContain('in the way');
  expect((await get('/about')).body).toContain('About');
  expect(asked).toBe(1);
});
