import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyPicture } from '../testing/tinyPicture';
import { releaseKey } from './readRelease';
import type { Release } from './Release';
import { dataKey } from './parseRelease';
import { missingContents, write } from './write';

const ID = '20261121T101500123Z-1a2b3c4d';

/** What a release may bring beside its contents. */
const NOTHING = { data: new Map<string, string>(), artifacts: [] };

let store: Store;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
});

test('a release is written by content, in every form, and its manifest last', async () => {
  const release = await storeRelease(store, ID, {});
  const contents = new Map([
    ['aa', { file: 'index.html', bytes: Buffer.from('home') }],
    ['bb', { file: '.well-known/apple-app-site-association', bytes: Buffer.from('{}') }],
  ]);
  const data = new Map([['dd', '{"title":"Harbour"}']]);
  const lines: string[] = [];
  const written: string[] = [];
  const watched = steppedStore(store, (_step, key) => Promise.resolve(void written.push(key)));
  await write(watched, { ...NOTHING, release, contents, data }, (line) => lines.push(line));
  expect(lines).toEqual(['Compressing and writing 2 files']);
  expect([...written].sort()).toEqual([
    'data/dd.json',
    'pages/aa',
    'pages/aa.br',
    'pages/aa.gz',
    'pages/bb',
    releaseKey(ID),
  ]);
  expect(written.at(-1)).toBe(releaseKey(ID));
  const read = async (key: string) => (await store.read(key)) ?? Buffer.from('');
  expect((await read('data/dd.json')).toString()).toBe('{"title":"Harbour"}');
  expect((await read('pages/aa')).toString()).toBe('home');
  expect(brotliDecompressSync(await read('pages/aa.br')).toString()).toBe('home');
  expect(gunzipSync(await read('pages/aa.gz')).toString()).toBe('home');
  expect(JSON.parse((await read(releaseKey(ID))).toString())).toEqual(release);
});

test('a release that nobody could read is not written, nor anything of it', async () => {
  const release = await storeRelease(memoryStore(), ID, {});
  const apps = { Shell: release.block.shell };
  const contents = new Map([['aa', { file: 'a.png', bytes: Buffer.from('a') }]]);
  await expect(write(store, { ...NOTHING, release: { ...release, apps }, contents })).rejects.toThrow(
    `${releaseKey(ID)} is no manifest: apps > Shell is no name of an app`,
  );
  expect(await store.walk('')).toEqual([]);
});

test('long writing says how far it is', async () => {
  let now = 0;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 3000));
  const lines: string[] = [];
  const contents = new Map([['aa', { file: 'a.png', bytes: Buffer.from('a') }]]);
  const release = await storeRelease(store, ID, {});
  await write(store, { ...NOTHING, release, contents }, (line) => lines.push(line));
  clock.mockRestore();
  expect(lines.at(-1)).toBe('  1 of 1');
});

describe('a release lacks', () => {
  const FILES = { 'index.html': 'home', 'about.html': 'about', 'logo.png': 'logo' };
  let release: Release;
  const contentOf = (file: string) => release.pages[file]?.content ?? release.files[file] ?? '';
  const lacking = async () => [...(await missingContents(store, release))].sort();

  beforeEach(async () => {
    release = await storeRelease(store, ID, FILES);
  });

  test('nothing if it has been written', async () => expect(await lacking()).toEqual([]));

  test.each(['', '.br', '.gz'])('a content of which one form is gone: %j', async (form) => {
    await store.remove(`pages/${contentOf('about.html')}${form}`);
    expect(await lacking()).toEqual([contentOf('about.html')]);
  });

  test('a content with one form only if that is gone', async () => {
    await store.remove(`pages/${contentOf('logo.png')}`);
    expect(await lacking()).toEqual([contentOf('logo.png')]);
  });

  test('nothing if a picture of it has no copies', async () => {
    const page = release.pages['index.html'];
    if (page) page.pictures = [tinyPicture.name];
    expect(await lacking()).toEqual([]);
  });

  test('a page whose data is gone, so that the next deployment stores it again', async () => {
    const page = release.pages['index.html'];
    if (page) page.data = 'd'.repeat(64);
    expect(await lacking()).toEqual([contentOf('index.html')]);
    await store.write(dataKey('d'.repeat(64)), '{}');
    expect(await lacking()).toEqual([]);
  });
});
