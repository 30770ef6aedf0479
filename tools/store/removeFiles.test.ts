import { beforeEach, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { removeFiles, saysComplete } from './removeFiles';
import type { Store, StoredFile } from './Store';

const COMPLETE = ['artifacts/shell/s1/artifact.json', 'pictures/a3~projects~abc~one.jpg.json'];
const OTHERS = ['assets/shell/s1/main.js', 'artifacts/shell/s1/server.cjs', 'assets/pictures/a1/192.avif'];

let store: Store;
let watched: Store;
let files: StoredFile[];
/** What is removed or written, in its order. */
let changes: string[];

beforeEach(async () => {
  store = memoryStore();
  for (const key of [...OTHERS, ...COMPLETE, 'releases/r1.json']) await store.write(key, `of ${key}`);
  files = (await Promise.all(['artifacts/', 'assets/', 'pictures/'].map((key) => store.walk(key)))).flat();
  changes = [];
  watched = steppedStore(store, (step, key) => {
    if (/^(?:remove|write)/.test(step)) changes.push(`${step.split(' ')[0]} ${key}`);
    return Promise.resolve();
  });
});

const left = async () => (await store.walk('')).map(({ key }) => key).sort();

test('what says that a release, a build or a picture is complete is told from what it is made of', () => {
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
