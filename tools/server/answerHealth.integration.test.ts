import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import type { FastifyInstance } from 'fastify';
import { HEARTBEAT } from '../release/heartbeat';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { NO_SHELL, recordLive, storeRelease } from '../testing/storedRelease';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

const ID = '20261121T101500123Z-00000001';
const OTHER = '20261121T101500123Z-00000002';
const WELL = {
  release: ID,
  pages: true,
  files: true,
  watch: true,
  disk: true,
  backend: true,
  one: true,
  other: true,
};
const NO_BACKEND = { release: ID, pages: true, files: true, watch: true, disk: true, backend: false };

/** After how long it looks again. Milliseconds. */
const KEPT = 2000;

/** How long an answer may take of which every part takes as long as it may. Milliseconds. */
const LONGEST = 4500;

let store: Store;
let clock: ReturnType<typeof simulatedClock>;
let release: Release;
let logged: jest.SpiedFunction<typeof console.error>;
let site: FastifyInstance;
/** What the backend does when it is asked, and how often it has been. */
let answer: RequestListener;
let asked: string[];
let backendUrl: string;

beforeEach(async () => {
  clock = simulatedClock();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  store = memoryStore();
  const files = { 'index.html': '<p>Home</p>', '404.html': '<p>None</p>' };
  release = await storeRelease(store, ID, files);
  await recordLive(store, 1, release);
  await noted(0);
  asked = [];
  answer = (_request, response) => response.end('{"one":true,"other":true}');
  backendUrl = await failingServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  site = await createSite(storeSource(store, { look: 0 }), { backendUrl });
});
afterEach(async () => {
  await site.close();
  logged.mockRestore();
});

/** A watcher has succeeded so many seconds ago. */
const noted = (seconds: number) =>
  store.write(HEARTBEAT, new Date(Date.now() - seconds * 1000).toISOString());

/** Serves the release with something that it lacks. */
async function reopenWith(more: Partial<Release>): Promise<void> {
  const source = storeSource(store);
  await reopen({}, { ...source, live: async () => ({ ...(await source.live()), ...more }) });
}

const FAILED = { app: 'shell', version: NO_SHELL, shell: NO_SHELL, data: '0'.repeat(64), path: '/new' };

/** The home page is lost, or a form of it, and a visitor asks for it. */
async function damage(how: 'remove' | 'alter', form = ''): Promise<void> {
  const key = `pages/${release.pages['index.html']?.content}${form}`;
  await (how === 'alter' ? store.write(key, 'altered') : store.remove(key));
  const encoding = { '': 'identity', '.br': 'br' }[form];
  const { statusCode } = await site.inject({ url: '/', headers: { 'accept-encoding': encoding } });
  // Without a compressed form, the page itself is sent.
  expect(statusCode).toBe(how === 'remove' && form ? 200 : 500);
}

/** Opens the site again, otherwise. */
async function reopen(more: object, source = storeSource(store, { look: 0 })): Promise<void> {
  await site.close();
  site = await createSite(source, { backendUrl, ...more });
}

/** Expects what the site says of itself, and that it is said in time: yes if all of it is well. */
async function expectSaid(parts: object, url = '/health'): Promise<void> {
  await clock.pass(KEPT);
  const begun = performance.now();
  const { statusCode, headers, payload } = await site.inject({ url });
  expect(performance.now() - begun).toBeLessThan(LONGEST);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(payload)).toEqual(parts);
  expect(statusCode).toBe(Object.values(parts).every(Boolean) ? 200 : 503);
}

const says =
  (text: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(text);
const never = () => new Promise<never>(() => undefined);

// What a real backend says, tests/docs/operating.integration.test.ts has.
type Case = [what: string, bringAbout: () => unknown, parts: object];

const backend = (what: string, act: RequestListener, parts: object = NO_BACKEND): Case => [
  `the backend ${what}`,
  () => (answer = act),
  parts,
];

test.each<Case>([
  ['all is well', () => undefined, WELL],
  ['the watcher has succeeded 4 minutes ago', () => noted(240), WELL],
  ['the watcher has succeeded half a minute ahead, by a clock that differs', () => noted(-30), WELL],
  ['the watcher has succeeded 6 minutes ago', () => noted(360), { ...WELL, watch: false }],
  ['the watcher has succeeded in the future', () => noted(-120), { ...WELL, watch: false }],
  ...['\0garbage', '', String(Date.now())].map((said): Case => [
    `the watcher says ${said}`,
    () => store.write(HEARTBEAT, said),
    { ...WELL, watch: false },
  ]),
  [
    'when the watcher has succeeded cannot be read',
    () => reopen({}, { ...storeSource(store), read: () => Promise.reject(new Error('away')) }),
    { ...WELL, watch: false },
  ],
  ['the watcher has never succeeded', () => store.remove(HEARTBEAT), { ...WELL, watch: false }],
  backend('is silent', () => undefined),
  backend('sends a drop from time to time', (_request, response) => {
    const drip = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(drip));
  }),
  backend('closes the connection', (request) => request.destroy()),
  backend('fails', says('{"one":true}', 500)),
  ...['<html>', '{}', 'null'].map((said) => backend(`says ${said}`, says(said))),
  ['there is no backend', () => reopen({ backendUrl: undefined }), NO_BACKEND],
  ['no backend listens', () => reopen({ backendUrl: 'http://127.0.0.1:1' }), NO_BACKEND],
  ...['false', '"yes"', '1', '{"name":"of somebody"}'].map((said) =>
    backend(`says of a duty ${said}`, says(`{"one":true,"other":${said}}`), { ...WELL, other: false }),
  ),
  backend('speaks for other parts', says('{"watch":false,"release":"another","backend":false}'), {
    ...{ release: ID, pages: true, files: true, watch: true, disk: true, backend: true },
  }),
  ['a page that somebody has read is missing', () => damage('remove'), { ...WELL, files: false }],
  ['a page that somebody has read is altered', () => damage('alter'), { ...WELL, files: false }],
  ['a compressed form is missing', () => damage('remove', '.br'), { ...WELL, files: false }],
  [
    'a compressed form is altered that somebody has read',
    () => damage('alter', '.br'),
    { ...WELL, files: false },
  ],
  ['what somebody makes up is not there', () => site.inject(`/assets/shell/${NO_SHELL}/a.js`), WELL],
  [
    'a page could not be rendered',
    () => reopenWith({ failed: { 'new.html': FAILED } }),
    { ...WELL, pages: false },
  ],
  ['an app could not be read', () => reopenWith({ unread: ['shell'] }), { ...WELL, pages: false }],
  ['a disk is not there', () => reopen({ directory: '/none' }), { ...WELL, disk: false }],
])('%s: so a monitor is told in time, and a balancer goes on', async (_what, bringAbout, parts) => {
  await bringAbout();
  await expectSaid(parts);
  await expectSaid({ release: ID }, '/health/live');
});

test('however many ask, the backend is asked once in two seconds, and by neither a balancer nor a visitor', async () => {
  const many = () => Promise.all(Array.from({ length: 50 }, () => site.inject({ url: '/health' })));
  await many();
  await clock.pass(KEPT - 500);
  await many();
  expect(asked).toEqual(['/api/health/duties']);
  await expectSaid({ release: ID }, '/health/live');
  for (const url of ['/api/health/duties', '/health/other'])
    expect((await site.inject({ url })).statusCode).toBe(404);
  expect(asked).toHaveLength(1);
  await expectSaid(WELL);
  expect(asked).toHaveLength(2);
});

// Of a release that cannot be read any more, storeSource.integration.test.ts has what stays.
test('no release, or one in a store that hangs, is told to a balancer, too', async () => {
  for (const source of [
    storeSource(memoryStore()),
    { ...storeSource(store), live: never, read: never, isWhole: never },
  ]) {
    await reopen({}, source);
    await expectSaid({ ...WELL, release: false, pages: false, files: false, watch: false });
    await expectSaid({ release: false }, '/health/live');
  }
});

test('a damaged file is told until it is put back, or until another release is live', async () => {
  const key = `pages/${release.pages['index.html']?.content}`;
  const right = (await store.read(key)) ?? '';
  await damage('alter');
  await expectSaid({ ...WELL, files: false });
  await store.write(key, right);
  await expectSaid(WELL);
  await damage('alter');
  const other = await storeRelease(store, OTHER, { 'index.html': '<p>Other</p>', '404.html': '<p>None</p>' });
  await recordLive(store, 2, other);
  await expectSaid({ ...WELL, release: OTHER });
  await store.write(`releases/${ID}.json`, '{}');
  await recordLive(store, 3, release);
  await expectSaid({ ...WELL, release: OTHER, files: false });
});

const disk = mountSmallDisk('4m');

if (typeof disk === 'string') test.skip(`a full disk: ${disk}`, () => undefined);
else
  test('the disk is nearly full, until there is room again', async () => {
    try {
      await reopen({ directory: disk.directory });
      await expectSaid(WELL);
      disk.fill(20);
      await expectSaid({ ...WELL, disk: false });
      disk.clear();
      await expectSaid(WELL);
    } finally {
      disk.remove();
    }
  });
