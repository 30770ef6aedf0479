import { beforeEach, expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { storeRelease } from '../testing/storedRelease';
import { IntegrityError, findRelease, findWhole, listIds, readRelease } from './readRelease';

const ID = '20261121T101500123Z-1a2b3c4d';
const PREVIEW = '20261121T101500123Z-00112233445566778899aabbccddeeff';

let store: Store;

beforeEach(() => {
  store = memoryStore();
});

test.each([
  [
    ...[ID, 'releases', `There is no release ${ID}, or it has been removed.`],
    'It cannot be made live: take another release (npm run deploy -- releases), or put the file back.',
  ],
  [
    ...[PREVIEW, 'previews', `There is no release ${PREVIEW}, or it has been removed.`],
    `Remove it: npm run deploy -- preview --remove ${PREVIEW}.`,
  ],
] as [string, string, string, string][])(
  '%s is read below %s; if it is not there or damaged, only who named it gets an error, with what to do',
  async (id, folder, missing, advice) => {
    expect(await findRelease(store, id)).toBeUndefined();
    expect(await findWhole(store, id)).toBeUndefined();
    await expect(readRelease(store, id)).rejects.toThrow(missing);

    const release = await storeRelease(store, id, { 'index.html': 'home' });
    for (const read of [findRelease, findWhole, readRelease]) expect(await read(store, id)).toEqual(release);

    const key = `${folder}/${id}.json`;
    await store.write(key, '{}');
    const damage = `${key} is no manifest: id is missing, or of another kind`;
    await expect(findRelease(store, id)).rejects.toThrow(new IntegrityError(damage));
    await expect(readRelease(store, id)).rejects.toThrow(`${damage}. ${advice}`);
    const lines: string[] = [];
    expect(await findWhole(store, id, (line) => lines.push(line))).toBeUndefined();
    expect(lines).toEqual([`${damage}. ${advice}`]);
  },
);

test('ids are listed newest first, and nothing else that lies in the folder, nor is it looked up', async () => {
  const [older, newer] = ['20261121T101500123Z-1a2b3c4d', '20261121T101500124Z-0a2b3c4d'] as const;
  const wrong = (id: string) =>
    [`x${id}`, `${id}0`, id.toUpperCase(), id.slice(1)].map((one) => `${one}.json`);
  const others = [...wrong(older), `${older}.text`, `${PREVIEW}.json`, 'notes.json', 'folder/release.json'];
  for (const name of [...others, `${older}.json`, `${newer}.json`])
    await store.write(`releases/${name}`, '{}');
  // A preview is no release, and a release no preview, wherever somebody puts its manifest.
  for (const name of [...wrong(PREVIEW), `${PREVIEW}.json`, `${older}.json`])
    await store.write(`previews/${name}`, '{}');
  expect(await listIds(store, 'releases')).toEqual([newer, older]);
  expect(await listIds(store, 'previews')).toEqual([PREVIEW]);
  await expect(readRelease(store, 'notes')).rejects.toThrow('There is no release notes');
});
