import { beforeEach, describe, expect, test } from '@jest/globals';
import { steppedStore } from '../testing/steppedStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore } from './directoryStore';
import { removeFiles, removeUnused, saysComplete } from './removeFiles';
import type { Store, StoredFile } from './Store';

const COMPLETE = ['artifacts/shell/s1/artifact.json', 'pictures/a2~projects~abc~one.jpg.json'];
const OTHERS = ['assets/shell/s1/main.js', 'artifacts/shell/s1/server.cjs', 'assets/pictures/a1/192.avif'];

let store: Store;
let watched: Store;
let files: StoredFile[];
/** What is removed or written, in its order. */
let changes: string[];

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
  for (const key of [...OTHERS, ...COMPLETE, 'releases/r1.json']) await store.write(key, `of ${key}`);
  files = (await Promise.all(['artifacts/', 'assets/', 'pictures/'].map((key) => store.walk(key)))).flat();
  changes = [];
  watched = steppedStore(store, (step, key) => {
    if (/^(?:remove|write)/.test(step)) changes.push(`${step.split(' ')[0]} ${key}`);
    return Promise.resolve();
  });
});

const left = async () => (await store.walk('')).map(({ key }) => key).sort();
const all = () => [...OTHERS, ...COMPLETE, 'releases/r1.json'].sort();

test('what says that a build or a picture is complete is told from what it is made of', () => {
  for (const key of COMPLETE) expect([key, saysComplete({ key })]).toEqual([key, true]);
  for (const key of [...OTHERS, 'assets/artifact.json.br', 'x-artifact.json'])
    expect([key, saysComplete({ key })]).toEqual([key, false]);
});

test('what says that it is complete is removed first, then the rest, and nothing else', async () => {
  await removeFiles(watched, files);
  expect(changes.slice(0, 2).sort()).toEqual(COMPLETE.map((key) => `remove ${key}`));
  expect(changes.slice(2).sort()).toEqual(OTHERS.map((key) => `remove ${key}`).sort());
  expect(await left()).toEqual(['releases/r1.json']);
});

describe('files are removed unless somebody uses them:', () => {
  test('nobody does, before or afterwards', async () => {
    expect(await removeUnused(watched, files, () => Promise.resolve(false))).toBe(true);
    expect(await left()).toEqual(['releases/r1.json']);
    expect(changes.filter((change) => change.startsWith('write'))).toEqual([]);
  });

  test('somebody does, and nothing is touched', async () => {
    expect(await removeUnused(watched, files, () => Promise.resolve(true))).toBe(false);
    expect(changes).toEqual([]);
  });

  test('somebody begins to meanwhile, and gets them back, last what says that they are complete', async () => {
    let looks = 0;
    const isUsed = () => Promise.resolve((looks += 1) === 2);
    expect(await removeUnused(watched, files, isUsed)).toBe(false);
    expect(await left()).toEqual(all());
    for (const key of all()) expect((await store.read(key))?.toString()).toBe(`of ${key}`);
    expect(changes).toHaveLength(10);
    expect(changes.slice(-2).sort()).toEqual(COMPLETE.map((key) => `write ${key}`));
  });

  test('one that has gone by itself is not brought back', async () => {
    await store.remove('assets/shell/s1/main.js');
    let looks = 0;
    await removeUnused(watched, files, () => Promise.resolve((looks += 1) === 2));
    expect(await left()).toEqual(all().filter((key) => key !== 'assets/shell/s1/main.js'));
  });
});
