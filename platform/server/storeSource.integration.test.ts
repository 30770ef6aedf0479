import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { formatRelease, releaseKey } from '../release/readReleases';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { simulatedClock } from '../testing/simulatedClock';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { tinyShell } from '../testing/tinySite';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

const NEXT = '20261121T101600456Z-5e6f7a8b';

let store: Store;
let release: Release;
let site: FastifyInstance;
let reported: string[];
let logged: jest.SpiedFunction<typeof console.error>;

beforeEach(async () => {
  reported = [];
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  store = memoryStore();
  const names = ['404.html', 'index.html', 'about.html', 'projects.html'];
  const files = Object.fromEntries(names.map((name) => [name, name]));
  release = await storeRelease(store, '20261121T101500123Z-1a2b3c4d', files);
  await recordLive(store, 1, release);
  site = await createSite(storeSource(store, { look: 0, log: (line) => void reported.push(line) }));
});
afterEach(async () => {
  await site.close();
  logged.mockRestore();
});

const ask = (url: string) => site.inject({ url });
const log = () => logged.mock.calls.join('\n');

describe('a damaged store', () => {
  test('every page is a 500 if no release is live, and the cause is logged once', async () => {
    await store.remove(releaseKey(1));
    for (const path of ['/about?userId=u&secret=secret-word', '/nowhere']) {
      const { statusCode, headers, body } = await ask(path);
      expect([statusCode, body]).toEqual([500, 'The site cannot answer now.\n']);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(log()).toBe('Nothing has been deployed to the store.');
    expect(log()).not.toMatch(/about|secret/);
    await recordLive(store, 1, release);
    expect((await ask('/about')).statusCode).toBe(200);
  });

  test('if a page is missing, all other pages are still sent', async () => {
    await store.remove(`pages/${release.pages['about.html']?.content}`);
    expect((await ask('/about')).statusCode).toBe(500);
    expect(log()).toMatch(
      /pages\/\w+ of release \S+ is missing from the store\. Make it again: npm run deploy -- --repair/,
    );
    expect((await ask('/')).statusCode).toBe(200);
  });

  test('the last intact release stays live while a newer one is damaged, and the damage is reported', async () => {
    const other = await storeRelease(store, NEXT, { 'index.html': 'other' });
    // `started` stands for a server that starts while the newest releases are damaged. It must serve the same release as
    // the server that is already running.
    const started = storeSource(store, { look: 0 });
    for (const number of [2, 3]) await store.write(releaseKey(number), 'garbage');
    for (const time of [1, 2])
      expect([time, (await ask('/')).headers['x-release']]).toEqual([time, release.id]);
    expect((await started.live()).id).toBe(release.id);
    expect(await started.isIntact()).toBe(false);
    expect(reported).toEqual(
      [3, 2].map((number) =>
        expect.stringMatching(
          new RegExp(
            `^${releaseKey(number)} is not a valid release: .*\\. It is skipped: restore the file, or remove it\\.$`,
          ),
        ),
      ),
    );
    await store.write(releaseKey(3), formatRelease(other));
    expect((await ask('/')).headers['x-release']).toBe(NEXT);
    expect((await started.live()).id).toBe(NEXT);
    expect(await started.isIntact()).toBe(true);
  });
});

test('a missing server bundle is detected without a request for it', async () => {
  const other = await storeRelease(store, NEXT, { 'index.html': 'other' }, tinyShell());
  await recordLive(store, 2, other);
  const source = storeSource(store, { look: 0 });
  expect(await source.isIntact()).toBe(true);
  const key = `builds/shell/${other.builds.shell?.version}/server.cjs`;
  const right = (await store.read(key)) ?? '';
  await store.remove(key);
  expect(await source.isIntact()).toBe(false);
  await store.write(key, right);
  expect(await source.isIntact()).toBe(true);
});

test('checks for a new release in the background, so that no visitor waits', async () => {
  const clock = simulatedClock();
  const other = await storeRelease(store, NEXT, { 'index.html': 'other' });
  let isAnswered = Promise.resolve();
  const slow = steppedStore(store, (step) => (step.startsWith('list ') ? isAnswered : undefined));
  const source = storeSource(slow, { look: 40_000 });
  const live = async () => (await source.live()).id;
  expect(await live()).toBe(release.id);

  let answer = (): void => undefined;
  isAnswered = new Promise((done) => (answer = done));
  await clock.pass(30_000);
  expect(await live()).toBe(release.id);

  await recordLive(store, 2, other);
  answer();
  await clock.pass(5000);
  expect(await live()).toBe(other.id);

  // Simulate a deployment that is suspended, then resumes and removes its release.
  await store.remove(releaseKey(2));
  await clock.pass(50_000);
  expect(await live()).toBe(release.id);
});

test('a new release is noticed although the clock is set back', async () => {
  const clock = simulatedClock();
  const other = await storeRelease(store, NEXT, { 'index.html': 'other' });
  const source = storeSource(store, { look: 40_000 });
  const live = async () => (await source.live()).id;
  expect(await live()).toBe(release.id);
  await clock.jump(-86_400_000);
  await recordLive(store, 2, other);
  await clock.pass(50_000);
  expect(await live()).toBe(other.id);
  await clock.jump(-86_400_000);
  await store.remove(releaseKey(2));
  await clock.pass(50_000);
  expect(await live()).toBe(release.id);
});
