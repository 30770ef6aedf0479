import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import type { FastifyInstance } from 'fastify';
import { HEARTBEAT } from '../release/heartbeat';
import { releaseKey } from '../release/readReleases';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { NO_SHELL, recordLive, storeRelease } from '../testing/storedRelease';
import { createSite } from './createSite';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

const ID = '20261121T101500123Z-00000001';
const OTHER = '20261121T101500123Z-00000002';
const HEALTHY = {
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

const KEPT = 2000;

/** The time limit for a response, in milliseconds. It applies even if every check reaches its own limit. */
const LONGEST = 4500;

let store: Store;
let clock: ReturnType<typeof simulatedClock>;
let release: Release;
let logged: jest.SpiedFunction<typeof console.error>;
let site: FastifyInstance;
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
  await store.write(`builds/shell/${NO_SHELL}/server.cjs`, 'bundle');
  await recordSuccess(0);
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

const recordSuccess = (seconds: number) =>
  store.write(HEARTBEAT, new Date(Date.now() - seconds * 1000).toISOString());

async function reopenWith(more: Partial<Release>): Promise<void> {
  const source = storeSource(store);
  await reopen({}, { ...source, live: async () => ({ ...(await source.live()), ...more }) });
}

const BEHIND = { app: 'shell', tried: '2026-11-21T10:15:00.123Z' };

/**
 * Removes the home page, or one of its encodings, from the store. Then requests the page in that encoding, because the site
 * notices a missing file only when it reads the file.
 *
 * @param form the suffix of the encoding; by default, the plain file is removed
 */
async function lose(form = ''): Promise<void> {
  const key = `pages/${release.pages['index.html']?.content}${form}`;
  await store.remove(key);
  const encoding = { '': 'identity', '.br': 'br' }[form];
  const { statusCode } = await site.inject({ url: '/', headers: { 'accept-encoding': encoding } });
  // If a compressed copy of the page is missing, the server sends the uncompressed one instead.
  expect(statusCode).toBe(form ? 200 : 500);
}

async function reopen(more: object, source = storeSource(store, { look: 0 })): Promise<void> {
  await site.close();
  site = await createSite(source, { backendUrl, ...more });
}

async function expectChecks(checks: object, url = '/health'): Promise<void> {
  await clock.pass(KEPT);
  const begun = performance.now();
  const { statusCode, headers, payload } = await site.inject({ url });
  expect(performance.now() - begun).toBeLessThan(LONGEST);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(payload)).toEqual(checks);
  expect(statusCode).toBe(Object.values(checks).every(Boolean) ? 200 : 503);
}

const sends =
  (text: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(text);
const never = () => new Promise<never>(() => undefined);

// `tests/documents/operating.integration.test.ts` tests `/health` with a real backend.
type Case = [what: string, arrange: () => unknown, checks: object];

const backend = (what: string, act: RequestListener, checks: object = NO_BACKEND): Case => [
  `the backend ${what}`,
  () => (answer = act),
  checks,
];

test.each<Case>([
  ['everything works', () => undefined, HEALTHY],
  ['the watcher succeeded 4 minutes ago', () => recordSuccess(240), HEALTHY],
  ['the watcher succeeded half a minute ahead, by a different clock', () => recordSuccess(-30), HEALTHY],
  ['the watcher succeeded 6 minutes ago', () => recordSuccess(360), { ...HEALTHY, watch: false }],
  ['the watcher succeeded in the future', () => recordSuccess(-120), { ...HEALTHY, watch: false }],
  ...['\0garbage', '', String(Date.now())].map((heartbeat): Case => [
    `the heartbeat is ${heartbeat}`,
    () => store.write(HEARTBEAT, heartbeat),
    { ...HEALTHY, watch: false },
  ]),
  [
    'the heartbeat cannot be read',
    () => reopen({}, { ...storeSource(store), read: () => Promise.reject(new Error('away')) }),
    { ...HEALTHY, watch: false },
  ],
  [
    'the watcher has found a damaged file of a build',
    () => store.write(HEARTBEAT, `${new Date().toISOString()}\nassets/a/b/c.js has been altered.`),
    { ...HEALTHY, files: false },
  ],
  ['the watcher has never succeeded', () => store.remove(HEARTBEAT), { ...HEALTHY, watch: false }],
  backend('is silent', () => undefined),
  backend('sends a byte from time to time', (_request, response) => {
    const drip = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(drip));
  }),
  backend('closes the connection', (request) => request.destroy()),
  backend('fails', sends('{"one":true}', 500)),
  backend('sends a long list', sends(`{"one":true${' '.repeat(70_000)}}`)),
  backend('redirects', (request, response) =>
    request.url === '/else'
      ? response.end('{"one":true}')
      : response.writeHead(302, { location: '/else' }).end(),
  ),
  ...['<html>', '{}', 'null'].map((body) => backend(`sends ${body}`, sends(body))),
  ['there is no backend', () => reopen({ backendUrl: undefined }), NO_BACKEND],
  ['no backend listens', () => reopen({ backendUrl: 'http://127.0.0.1:1' }), NO_BACKEND],
  ...['false', '"yes"', '1', '{"name":"of a visitor"}'].map((result) =>
    backend(`reports ${result} for a check`, sends(`{"one":true,"other":${result}}`), {
      ...HEALTHY,
      other: false,
    }),
  ),
  backend(
    'reports checks that are not its own',
    sends('{"watch":false,"release":"another","backend":false}'),
    { ...NO_BACKEND, backend: true },
  ),
  ['a requested page is missing', () => lose(), { ...HEALTHY, files: false }],
  ['a requested encoding is missing', () => lose('.br'), { ...HEALTHY, files: false }],
  ['a visitor requests a made-up file', () => site.inject(`/assets/shell/${NO_SHELL}/a.js`), HEALTHY],
  [
    'a page could not be rendered',
    () => reopenWith({ behind: { 'new.html': BEHIND } }),
    { ...HEALTHY, pages: false },
  ],
  ['an app could not be read', () => reopenWith({ unread: ['shell'] }), { ...HEALTHY, pages: false }],
  ['the directory does not exist', () => reopen({ directory: '/none' }), { ...HEALTHY, disk: false }],
])('/health and /health/live report correctly and in time if %s', async (_what, arrange, checks) => {
  await arrange();
  await expectChecks(checks);
  await expectChecks({ release: ID }, '/health/live');
});

test('/health asks the backend at most once in two seconds, however many monitors ask', async () => {
  const askOften = () => Promise.all(Array.from({ length: 50 }, () => site.inject({ url: '/health' })));
  await askOften();
  await clock.pass(KEPT - 500);
  await askOften();
  expect(asked).toEqual(['/api/health/checks']);
  await expectChecks(HEALTHY);
  expect(asked).toHaveLength(2);
});

test('/health/live sends no request to the backend', async () => {
  await expectChecks({ release: ID }, '/health/live');
  expect(asked).toEqual([]);
});

test('visitors cannot request the backend’s own checks', async () => {
  for (const url of ['/api/health/checks', '/health/other'])
    expect((await site.inject({ url })).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

test.each<[string, () => SiteSource]>([
  ['without a release', () => storeSource(memoryStore())],
  ['if the store hangs', () => ({ ...storeSource(store), live: never, read: never, isIntact: never })],
])('/health and /health/live fail %s', async (_when, newSource) => {
  await reopen({}, newSource());
  await expectChecks({ ...HEALTHY, release: false, pages: false, files: false, watch: false });
  await expectChecks({ release: false }, '/health/live');
});

test('/health reports a missing file until it is restored', async () => {
  const key = `pages/${release.pages['index.html']?.content}`;
  const right = (await store.read(key)) ?? '';
  await lose();
  await expectChecks({ ...HEALTHY, files: false });
  await store.write(key, right);
  await expectChecks(HEALTHY);
});

async function publishOther(): Promise<void> {
  const files = { 'index.html': '<p>Other</p>', '404.html': '<p>None</p>' };
  await recordLive(store, 2, await storeRelease(store, OTHER, files));
}

test('/health does not report a missing file of a release that is no longer live', async () => {
  await lose();
  await publishOther();
  await expectChecks({ ...HEALTHY, release: OTHER });
});

test('/health reports a release that cannot be read', async () => {
  await publishOther();
  await expectChecks({ ...HEALTHY, release: OTHER });
  await store.write(releaseKey(3), '{}');
  await expectChecks({ ...HEALTHY, release: OTHER, files: false });
  await store.remove(releaseKey(3));
  await expectChecks({ ...HEALTHY, release: OTHER });
  await store.write(releaseKey(4), '{}');
  await expectChecks({ ...HEALTHY, release: OTHER, files: false });
  // A damaged release that is older than the live one does not affect the checks.
  await store.write(releaseKey(1), '{}');
  await recordLive(store, 5, release);
  await expectChecks(HEALTHY);
});

const disk = mountSmallDisk('4m');

if (typeof disk === 'string') test.skip(`a full disk: ${disk}`, () => undefined);
else
  test('/health reports a nearly full disk until there is space again', async () => {
    try {
      await reopen({ directory: disk.directory });
      await expectChecks(HEALTHY);
      disk.fill(20);
      await expectChecks({ ...HEALTHY, disk: false });
      disk.clear();
      await expectChecks(HEALTHY);
    } finally {
      disk.remove();
    }
  });
