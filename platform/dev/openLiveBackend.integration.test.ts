import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { openLiveBackend } from './openLiveBackend';

let requested: string[];
let logged: string[];
let answers: string;
let backend: FastifyInstance;

beforeEach(async () => {
  requested = [];
  logged = [];
  const site = await failingServer((request, response) => {
    const { url = '' } = request;
    requested.push(url);
    const isKnown = !url.includes('openings');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { items: ['live'] } : { status: 404 }));
  });
  answers = join(await temporaryDirectory(), 'answers');
  backend = await openLiveBackend({ site, answers, log: (line) => logged.push(line) });
});
afterEach(() => backend.close());

async function record(collection: string, content: unknown): Promise<void> {
  await mkdir(answers, { recursive: true });
  await writeFile(join(answers, `${collection}.json`), JSON.stringify(content));
}

async function get(url: string): Promise<[status: number, body: unknown]> {
  const answer = await backend.inject({ url });
  return [answer.statusCode, answer.json()];
}

const OPENINGS = '/api/collections/openings/records';
const items = [
  { id: 'a1', title: 'Baker' },
  { id: 'b2', title: 'Brewer' },
];
const recorded = items.map((item) => ({ ...item, collectionName: 'openings' }));

test('returns the live site’s answer, even if an answer is recorded', async () => {
  await record('projects', { items });
  const list = '/api/collections/projects/records?page=1&perPage=500';
  expect(await get(list)).toEqual([200, { items: ['live'] }]);
  expect(await get('/release.json')).toEqual([200, { items: ['live'] }]);
  expect(requested).toEqual([list, '/release.json']);
  expect(logged).toEqual([]);
});

test('returns a recorded answer from disk if the live site refuses the read', async () => {
  await record('openings', { items });
  expect(await get(`${OPENINGS}?page=1&perPage=1`)).toEqual([
    200,
    { page: 1, perPage: 1, items: recorded.slice(0, 1) },
  ]);
  expect(await get(`${OPENINGS}/b2`)).toEqual([200, recorded[1]]);
  await record('openings', { items: [] });
  expect(await get(OPENINGS)).toEqual([200, { page: 1, perPage: 30, items: [] }]);
  expect(logged).toEqual(['The live site does not answer openings. Recorded answers are used instead.']);
});

test('returns an empty picture in place of each picture of a recorded record', async () => {
  await record('openings', { items });
  const picture = await backend.inject({ url: '/api/files/openings/a1/door.png?thumb=480x0' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/gif']);
});

test('logs which file should contain a missing answer, once per address', async () => {
  for (let time = 0; time < 2; time += 1) expect(await get(OPENINGS)).toEqual([404, { status: 404 }]);
  expect(await get(`${OPENINGS}/c3`)).toEqual([404, { status: 404 }]);
  expect(logged).toEqual([
    expect.stringContaining(`${OPENINGS} with status 404. Record an answer in ${answers}/openings.json`),
    expect.stringContaining(`${OPENINGS}/c3 with status 404.`),
  ]);
});

test('fails and names the file if a recorded answer is not a list', async () => {
  await record('openings', {});
  const answer = await backend.inject({ url: OPENINGS });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('openings.json is not a list');
});
