import { beforeEach, describe, expect, test } from '@jest/globals';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore, type Step } from '../testing/steppedStore';
import { NO_SHELL, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { liveRelease } from './liveRelease';
import { operatorName, publish, REFRESH } from './publish';
import { releaseKey } from './readRelease';
import type { Release } from './Release';

const MINUTE = 60_000;
const builds = { shell: { builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' } };

let directory: string;
let store: Store;
let release: Release;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  release = await storeRelease(store, '20261121T101500123Z-1a2b3c4d', { 'index.html': 'home' });
  release.block.builds = builds;
});

const liveLink = () => readlink(join(directory, 'live'));

const entry = async (number: number): Promise<unknown> => {
  const content = await store.read(`history/${number}.json`);
  return content && (JSON.parse(content.toString()) as unknown);
};

/** Publishes while something else happens before a step. */
const publishWhile = (step: Step, happens: () => Promise<void>) =>
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

describe('a release that is published', () => {
  test('is live, and the history says of what, when, by whom and how', async () => {
    const before = new Date().toISOString();
    expect(await publish(store, release, 1, 'deploy shell')).toBe(true);
    expect((await liveRelease(store))?.id).toBe(release.id);
    const written = (await entry(1)) as { at: string };
    expect(written).toEqual({
      release: release.id,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      apps: { shell: NO_SHELL },
      builds,
      who: operatorName(),
      what: 'deploy shell',
      nonce: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(written.at >= before).toBe(true);
  });

  test('by two at once is published by one of them', async () => {
    const both = await Promise.all([
      publish(store, release, 1, REFRESH),
      publish(store, release, 1, REFRESH),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });
});

test('the history calls new data alone what it has always called it', () => {
  expect(REFRESH).toBe('refresh');
});

describe('nothing is published', () => {
  test('with a number that is taken, or that prune has taken out of the middle', async () => {
    await theirs(3);
    for (const number of [1, 2, 3]) expect(await publish(store, release, number, REFRESH)).toBe(false);
    expect(await store.list('history/')).toEqual(['3.json']);
    expect(await entry(3)).toEqual({ release: 'other' });
    await expect(liveLink()).rejects.toThrow('ENOENT');
  });

  test('with a number that somebody takes between the look and the creation', async () => {
    expect(await publishWhile('create history/', async () => expect(await theirs(1)).toBe(true))).toBe(false);
    expect(await entry(1)).toEqual({ release: 'other' });
    await expect(liveLink()).rejects.toThrow('ENOENT');
  });

  test('of a release that prune has removed meanwhile', async () => {
    expect(await publishWhile('create history/', () => store.remove(releaseKey(release.id)))).toBe(false);
    expect(await store.list('history/')).toEqual([]);
    await expect(liveLink()).rejects.toThrow('ENOENT');
  });
});

describe('whoever was stopped before the creation, with its machine for one,', () => {
  test.each([
    ['longer than prune leaves entries, publishes nothing if another is live', 31, true, false],
    ['longer, publishes if none is newer', 31, false, true],
    ['no longer than that, publishes, newer one or not', 29, true, true],
  ])('%s', async (_title, minutes, isAnotherLive, published) => {
    const clock = simulatedClock();
    expect(
      await publishWhile('create history/', async () => {
        await clock.jump(minutes * MINUTE);
        if (isAnotherLive) await theirs(2, release.id);
      }),
    ).toBe(published);
    expect((await entry(1)) !== undefined).toBe(published);
  });
});
