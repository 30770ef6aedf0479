import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore } from './directoryStore';
import { expectNoHost, readSource, writeSource } from './hostSource';
import type { Store } from './Store';

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
});

test('a store of its own has no source, and may be changed', async () => {
  expect(await readSource(store)).toBeUndefined();
  await expect(expectNoHost(store, '/srv/site')).resolves.toBeUndefined();
});

test('a web host’s has one, and is changed there', async () => {
  await writeSource(store, 's3://site/live');
  expect(await store.list('')).toEqual(['source.json']);
  expect(await readSource(store)).toBe('s3://site/live');
  await expect(expectNoHost(store, '/srv/site')).rejects.toThrow(
    "/srv/site is a web host's copy of s3://site/live: change that one, with --to s3://site/live.",
  );
});
