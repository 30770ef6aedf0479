import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { userInfo } from 'node:os';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore, type Step } from '../testing/steppedStore';
import { NO_SHELL, storeRelease } from '../testing/storedRelease';
import { liveRelease } from './readHistory';
import { REFRESH } from './plan';
import { operatorName, publish } from './publish';
import { releaseKey } from './readRelease';
import type { Release } from './Release';

const builds = { shell: { builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' } };

let store: Store;
let release: Release;

beforeEach(async () => {
  store = memoryStore();
  release = await storeRelease(store, '20261121T101500123Z-1a2b3c4d', { 'index.html': 'home' });
  release.builds = builds;
});

const entry = async (number: number): Promise<unknown> => {
  const content = await store.read(`history/${number}.json`);
  return content && (JSON.parse(content.toString()) as unknown);
};

/** Publishes while something else happens before a step. */
const publishWhile = (step: Step, happens: () => Promise<unknown>) =>
  publish(
    steppedStore(store, async (next) => {
      if (next === step) await happens();
    }),
    release,
    1,
    REFRESH,
  );

const theirs = (number: number, id = 'other') =>
  store.create(`history/${number}.json`, JSON.stringify({ release: id }));

test('a release that is published is live, and the history says of what, when, by whom and how', async () => {
  const before = new Date().toISOString();
  expect(await publish(store, release, 1, 'deploy shell')).toBe(true);
  expect((await liveRelease(store))?.id).toBe(release.id);
  const written = (await entry(1)) as { at: string };
  expect(written).toEqual({
    release: release.id,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    apps: { shell: NO_SHELL },
    uses: [`shell/${NO_SHELL}`],
    builds,
    who: operatorName(),
    what: 'deploy shell',
    nonce: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(written.at >= before).toBe(true);
});

describe('nothing is published', () => {
  test('with a number that is taken, or that prune has taken out of the middle', async () => {
    await theirs(3);
    for (const number of [1, 2, 3]) expect(await publish(store, release, number, REFRESH)).toBe(false);
    expect(await store.list('history/')).toEqual(['3.json']);
    expect(await entry(3)).toEqual({ release: 'other' });
  });

  test('of a release that prune has removed meanwhile', async () => {
    expect(await publishWhile('create history/', () => store.remove(releaseKey(release.id)))).toBe(false);
    expect(await store.list('history/')).toEqual([]);
  });
});

describe('whoever was stopped after the creation, with its machine for one,', () => {
  const ofAnother = '20261121T101500123Z-99999999';

  test('is live if the next one stands on its release', async () => {
    const next = await storeRelease(store, ofAnother, { '404.html': 'next' });
    await store.write(releaseKey(next.id), JSON.stringify({ ...next, base: release.id }));
    expect(await publishWhile('list history/', () => theirs(2, next.id))).toBe(true);
    expect(await entry(1)).toMatchObject({ release: release.id });
  });

  test('publishes nothing if its number was out of the middle of the history', async () => {
    const next = await storeRelease(store, ofAnother, { '404.html': 'next' });
    expect(await publishWhile('create history/', () => theirs(2, next.id))).toBe(false);
    expect(await store.list('history/')).toEqual(['2.json']);
  });
});

test.each([
  ['git’s user', 'Ada Example', 'Ada Example'],
  ['the operating system’s, with an empty name in git', '', userInfo().username],
  ['the operating system’s, without a name in git, or without git', undefined, userInfo().username],
])('who deploys is %s', async (_who, answer, name) => {
  jest.resetModules();
  // Jest gives programs its own environment, so that git itself cannot be told another name.
  jest.doMock('../build/git', () => ({ git: () => answer }));
  const { operatorName: ask } = await import('./publish');
  expect(ask()).toBe(name);
});
