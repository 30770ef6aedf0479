import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { list } from '@site/shared/api/calls';
import type { FastifyInstance } from 'fastify';
import { createSite } from '../server/createSite';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { buildsSource } from './buildsSource';

let status: number;
let asked: number;
let newest: object;
let built: number;
let server: FastifyInstance;
let told: string[];
let studio: string;

beforeEach(async () => {
  [status, asked, newest, built] = [200, 0, {}, 0];
  told = [];
  const backendUrl = await failingServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"items":[]}');
  });
  const shell = await temporaryDirectory();
  studio = await temporaryDirectory();
  await writeBuild(shell, tinyShell());
  await writeStudio('Home');
  const build = () => {
    built += 1;
    return Promise.resolve([shell, studio]);
  };
  const source = buildsSource({ settled: () => Promise.resolve(newest), build }, backendUrl);
  server = await createSite(source, {
    backendUrl,
    explain: (error, reply) => reply.send(error.message),
    onRefused: (line) => told.push(line),
  });
});
afterEach(() => server.close());

const get = async (url: string) => {
  const { statusCode, body } = await server.inject({ url });
  return `${statusCode} ${body}`;
};

test('a page is rendered when it is asked for, once a build, and again after what was in its way', async () => {
  for (let time = 0; time < 2; time += 1) expect(await get('/')).toContain('Home');
  expect([built, asked]).toEqual([1, 1]);
  expect(await get('/about')).toContain('in the way');
  expect(await get('/about')).toContain('About');
  expect([built, asked]).toEqual([1, 1]);
  await writeStudio('House');
  newest = {};
  expect(await get('/')).toContain('House');
  expect([built, asked]).toEqual([2, 2]);
});

test('the files beside the pages are there, and no other', async () => {
  expect(await get('/robots.txt')).toContain('Sitemap');
  expect(await get('/release.json')).toMatch(/"remotes":\[{"name":"studio",.*"version":"dev"/);
  expect(await get('/nowhere')).toMatch(/^404 /);
});

test('a backend that fails once is asked again by the next request, and only then', async () => {
  status = 503;
  expect(await get('/')).toMatch(/^500 .* was answered with status 503/);
  status = 200;
  for (let time = 0; time < 2; time += 1) expect(await get('/')).toContain('Home');
  expect(asked).toBe(2);
});

test('a call that no remote declares is refused, and the terminal says which and what to do', async () => {
  const declared = '/api/collections/projects/records?page=1';
  expect([await get(declared), told]).toEqual(['200 {"items":[]}', []]);
  for (const [url, status] of [
    ['/api/collections/jobs/records?page=1', 404],
    [`${declared}&perPage=500`, 400],
  ] as const) {
    expect(await get(url)).toMatch(new RegExp(`^${status} `));
    expect(told.splice(0)).toEqual([expect.stringContaining(`GET ${url} was answered ${status}`)]);
  }
});

async function writeStudio(home: string): Promise<void> {
  const remote = tinyRemote({
    calls: [list('projects', {})],
    pages: {
      '/': `return '${home}'`,
      '/about': `if (!globalThis.wasAsked) { globalThis.wasAsked = true; throw new Error('in the way'); } return 'About'`,
    },
    sources: {
      '/': `{ list: async (read) => new Map([['', await read('/collections/projects/records', {})]]), prepare: (data) => data }`,
    },
  });
  await writeBuild(studio, remote);
}
