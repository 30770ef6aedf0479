import { beforeEach, describe, expect, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { findRelease, listIds, releaseKey, PREVIEW_ID, readRelease, RELEASE_ID } from './readRelease';

const ID = '20261121T101500123Z-1a2b3c4d';
const PREVIEW = '20261121T101500123Z-00112233445566778899aabbccddeeff';

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
});

describe('an id', () => {
  test.each([`x${ID}`, `${ID}0`, ID.slice(0, -1), ID.toUpperCase(), '2026112T101500123Z-1a2b3c4d', '', '..'])(
    'is no release’s if it is %j',
    (id) => expect(RELEASE_ID.test(id)).toBe(false),
  );

  test.each([`x${PREVIEW}`, `${PREVIEW}0`, PREVIEW.slice(0, -1), ID, ''])(
    'is no preview’s if it is %j',
    (id) => expect(PREVIEW_ID.test(id)).toBe(false),
  );

  test('says where the manifest stands', () => {
    expect(releaseKey(ID)).toBe(`releases/${ID}.json`);
    expect(releaseKey(PREVIEW)).toBe(`previews/${PREVIEW}.json`);
  });
});

describe('a release', () => {
  test('is read by its id, as a preview is', async () => {
    for (const id of [ID, PREVIEW]) {
      await store.write(releaseKey(id), JSON.stringify({ id }));
      expect(await findRelease(store, id)).toEqual({ id });
      expect(await readRelease(store, id)).toEqual({ id });
    }
  });

  test('that is not there is nothing, or an error for whoever named it', async () => {
    expect(await findRelease(store, ID)).toBeUndefined();
    await expect(readRelease(store, ID)).rejects.toThrow(
      `There is no release ${ID}, or it has been removed. See which there are: npm run deploy -- releases.`,
    );
  });

  test('is not looked up by what is no id, even if there is something', async () => {
    await store.write('releases/notes.json', '{}');
    await expect(readRelease(store, 'notes')).rejects.toThrow('There is no release notes');
  });
});

test('ids are listed newest first, and nothing else that lies in the folder', async () => {
  const [older, newer] = ['20261121T101500123Z-1a2b3c4d', '20261121T101500124Z-0a2b3c4d'] as const;
  for (const name of [`${older}.json`, `${newer}.json`, 'notes.json.txt', 'folder/release.json'])
    await store.write(`releases/${name}`, '{}');
  await store.write(`previews/${PREVIEW}.json`, '{}');
  expect(await listIds(store, 'releases')).toEqual([newer, older]);
  expect(await listIds(store, 'previews')).toEqual([PREVIEW]);
  for (const names of [
    ['3', '1', '2'],
    ['2', '3', '1'],
  ]) {
    const unordered = { ...store, list: () => Promise.resolve(names.map((name) => `${name}.json`)) };
    expect(await listIds(unordered, 'releases')).toEqual(['3', '2', '1']);
  }
});
