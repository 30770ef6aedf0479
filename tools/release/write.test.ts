import { expect, test } from '@jest/globals';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { NO_SHELL, storeRelease } from '../testing/storedRelease';
import { releaseKey } from './readRelease';
import { write, writeWhole, type NewParts } from './write';

const ID = '20261121T101500123Z-1a2b3c4d';

/** A release in a store, with nothing new. */
async function stored(): Promise<{ store: Store; parts: NewParts }> {
  const store = memoryStore();
  const release = await storeRelease(store, ID, { 'index.html': 'home' });
  return { store, parts: { release, contents: new Map(), data: new Map(), artifacts: [] } };
}

test('a release that nobody could read is not written, nor anything of it', async () => {
  const [empty, { parts }] = [memoryStore(), await stored()];
  const release = { ...parts.release, apps: { Shell: NO_SHELL } };
  const contents = new Map([['aa', { file: 'a.png', bytes: Buffer.from('a') }]]);
  await expect(write(empty, { ...parts, release, contents })).rejects.toThrow(
    `${releaseKey(ID)} is no manifest: apps > Shell is no name of an app`,
  );
  expect(await empty.walk('')).toEqual([]);
});

// If prune has removed a file of a build that it brings, tests/heavy/race.integration.test.ts has.
test('a release that is written is taken back if it had to wait for a prune that may remove something of it', async () => {
  const { store, parts } = await stored();
  await store.write('prune/1.json', JSON.stringify([releaseKey(ID)]));
  const lines: string[] = [];
  const ending = async (line: string) => {
    lines.push(line);
    if (line.startsWith('Waiting')) await store.remove('prune/1.json');
  };
  expect(await writeWhole(store, parts, (line) => void ending(line))).toBe(false);
  expect(await store.read(releaseKey(ID))).toBeUndefined();
  expect(lines.slice(-2)).toEqual([
    'Waiting for a prune that may remove something that this needs, 15 minutes at most.',
    'Prune was removing something of it meanwhile: starting again.',
  ]);
});
