import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { copyKey } from '../pictures/pictureKeys';
import { storePicture } from '../pictures/createPictureQueue';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { storeArtifact } from '../store/storeArtifact';
import { tinyPicture } from '../testing/tinyPicture';
import { memoryStore } from '../testing/memoryStore';
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
    await store.remove('history/1.json');
    for (const path of ['/about?userId=u&secret=secret-word', '/nowhere']) {
      const { statusCode, headers, body } = await ask(path);
      expect([statusCode, body]).toEqual([500, 'The site cannot answer now.\n']);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(log()).toMatch(/^Error: Nothing has been deployed to the store\. .+$/);
    expect(log()).not.toMatch(/about|secret/);
    await recordLive(store, 1, release);
    expect((await ask('/about')).statusCode).toBe(200);
    await site.close();
    expect(log()).toMatch(/\n2 times within a minute: Error: Nothing has been deployed/);
  });

  test('if a page is missing or damaged, all other pages are still sent', async () => {
    const contentOf = (page: string) => `pages/${release.pages[page]?.content}`;
    await store.remove(contentOf('about.html'));
    await store.write(contentOf('projects.html'), '<p>of somebody else</p>');
    for (const path of ['/about', '/projects']) expect((await ask(path)).statusCode).toBe(500);
    expect(log()).toMatch(
      /about\.html of release \S+ is missing from the store\. Make it again: npm run deploy -- --repair/,
    );
    expect(log()).toMatch(
      /pages\/\w+ has been altered in the store\. Make it again: npm run deploy -- --repair/,
    );
    expect((await ask('/')).statusCode).toBe(200);
  });

  test('damaged assets are not sent', async () => {
    const build = tinyShell();
    await storeArtifact(store, build);
    await storePicture(store, tinyPicture.name, tinyPicture.copies);
    const script = `assets/shell/${build.artifact.version}/main.js`;
    const copy = copyKey(tinyPicture.name, 480);
    for (const key of [script, copy]) {
      await store.write(key, 'of somebody else');
      expect((await ask(`/${key}`)).statusCode).toBe(500);
      expect(log()).toContain(
        `${key} has been altered in the store. Make it again: npm run deploy -- --repair`,
      );
    }
  });

  test('the last intact release stays live, and the damage is reported', async () => {
    expect((await ask('/')).headers['x-release']).toBe(release.id);
    await store.write(`releases/${NEXT}.json`, 'garbage');
    await recordLive(store, 2, { id: NEXT, apps: release.apps });
    expect((await ask('/')).headers['x-release']).toBe(release.id);
    expect(reported[0]).toContain(`releases/${NEXT}.json is not a valid manifest`);
  });
});

test('a missing or damaged server bundle is detected without a request for it', async () => {
  const other = await storeRelease(store, NEXT, { 'index.html': 'other' }, tinyShell());
  await recordLive(store, 2, other);
  const source = storeSource(store, { look: 0 });
  expect(await source.isIntact()).toBe(true);
  const key = `artifacts/shell/${other.apps.shell}/server.cjs`;
  const right = (await store.read(key)) ?? '';
  for (const spoil of [() => store.write(key, 'altered'), () => store.remove(key)]) {
    await spoil();
    expect(await source.isIntact()).toBe(false);
    await store.write(key, right);
    expect(await source.isIntact()).toBe(true);
  }
  // A bucket's copy contains no server bundles, so the missing bundle is not damage.
  await store.remove(key);
  const copy = storeSource(store, { look: 0, fetchAgain: () => Promise.resolve(undefined) });
  expect(await copy.isIntact()).toBe(true);
});

test('checks for a new release in the background, so that no visitor waits', async () => {
  const clock = simulatedClock();
  const other = await storeRelease(store, NEXT, { 'index.html': 'other' });
  let isAnswered = Promise.resolve();
  const list = (folder: string) => isAnswered.then(() => store.list(folder));
  const source = storeSource({ ...store, list }, { look: 40_000 });
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

  // The deployment removes its history entry.
  await store.remove('history/2.json');
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
  await store.remove('history/2.json');
  await clock.pass(50_000);
  expect(await live()).toBe(release.id);
});
