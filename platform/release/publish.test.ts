import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { userInfo } from 'node:os';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore, type Step } from '../testing/steppedStore';
import { NO_SHELL, storeRelease } from '../testing/storedRelease';
import { latestNumber, liveEntry, liveRelease, readHistory } from './readHistory';
import { REFRESH } from './plan';
import { operatorName, publish } from './publish';
import { IntegrityError, releaseKey } from './readRelease';
import type { Release } from './Release';
import { write } from './write';

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

/** Publishes the release, and calls `happens` just before the given step. */
const publishWhile = (step: Step, happens: () => Promise<unknown>) =>
  publish(
    steppedStore(store, async (next) => {
      if (next === step) await happens();
    }),
    release,
    1,
    REFRESH,
  );

/** Writes a history entry. */
const record = (number: number, id: string) =>
  store.write(`history/${number}.json`, JSON.stringify({ release: id, number: 1 }));

/** A release with these apps and one new file. */
const bringing = (apps = release.apps) => {
  const contents = new Map([['aa', { file: 'a.png', bytes: Buffer.from('a') }]]);
  return { release: { ...release, apps }, contents, data: new Map<string, string>(), artifacts: [] };
};

test('a release with an invalid manifest is not written at all', async () => {
  const empty = memoryStore();
  await expect(write(empty, bringing({ Shell: NO_SHELL }))).rejects.toThrow(
    `${releaseKey(release.id)} is not a valid manifest: apps > Shell is not an app name`,
  );
  expect(await empty.walk('')).toEqual([]);
});

test('the manifest is written first, and removed if another write fails', async () => {
  const empty = memoryStore();
  const keys: string[] = [];
  let isFull = false;
  const watched = steppedStore(empty, (step, key) => {
    if (step.startsWith('write')) keys.push(key);
    if (isFull && step === 'write pages/') throw new Error('full');
  });
  await write(watched, bringing());
  expect(keys).toEqual([releaseKey(release.id), 'pages/aa']);
  isFull = true;
  await expect(write(watched, bringing())).rejects.toThrow('full');
  expect(await empty.list('releases/')).toEqual([]);
});

test('a published release is live, and the history records when, by whom and how', async () => {
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

describe('publishing', () => {
  test('publishing fails if the number has been used, even if its history entry is gone', async () => {
    await record(3, 'other');
    for (const number of [1, 2, 3]) expect(await publish(store, release, number, REFRESH)).toBe(false);
    expect(await store.list('history/')).toEqual(['3.json']);
    expect(await entry(3)).toMatchObject({ release: 'other' });
  });

  test('publishing fails if prune has removed the release meanwhile', async () => {
    expect(await publishWhile('create history/', () => store.remove(releaseKey(release.id)))).toBe(false);
    expect(await store.list('history/')).toEqual([]);
  });
});

describe('a deployment that is suspended after creating its history entry', () => {
  const nextId = '20261121T101500123Z-99999999';

  test('a suspended deployment has gone live if the next release is based on its release', async () => {
    const next = await storeRelease(store, nextId, { '404.html': 'next' });
    await store.write(releaseKey(next.id), JSON.stringify({ ...next, base: release.id }));
    expect(await publishWhile('list history/', () => record(2, next.id))).toBe(true);
    expect(await entry(1)).toMatchObject({ release: release.id });
  });

  test('a suspended deployment publishes nothing if its number fills a gap in the history', async () => {
    const next = await storeRelease(store, nextId, { '404.html': 'next' });
    expect(await publishWhile('create history/', () => record(2, next.id))).toBe(false);
    expect(await store.list('history/')).toEqual(['2.json']);
  });
});

describe('the live release', () => {
  const idOf = (number: number) => `20261121T101500123Z-0000000${number}`;

  async function put(number: number, id: string): Promise<void> {
    await storeRelease(store, id, {});
    await record(number, id);
  }

  beforeEach(async () => {
    // None of these files is a history entry.
    for (const name of ['27.json.bak', 'x28.json', '31.txt', '.json', 'notes.json'])
      await store.write(`history/${name}`, '{}');
  });

  test('the live release has the highest number, and may have been live before', async () => {
    expect(await latestNumber(store)).toBe(0);
    expect(await liveRelease(store)).toBeUndefined();
    const history: [number: number, id: string][] = [
      [10, idOf(1)],
      [9, idOf(9)],
      [2, idOf(2)],
      [1, idOf(1)],
    ];
    for (const [number, id] of history) await put(number, id);
    expect(await latestNumber(store)).toBe(10);
    expect(await liveRelease(store)).toMatchObject({ id: idOf(1) });
    expect((await readHistory(store)).map(({ number, release }) => [number, release])).toEqual(history);
  });

  test('the previous release is live if the newest entry is removed while it is read', async () => {
    for (const number of [1, 2]) await put(number, idOf(number));
    const looked = steppedStore(store, async (_step, key) => {
      if (key === 'history/2.json') await store.remove(key);
    });
    expect(await liveEntry(looked)).toMatchObject({ number: 1, release: { id: idOf(1) } });
    await record(2, idOf(2));
    expect((await readHistory(looked)).map(({ number }) => number)).toEqual([1]);
  });

  test('the newest release that exists is live; if none is left, there is an error', async () => {
    await record(2, idOf(2));
    await record(1, idOf(1));
    await expect(liveRelease(store)).rejects.toThrow(`releases/${idOf(2)}.json is missing from the store.`);
    await storeRelease(store, idOf(1), {});
    expect(await liveEntry(store)).toMatchObject({ number: 1, newest: 2, release: { id: idOf(1) } });
  });

  test('a damaged newest manifest is an error', async () => {
    for (const number of [1, 2]) await put(number, idOf(number));
    await store.write(`releases/${idOf(2)}.json`, '{}');
    const looking = liveRelease(store);
    await expect(looking).rejects.toBeInstanceOf(IntegrityError);
    await expect(looking).rejects.toThrow(
      /^releases\/.*-00000002\.json is not a valid manifest: .*\. This release is live: restore the file, or remove history\/2\.json to make the previous release live\.$/,
    );
  });
});

test.each([
  ['git’s user', 'Ada Example', 'Ada Example'],
  ['the operating system’s user if git’s is empty', '', userInfo().username],
  ['the operating system’s user without git', undefined, userInfo().username],
])('the operator’s name is that of %s', async (_who, answer, name) => {
  jest.resetModules();
  // Child processes do not see Jest's environment, so environment variables cannot set git's user name here.
  jest.doMock('../build/git', () => ({ git: () => answer }));
  const { operatorName: ask } = await import('./publish');
  expect(ask()).toBe(name);
});
