import { beforeEach, expect, jest, test } from '@jest/globals';
import { userInfo } from 'node:os';
import type { Store } from '../../store/Store';
import { memoryStore } from '../../testing/memoryStore';
import { steppedStore, type Step } from '../../testing/steppedStore';
import { recordLive, storeRelease } from '../../testing/storedRelease';
import { publish } from './publish';
import { liveRelease, releaseKey } from '../readReleases';
import type { Release } from '../Release';

let store: Store;
let release: Release;

beforeEach(async () => {
  store = memoryStore();
  release = await storeRelease(store, '20261121T101500123Z-1a2b3c4d', { 'index.html': 'home' });
});

const publishWhile = (step: Step, happens: () => Promise<unknown>) =>
  publish(
    steppedStore(store, async (next) => {
      if (next === step) await happens();
    }),
    release,
    1,
  );

const record = async (number: number, base?: string) => {
  const next = await storeRelease(store, '20261121T101500123Z-99999999', { '404.html': 'next' });
  await recordLive(store, number, { ...next, ...(base && { base }) });
};

test('a published release is live', async () => {
  expect(await publish(store, release, 1)).toBe(true);
  expect(await liveRelease(store)).toEqual(release);
});

test('publishing fails if the number is taken', async () => {
  await record(1);
  expect(await publish(store, release, 1)).toBe(false);
  expect(await liveRelease(store)).not.toEqual(release);
});

test('publishing fails if the number is a gap that prune has made, and leaves nothing behind', async () => {
  await record(3);
  expect(await publish(store, release, 2)).toBe(false);
  expect(await publishWhile('create releases/', () => record(2))).toBe(false);
  expect((await store.list('releases/')).sort()).toEqual(['2.json.gz', '3.json.gz']);
});

test('if a publisher is suspended after creating its release, the release is live if the next one is based on it', async () => {
  expect(await publishWhile('list releases/', () => record(2, release.id))).toBe(true);
  expect(await store.read(releaseKey(1))).toBeDefined();
});

test('a publisher that looks for the next release skips a release that cannot be read', async () => {
  await store.write(releaseKey(2), '{');
  expect(await publish(store, release, 1)).toBe(true);
  await store.remove(releaseKey(1));
  await record(3);
  expect(await publish(store, release, 1)).toBe(false);
});

test.each([
  ['git’s user', 'Ada Example', 'Ada Example'],
  ['the operating system’s user if git’s is empty', '', userInfo().username],
  ['the operating system’s user without git', undefined, userInfo().username],
])('the operator’s name is that of %s', async (_who, answer, name) => {
  jest.resetModules();
  // Mock git, because environment variables that are set within a Jest test do not reach child processes.
  jest.doMock('../../build/git', () => ({ git: () => answer }));
  const { operatorName: ask } = await import('./publish');
  expect(ask()).toBe(name);
});
