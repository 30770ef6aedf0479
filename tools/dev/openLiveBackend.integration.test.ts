import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { openLiveBackend } from './openLiveBackend';

let asked: string[];
let said: string[];
let answers: string;
let backend: FastifyInstance;

/** A live site that knows the collection `projects` alone. */
beforeEach(async () => {
  [asked, said] = [[], []];
  const site = await failingServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const isKnown = !url.includes('openings');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { items: ['live'] } : { status: 404 }));
  });
  answers = join(await temporaryDirectory(), 'answers');
  backend = await openLiveBackend({ site, answers, log: (line) => said.push(line) });
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

test('what the live site answers is passed on, even if an answer is recorded', async () => {
  await record('projects', { items });
  const list = '/api/collections/projects/records?page=1&perPage=500';
  expect(await get(list)).toEqual([200, { items: ['live'] }]);
  expect(await get('/release.json')).toEqual([200, { items: ['live'] }]);
  expect(asked).toEqual([list, '/release.json']);
  expect(said).toEqual([]);
});

test('a reading that it refuses is answered from what is recorded, as it is at that moment', async () => {
  await record('openings', { items });
  expect(await get(`${OPENINGS}?page=1&perPage=1`)).toEqual([
    200,
    { page: 1, perPage: 1, items: recorded.slice(0, 1) },
  ]);
  expect(await get(`${OPENINGS}/b2`)).toEqual([200, recorded[1]]);
  await record('openings', { items: [] });
  expect(await get(OPENINGS)).toEqual([200, { page: 1, perPage: 30, items: [] }]);
  expect(said).toEqual(['The live site does not answer openings: its recorded answers take its place.']);
});

test('a picture of a recorded record is an empty one', async () => {
  await record('openings', { items });
  const picture = await backend.inject({ url: '/api/files/openings/a1/door.png?thumb=480x0' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/gif']);
});

test('without a recorded answer it says once which file may have one', async () => {
  for (let time = 0; time < 2; time += 1) expect(await get(OPENINGS)).toEqual([404, { status: 404 }]);
  expect(await get(`${OPENINGS}/c3`)).toEqual([404, { status: 404 }]);
  expect(said).toEqual([
    expect.stringContaining(`${OPENINGS} with status 404. Record an answer in ${answers}/openings.json`),
    expect.stringContaining(`${OPENINGS}/c3 with status 404.`),
  ]);
});

test('a recorded answer that is no list is named', async () => {
  await record('openings', {});
  const answer = await backend.inject({ url: OPENINGS });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('openings.json is not a list');
});
