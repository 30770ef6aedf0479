import { beforeEach, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { NO_SHELL, storeRelease } from '../testing/storedRelease';
import { releaseKey } from './readRelease';
import type { Release } from './Release';
import { write, writeWhole, type NewParts } from './write';

const ID = '20261121T101500123Z-1a2b3c4d';
const FILES = { 'index.html': 'home', 'about.html': 'about', 'logo.png': 'logo' };

let store: Store;
let release: Release;

beforeEach(async () => {
  store = memoryStore();
  release = await storeRelease(store, ID, FILES);
});

/** The release, which brings nothing but this. */
const bringing = (more: Partial<NewParts> = {}): NewParts => ({
  ...{ release, contents: new Map(), data: new Map(), artifacts: [] },
  ...more,
});

test('a release is written by content, in every form, and its manifest last', async () => {
  const contents = new Map([
    ['aa', { file: 'index.html', bytes: Buffer.from('home') }],
    ['bb', { file: '.well-known/apple-app-site-association', bytes: Buffer.from('{}') }],
  ]);
  const data = new Map([['dd', '{"title":"Harbour"}']]);
  const [lines, written]: string[][] = [[], []];
  const watched = steppedStore(store, (_step, key) => Promise.resolve(void written?.push(key)));
  await write(watched, bringing({ contents, data }), (line) => lines?.push(line));
  expect(lines).toEqual(['Compressing and writing 2 files']);
  expect(written?.at(-1)).toBe(releaseKey(ID));
  expect(written?.sort()).toEqual([
    'data/dd.json',
    ...['', '.br', '.gz'].map((form) => `pages/aa${form}`),
    'pages/bb',
    releaseKey(ID),
  ]);
  const read = async (key: string) => (await store.read(key)) ?? Buffer.from('');
  expect(String(await read('data/dd.json'))).toBe('{"title":"Harbour"}');
  expect(String(await read('pages/aa'))).toBe('home');
  expect(String(brotliDecompressSync(await read('pages/aa.br')))).toBe('home');
  expect(String(gunzipSync(await read('pages/aa.gz')))).toBe('home');
  expect(JSON.parse(String(await read(releaseKey(ID))))).toEqual(release);
});

test('a release that nobody could read is not written, nor anything of it', async () => {
  const empty = memoryStore();
  const apps = { Shell: NO_SHELL };
  const contents = new Map([['aa', { file: 'a.png', bytes: Buffer.from('a') }]]);
  await expect(write(empty, bringing({ release: { ...release, apps }, contents }))).rejects.toThrow(
    `${releaseKey(ID)} is no manifest: apps > Shell is no name of an app`,
  );
  expect(await empty.walk('')).toEqual([]);
});

// If prune has removed a file of a build that it brings, tests/heavy/race.integration.test.ts has.
test('a release that is written is taken back if it had to wait for a prune that may remove something of it', async () => {
  await store.write('prune/1.json', JSON.stringify([releaseKey(ID)]));
  const lines: string[] = [];
  const ending = async (line: string) => {
    lines.push(line);
    if (line.startsWith('Waiting')) await store.remove('prune/1.json');
  };
  expect(await writeWhole(store, bringing(), (line) => void ending(line))).toBe(false);
  expect(await store.read(releaseKey(ID))).toBeUndefined();
  expect(lines.slice(-2)).toEqual([
    'Waiting for a prune that may remove something that this needs, 15 minutes at most.',
    'Prune was removing something of it meanwhile: starting again.',
  ]);
});
