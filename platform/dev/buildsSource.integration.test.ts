import '../testing/renderHere';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { createSite } from '../server/createSite';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { buildsSource } from './buildsSource';
import { describeUnread } from './describeUnread';
import { passReads } from './passReads';

let status: number;
let items: object[];
let requests: number;
let newest: object;
let builds: number;
let server: FastifyInstance;
let source: ReturnType<typeof buildsSource>;
let studio: string;
let onBuild: () => Promise<void>;

beforeEach(async () => {
  status = 200;
  items = [];
  requests = 0;
  newest = {};
  builds = 0;
  onBuild = () => Promise.resolve();
  const backendUrl = await failingServer((_request, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ items }));
  });
  const shell = await temporaryDirectory();
  studio = await temporaryDirectory();
  await writeBuild(shell, tinyShell());
  await writeStudio('Home');
  const build = async () => {
    builds += 1;
    await onBuild();
    return [shell, studio];
  };
  source = buildsSource({ settled: () => Promise.resolve(newest), build }, backendUrl);
  server = await createSite(source, {
    backendUrl,
    development: {
      explain: ({ message }) => message,
      describeUnread: (address) => describeUnread(address, ['studio-remote']),
    },
    log: () => undefined,
  });
  passReads(server, source, backendUrl);
});
afterEach(() => server.close());

const get = async (url: string) => {
  const { statusCode, body } = await server.inject({ url });
  return `${statusCode} ${body}`;
};

test('renders a page on request, builds once per change, and renders again after a failure', async () => {
  for (let time = 0; time < 2; time += 1) expect(await get('/')).toContain('Home');
  expect({ builds, requests }).toEqual({ builds: 1, requests: 1 });
  expect(await get('/about')).toContain('in the way');
  expect(await get('/about')).toContain('About');
  expect({ builds, requests }).toEqual({ builds: 1, requests: 1 });
  await writeStudio('House');
  newest = {};
  expect(await get('/')).toContain('House');
  expect({ builds, requests }).toEqual({ builds: 2, requests: 2 });
});

test('answers from the next build if an edit makes the current one unreadable', async () => {
  const current = studio;
  onBuild = () => {
    studio = builds === 1 ? join(current, 'missing') : current;
    newest = builds === 1 ? {} : newest;
    return Promise.resolve();
  };
  expect(await get('/')).toContain('Home');
  expect(builds).toBe(2);
});

test('serves the files that a remote makes from its data, and follows its redirects', async () => {
  expect(await get('/list.json')).toBe('200 {"items":[]}');
  const { statusCode, headers } = await server.inject({ url: '/old' });
  expect([statusCode, headers.location]).toEqual([308, '/about']);
});

test('serves the site’s other files, and returns 404 for unknown ones', async () => {
  expect(await get('/robots.txt')).toContain('Sitemap');
  expect(await get('/release.json')).toMatch(/"remotes":\[{"name":"studio",.*"version":"dev"/);
  expect(await get('/nowhere')).toMatch(/^404 /);
});

test('reads the data again once a record has changed', async () => {
  expect(await get('/list.json')).toBe('200 {"items":[]}');
  items = [{ id: 'a' }];
  expect(await get('/list.json')).toBe('200 {"items":[]}');
  source.readAgain();
  expect(await get('/list.json')).toBe('200 {"items":[{"id":"a"}]}');
  expect(requests).toBe(2);
});

test('retries a failed read from the backend only when the page is requested again', async () => {
  status = 503;
  expect(await get('/')).toMatch(/^500 .* was answered with status 503/);
  status = 200;
  for (let time = 0; time < 2; time += 1) expect(await get('/')).toContain('Home');
  expect(requests).toBe(2);
});

test('forwards reads that a source has made, and explains why other reads fail', async () => {
  expect(await get('/api/collections/projects/records')).toBe('200 {"items":[]}');
  const before = requests;
  expect(await get('/api/collections/projects/records')).toBe('200 {"items":[]}');
  expect(requests).toBe(before + 1);
  const unread = await get('/api/collections/jobs/records?page=1');
  expect(unread).toMatch(/^404 .*No source has read \/collections\/jobs\/records\?page=1.*studio-remote/);
  expect(requests).toBe(before + 1);
});

async function writeStudio(home: string): Promise<void> {
  const remote = tinyRemote({
    pages: {
      '/': `return '${home}'`,
      '/about': `if (!globalThis.wasRendered) { globalThis.wasRendered = true; throw new Error('in the way'); } return 'About'`,
    },
    sources: {
      '/': `{ list: async (read) => new Map([['', await read('/collections/projects/records', {})]]), prepare: (data) => data }`,
    },
    last: `
      exports.files = (data) => ({ '/list.json': JSON.stringify(data['studio/Page1'].get('')) });
      exports.redirects = () => ({ '/old': '/about' });
    `,
  });
  await writeBuild(studio, remote);
}
