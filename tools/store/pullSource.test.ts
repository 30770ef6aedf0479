import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore } from './directoryStore';
import { refusePulledStore, readPullSource, writePullSource } from './pullSource';
import type { Store } from './Store';

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
});

test('a store of its own has no source, and may be changed', async () => {
  expect(await readPullSource(store)).toBeUndefined();
  await expect(refusePulledStore(store, '/srv/site')).resolves.toBeUndefined();
});

test('a web host’s has one, and is changed there', async () => {
  await writePullSource(store, 's3://site/live');
  expect(await store.list('')).toEqual(['source.json']);
  expect(await readPullSource(store)).toBe('s3://site/live');
  await expect(refusePulledStore(store, '/srv/site')).rejects.toThrow(
    "/srv/site is a web host's copy of s3://site/live: change that one, with --to s3://site/live.",
  );
});
