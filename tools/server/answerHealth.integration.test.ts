import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import type { FastifyInstance } from 'fastify';
import { HEARTBEAT } from '../release/heartbeat';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { createSite } from './createSite';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

const ID = '20261121T101500123Z-00000001';
const WELL = { watch: true, disk: true, backend: true, one: true, other: true };

/** How long an answer may take of which every part takes as long as it may. Milliseconds. */
const LONGEST = 4500;

let store: Store;
let directory: string;
let sites: FastifyInstance[];
/** What the backend does when it is asked, and how often it has been. */
let answer: RequestListener;
let asked: string[];
let backendUrl: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  await recordLive(
    store,
    1,
    await storeRelease(store, ID, { 'index.html': '<p>Home</p>', '404.html': '<p>None</p>' }),
  );
  await noted(0);
  sites = [];
  asked = [];
  answer = (_request, response) => response.end('{"one":true,"other":true}');
  backendUrl = await failingServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
});
afterEach(async () => {
  for (const site of sites) await site.close();
});

/** A watcher has succeeded so many seconds ago. */
const noted = (seconds: number) =>
  store.write(HEARTBEAT, new Date(Date.now() - seconds * 1000).toISOString());

async function site(
  source: SiteSource = storeSource(store, { look: 0 }),
  more = {},
): Promise<FastifyInstance> {
  const made = await createSite(source, { backendUrl, directory, ...more });
  sites.push(made);
  return made;
}

/** What the site says of itself, and that it is said in time. */
async function health(of?: FastifyInstance, url = '/health') {
  const asking = of ?? (await site());
  const begun = performance.now();
  const { statusCode, headers, payload } = await asking.inject({ url });
  expect(performance.now() - begun).toBeLessThan(LONGEST);
  expect(headers['cache-control']).toBe('no-store');
  return { status: statusCode, ...(JSON.parse(payload) as object) };
}

test('all is well: 200, with the live release, and yes for each part, the backend’s own among them', async () => {
  expect(await health()).toEqual({ status: 200, release: ID, ...WELL });
  expect(asked).toEqual(['/api/health/duties']);
  expect(await health(undefined, '/health/live')).toEqual({ status: 200, release: ID });
  expect(asked).toHaveLength(1);
});

test('a real backend says what its duties are; no visitor reads them there', async () => {
  const backend = await startTestBackend({ seeded: false });
  try {
    const asking = await site(undefined, { backendUrl: backend.url });
    expect(await health(asking)).toEqual({
      ...{ status: 200, release: ID, watch: true, disk: true, backend: true },
      ...{ mails: true, backups: true, deletions: true },
    });
    expect((await asking.inject({ url: '/api/health/duties' })).statusCode).toBe(404);
  } finally {
    await backend.stop();
  }
}, 60_000);

describe('the watcher', () => {
  test.each([
    ['4 minutes ago', 240],
    ['half a minute ahead, by a clock that differs', -30],
  ])('has succeeded %s: all is well', async (_what, seconds) => {
    await noted(seconds);
    expect(await health()).toMatchObject({ status: 200, watch: true });
  });

  test.each([
    ['has succeeded 6 minutes ago', () => noted(360)],
    ['has succeeded in the future', () => noted(-120)],
    ['says garbage', () => store.write(HEARTBEAT, '\0garbage')],
    ['says nothing', () => store.write(HEARTBEAT, '')],
    ['says a number', () => store.write(HEARTBEAT, String(Date.now()))],
    ['has never succeeded', () => store.remove(HEARTBEAT)],
  ])('%s: 503', async (_what, bringAbout) => {
    await bringAbout();
    expect(await health()).toEqual({ status: 503, release: ID, ...WELL, watch: false });
    expect(await health(undefined, '/health/live')).toEqual({ status: 200, release: ID });
  });
});

describe('the backend', () => {
  const broken = { status: 503, release: ID, watch: true, disk: true, backend: false };

  test.each<[string, RequestListener]>([
    ['is silent', () => undefined],
    ['stops in the middle of its answer', (_request, response) => response.writeHead(200).write('{"one":')],
    [
      'sends a drop from time to time',
      (_request, response) => {
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
      },
    ],
    ['fails', (_request, response) => response.writeHead(500).end('{"one":true}')],
    ['closes the connection', (request) => request.destroy()],
    ['answers with a page', (_request, response) => response.end('<html>')],
    ['answers with nothing', (_request, response) => response.end('{}')],
    ['answers with null', (_request, response) => response.end('null')],
  ])('%s: 503, in time', async (_what, behave) => {
    answer = behave;
    expect(await health()).toEqual(broken);
    expect(await health(undefined, '/health/live')).toEqual({ status: 200, release: ID });
  });

  test.each([[undefined], ['http://127.0.0.1:1']])('is not there (%s): 503', async (nowhere) => {
    expect(await health(await site(undefined, { backendUrl: nowhere }))).toEqual(broken);
  });

  test.each(['false', '"yes"', '1', '{"name":"of somebody"}'])('a duty that is %s is no', async (said) => {
    answer = (_request, response) => response.end(`{"one":true,"other":${said}}`);
    expect(await health()).toEqual({ status: 503, release: ID, ...WELL, other: false });
  });

  test('cannot say anything of the other parts', async () => {
    answer = (_request, response) => response.end('{"watch":true,"release":"another","backend":false}');
    await store.remove(HEARTBEAT);
    expect(await health()).toEqual({ status: 503, release: ID, watch: false, disk: true, backend: true });
  });

  test('is asked once by however many ask at once, and again by the next', async () => {
    const asking = await site();
    await Promise.all(Array.from({ length: 50 }, () => asking.inject({ url: '/health' })));
    expect(asked).toHaveLength(1);
    await health(asking);
    expect(asked).toHaveLength(2);
  });
});

describe('the release', () => {
  test('is none: 503, for a balancer, too', async () => {
    const empty = await site(storeSource(directoryStore(await temporaryDirectory())));
    expect(await health(empty)).toMatchObject({ status: 503, release: false, watch: false, disk: true });
    expect(await health(empty, '/health/live')).toEqual({ status: 503, release: false });
  });

  test('stays while the store cannot be read: a balancer goes on, a monitor is told', async () => {
    let isAway = false;
    const away: Store = {
      ...store,
      read: (key) => (isAway ? Promise.reject(new Error('The store is away.')) : store.read(key)),
    };
    const asking = await site(storeSource(away, { look: 0 }));
    expect(await health(asking)).toMatchObject({ status: 200 });
    isAway = true;
    expect(await health(asking)).toEqual({ status: 503, release: ID, ...WELL, watch: false });
    expect(await health(asking, '/health/live')).toEqual({ status: 200, release: ID });
  });

  test('is in a store that hangs: 503, in time', async () => {
    const never = () => new Promise<never>(() => undefined);
    const hanging = await site({ ...storeSource(store), live: never, read: never });
    expect(await health(hanging)).toEqual({ status: 503, ...WELL, release: false, watch: false });
    expect(await health(hanging, '/health/live')).toEqual({ status: 503, release: false });
  });
});

const disk = mountSmallDisk('4m');

if (typeof disk === 'string') test.skip(`a full disk: ${disk}`, () => undefined);
else
  test('the disk is nearly full: 503, until there is room again', async () => {
    try {
      const asking = await site(undefined, { directory: disk.directory });
      expect(await health(asking)).toMatchObject({ status: 200, disk: true });
      disk.fill(20);
      expect(await health(asking)).toEqual({ status: 503, release: ID, ...WELL, disk: false });
      disk.clear();
      expect(await health(asking)).toMatchObject({ status: 200, disk: true });
    } finally {
      disk.remove();
    }
  });

test('a disk that is not there is no', async () => {
  expect(await health(await site(undefined, { directory: `${directory}/none` }))).toMatchObject({
    status: 503,
    disk: false,
  });
});

test('it is read alone: HEAD has no body, anything else is refused, and below it are pages', async () => {
  const asking = await site();
  const head = await asking.inject({ method: 'HEAD', url: '/health?from=a-monitor' });
  expect([head.statusCode, head.payload]).toEqual([200, '']);
  expect((await asking.inject({ method: 'POST', url: '/health' })).statusCode).toBe(405);
  expect((await asking.inject({ url: '/health/other' })).statusCode).toBe(404);
});
