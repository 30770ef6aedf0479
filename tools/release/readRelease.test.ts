import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { storeRelease } from '../testing/storedRelease';
import { IntegrityError } from './parseRelease';
import {
  findRelease,
  findWhole,
  listIds,
  releaseKey,
  PREVIEW_ID,
  readRelease,
  RELEASE_ID,
} from './readRelease';

const ID = '20261121T101500123Z-1a2b3c4d';
const PREVIEW = '20261121T101500123Z-00112233445566778899aabbccddeeff';

let store: Store;

beforeEach(() => {
  store = memoryStore();
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
      const release = await storeRelease(store, id, { 'index.html': 'home' });
      expect(await findRelease(store, id)).toEqual(release);
      expect(await findWhole(store, id)).toEqual(release);
      expect(await readRelease(store, id)).toEqual(release);
    }
  });

  test('that is not there is nothing, or an error for whoever named it', async () => {
    expect(await findRelease(store, ID)).toBeUndefined();
    expect(await findWhole(store, ID)).toBeUndefined();
    await expect(readRelease(store, ID)).rejects.toThrow(
      `There is no release ${ID}, or it has been removed. See which there are: npm run deploy -- releases.`,
    );
  });

  test('whose manifest is damaged is told, with what to do, and counts as none for those that can do without', async () => {
    const damage = (id: string) => `${releaseKey(id)} is no manifest: id is missing, or of another kind`;
    for (const [id, advice] of [
      [
        ID,
        'It cannot be made live: take another release (npm run deploy -- releases), or put the file back.',
      ],
      [PREVIEW, `Remove it: npm run deploy -- preview --remove ${PREVIEW}.`],
    ] as const) {
      await store.write(releaseKey(id), '{}');
      await expect(findRelease(store, id)).rejects.toThrow(new IntegrityError(damage(id)));
      await expect(readRelease(store, id)).rejects.toThrow(`${damage(id)}. ${advice}`);
      const lines: string[] = [];
      expect(await findWhole(store, id, (line) => lines.push(line))).toBeUndefined();
      expect(lines).toEqual([`${damage(id)}. ${advice}`]);
    }
  });

  test('is not looked up by what is no id, even if there is something', async () => {
    await store.write('releases/notes.json', '{}');
    await expect(readRelease(store, 'notes')).rejects.toThrow('There is no release notes');
  });
});

test('ids are listed newest first, and nothing else that lies in the folder', async () => {
  const [older, newer] = ['20261121T101500123Z-1a2b3c4d', '20261121T101500124Z-0a2b3c4d'] as const;
  const others = [`${older}.json.txt`, `${PREVIEW}.json`, 'notes.json', 'folder/release.json'];
  for (const name of [...others, `${older}.json`, `${newer}.json`])
    await store.write(`releases/${name}`, '{}');
  // A preview is no release, and a release no preview, wherever somebody puts its manifest.
  for (const id of [PREVIEW, older]) await store.write(`previews/${id}.json`, '{}');
  expect(await listIds(store, 'releases')).toEqual([newer, older]);
  expect(await listIds(store, 'previews')).toEqual([PREVIEW]);
});
