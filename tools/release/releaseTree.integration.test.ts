import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import type fileSystem from 'node:fs/promises';
import { mkdir, readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Release } from './Release';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryStore } from '../store/directoryStore';
import { removeOldTrees, layOutTree, treeOf } from './releaseTree';
import type { Store } from '../store/Store';
import { updateLiveLink } from './updateLiveLink';

const FIRST = '20261121T101500123Z-1a2b3c4d';
const SECOND = '20261121T101600456Z-5e6f7a8b';
const PREVIEW = '20261121T101700789Z-00112233445566778899aabbccddeeff';
const HOUR = 3_600_000;

let directory: string;
let store: Store;
let release: Release;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  release = await storeRelease(store, FIRST, {
    'index.html': '<p>Home</p>',
    'projects/_.404.html': '<p>Project</p>',
    'robots.txt': 'robots',
    '.well-known/apple-app-site-association': '{}',
  });
});

const trees = async () => (await readdir(join(directory, 'trees')).catch(() => [])).sort();
const inTree = (file: string, id = FIRST) => join(directory, treeOf(id), file);
const age = async (id: string) => {
  const then = new Date(Date.now() - 2 * HOUR);
  await utimes(join(directory, 'trees', id), then, then);
};

describe('the tree of a release', () => {
  test('has each of its files under its own name, as a hard link to its content, in every form', async () => {
    await layOutTree(directory, release);
    const names = (await readdir(inTree(''), { recursive: true })).sort();
    expect(names).toEqual(
      [
        '.well-known',
        '.well-known/apple-app-site-association',
        'projects',
        ...['index.html', 'projects/_.404.html', 'robots.txt', 'release.json'].flatMap((file) => [
          file,
          `${file}.br`,
          `${file}.gz`,
        ]),
      ].sort(),
    );
    expect(await readFile(inTree('index.html'), 'utf8')).toBe('<p>Home</p>');
    expect(brotliDecompressSync(await readFile(inTree('index.html.br'))).toString()).toBe('<p>Home</p>');
    for (const form of ['', '.br', '.gz']) {
      const content = await stat(join(directory, 'pages', `${release.pages['index.html']?.content}${form}`));
      expect((await stat(inTree(`index.html${form}`))).ino).toBe(content.ino);
    }
    expect(await trees()).toEqual([FIRST]);
  });

  test('stays as it is if it is there, and is young again by it', async () => {
    await layOutTree(directory, release);
    const { ino } = await stat(inTree('projects'));
    await age(FIRST);
    await layOutTree(directory, release);
    expect((await stat(inTree('projects'))).ino).toBe(ino);
    expect((await stat(inTree(''))).mtimeMs).toBeGreaterThan(Date.now() - HOUR);
  });

  test('is one whole tree however many lay it out at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => layOutTree(directory, release)));
    expect(await trees()).toEqual([FIRST]);
    expect(await readFile(inTree('robots.txt'), 'utf8')).toBe('robots');
  });

  test('is not there, nor any part of it, if the store lacks one of its contents', async () => {
    await store.remove(`pages/${release.pages['projects/_.404.html']?.content}.gz`);
    await expect(layOutTree(directory, release)).rejects.toThrow('ENOENT');
    expect(await trees()).toEqual([]);
  });

  test.each(['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'EACCES'])(
    'is made of copies of the same times where the file system refuses links: %s',
    async (code) => {
      await jest.isolateModulesAsync(async () => {
        const real = jest.requireActual<object>('node:fs/promises');
        const link = jest.fn(() => Promise.reject(Object.assign(new Error(code), { code })));
        jest.doMock('node:fs/promises', () => ({ ...real, link }));
        const { layOutTree: growAlone } = await import('./releaseTree');
        await growAlone(directory, release);
        expect(link).toHaveBeenCalled();
        jest.dontMock('node:fs/promises');
      });
      for (const form of ['', '.br', '.gz']) {
        const path = join(directory, 'pages', `${release.pages['index.html']?.content}${form}`);
        const [original, copy] = [await stat(path), await stat(inTree(`index.html${form}`))];
        expect(copy.ino).not.toBe(original.ino);
        expect(copy.mtimeMs).toBe(original.mtimeMs);
        expect(await readFile(inTree(`index.html${form}`))).toEqual(await readFile(path));
      }
    },
  );

  test('is not made of copies if the disk is full', async () => {
    await jest.isolateModulesAsync(async () => {
      const real = jest.requireActual<object>('node:fs/promises');
      const link = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
      jest.doMock('node:fs/promises', () => ({ ...real, link }));
      const { layOutTree: growAlone } = await import('./releaseTree');
      await expect(growAlone(directory, release)).rejects.toThrow('ENOSPC');
      jest.dontMock('node:fs/promises');
    });
    expect(await trees()).toEqual([]);
  });
});

describe('a tree is removed', () => {
  const DRAFT = `${SECOND}.8a0f.tmp`;

  test('at once if its release is gone; not if it is served, or may be asked for a while', async () => {
    for (const id of [FIRST, SECOND, PREVIEW, 'gone']) await mkdir(inTree('', id), { recursive: true });
    await removeOldTrees(directory, await trees(), new Set([FIRST, PREVIEW]), new Set([FIRST, SECOND]));
    expect(await trees()).toEqual([FIRST, SECOND, PREVIEW].sort());
  });

  test('after an hour if it is not served any more', async () => {
    for (const id of [FIRST, SECOND]) {
      await mkdir(inTree('', id), { recursive: true });
      await age(id);
    }
    await removeOldTrees(directory, await trees(), new Set([FIRST]), new Set([FIRST, SECOND]));
    expect(await trees()).toEqual([FIRST]);
  });

  test.each([
    [59, [FIRST]],
    [61, []],
  ])('or is not, %i minutes after it was served last', async (minutes, left) => {
    await mkdir(inTree(''), { recursive: true });
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(inTree(''), then, then);
    await removeOldTrees(directory, await trees(), new Set(), new Set([FIRST]));
    expect(await trees()).toEqual(left);
  });

  test('if it is the draft of a process that was killed, and not if it is somebody’s who is at it', async () => {
    await mkdir(inTree('', DRAFT), { recursive: true });
    await removeOldTrees(directory, await trees(), new Set(), new Set());
    expect(await trees()).toEqual([DRAFT]);
    await age(DRAFT);
    await removeOldTrees(directory, await trees(), new Set(), new Set());
    expect(await trees()).toEqual([]);
  });

  test('if it was there before somebody looked which releases there are, and no other', async () => {
    await mkdir(inTree('', SECOND), { recursive: true });
    await removeOldTrees(directory, [], new Set(), new Set());
    expect(await trees()).toEqual([SECOND]);
  });

  test('never if it has become live meanwhile', async () => {
    await recordLive(store, 1, release);
    await age(FIRST);
    await removeOldTrees(directory, await trees(), new Set(), new Set([FIRST]));
    expect(await trees()).toEqual([FIRST]);
    expect(existsSync(join(directory, 'live', 'index.html'))).toBe(true);
  });
});

test('a tree that becomes live after the last look before its removal is there', async () => {
  await recordLive(store, 1, await storeRelease(store, SECOND, { 'index.html': '<p>Second</p>' }));
  await layOutTree(directory, release);
  await age(FIRST);
  const actual = jest.requireActual<typeof fileSystem>('node:fs/promises');
  let looks = 0;
  const readlink = async (path: string) => {
    const link = await actual.readlink(path);
    if ((looks += 1) === 1) await recordLive(store, 2, release);
    return link;
  };
  await jest.isolateModulesAsync(async () => {
    jest.doMock('node:fs/promises', () => ({ ...actual, readlink }));
    const { removeOldTrees: fellAlone } = await import('./releaseTree');
    await fellAlone(directory, [FIRST], new Set([SECOND]), new Set([FIRST, SECOND]));
    jest.dontMock('node:fs/promises');
  });
  expect(await readFile(join(directory, 'live', 'index.html'), 'utf8')).toBe('<p>Home</p>');
  expect(await trees()).toEqual([FIRST, SECOND]);
});

describe('who follows', () => {
  const PREVIEWED = { 'index.html': '<p>Preview</p>' };

  test('lays out what is live and every preview, and keeps the tree that was live for a while', async () => {
    await recordLive(store, 1, release);
    await storeRelease(store, PREVIEW, PREVIEWED);
    await age(FIRST);
    await recordLive(store, 2, await storeRelease(store, SECOND, { 'index.html': '<p>Second</p>' }));
    expect(await trees()).toEqual([FIRST, SECOND, PREVIEW].sort());
    await age(FIRST);
    await updateLiveLink(store);
    expect(await trees()).toEqual([SECOND, PREVIEW].sort());
    await store.remove(`previews/${PREVIEW}.json`);
    await updateLiveLink(store);
    expect(await trees()).toEqual([SECOND]);
  });

  test('makes the new release live although a preview is not whole, and lays that one out when it is', async () => {
    const preview = await storeRelease(store, PREVIEW, PREVIEWED);
    const key = `pages/${preview.pages['index.html']?.content}`;
    await store.remove(key);
    await recordLive(store, 1, release);
    expect(await readFile(join(directory, 'live', 'index.html'), 'utf8')).toBe('<p>Home</p>');
    expect(await trees()).toEqual([FIRST]);
    await store.write(key, PREVIEWED['index.html']);
    await updateLiveLink(store);
    expect(await readFile(inTree('index.html', PREVIEW), 'utf8')).toBe('<p>Preview</p>');
  });

  test('lays out again a tree that somebody has taken away', async () => {
    await recordLive(store, 1, release);
    await rm(inTree(''), { recursive: true });
    await updateLiveLink(store);
    expect(await readFile(join(directory, 'live', 'index.html'), 'utf8')).toBe('<p>Home</p>');
  });
});
