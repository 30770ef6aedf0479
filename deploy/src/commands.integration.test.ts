import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appendFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from './commands/deploy';
import { describeRelease } from './commands/describeRelease';
import { listReleases } from './commands/listReleases';
import { previewRelease } from './commands/previewRelease';
import { promote } from './commands/promote';
import type { LoadedArtifact } from './build/readArtifact';
import { readHistory } from './release/readHistory';
import { PREVIEW_ID, RELEASE_ID } from './release/readRelease';
import type { Release } from './release/Release';
import { restore } from './commands/restore';
import { directoryStore } from './store/directoryStore';
import type { Store } from './store/Store';
import { expectWholeSite } from './testing/expectWholeSite';
import { temporaryDirectory } from './testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from './testing/tinySite';
import { verify } from './commands/verify';
import { withdraw } from './commands/withdraw';

jest.setTimeout(60_000);

let directory: string;
let store: Store;
let lines: string[];
let first: Release;
const log = (line: string): void => void lines.push(line);

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  lines = [];
  first = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
});

const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });
const live = () => expectWholeSite(directory);

describe('restore', () => {
  test('makes a whole earlier release live, as the next in history', async () => {
    await put(await tinyStudio('Home two'));
    await restore({ store, id: first.id, log });
    expect((await live()).id).toBe(first.id);
    expect((await readHistory(store)).map(({ number }) => number)).toEqual([3, 2, 1]);
    await restore({ store, id: first.id, log });
    expect(lines.at(-1)).toBe(`Release ${first.id} is live already.`);
    expect(await store.list('history/')).toHaveLength(3);
  });

  test.each(['../live', '20261121T101500123Z-1a2b3c4d', '', 'x'])('refuses %j, which is none', async (id) => {
    await expect(restore({ store, id, log })).rejects.toThrow(`There is no release ${id}`);
    expect((await live()).id).toBe(first.id);
  });

  test('refuses a release whose pages are gone, and says what to do instead', async () => {
    const second = await put(await tinyStudio('Home two'));
    await store.remove(`pages/${first.pages['index.html']?.content}.br`);
    await expect(restore({ store, id: first.id, log })).rejects.toThrow(
      `Release ${first.id} cannot be made live: 1 of its pages have been removed. Take its builds instead: npm run deploy -- rollback <app> <version>.`,
    );
    expect((await live()).id).toBe(second.id);
    expect(await store.list('history/')).toHaveLength(2);
  });
});

describe('§9 a preview', () => {
  const preview = async () => previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
  const trees = async () => (await readdir(join(directory, 'trees'))).sort();

  test('is complete under an id that nobody can guess, and not live', async () => {
    const seen = await preview();
    expect(seen.id).toMatch(PREVIEW_ID);
    expect((await live()).id).toBe(first.id);
    expect(await store.list('previews/')).toEqual([`${seen.id}.json`]);
    expect(await store.list('releases/')).toEqual([`${first.id}.json`]);
    expect(await store.list('history/')).toEqual(['1.json']);
    expect(await trees()).toEqual([first.id, seen.id].sort());
    const shown = await readFile(join(directory, 'trees', seen.id, 'micora.html'), 'utf8');
    expect(shown).toContain('<main>MiCora two</main>');
    expect((await listReleases(store)).at(-1)).toMatch(new RegExp(`- +preview +${seen.id} `));
    expect((await describeRelease(store, seen.id)).join('\n')).toContain(`After ${first.id}`);
    expect(lines).toContain(`Withdraw it: npm run deploy -- withdraw ${seen.id}`);
  });

  test('is not there if there is nothing to see', async () => {
    expect(await previewRelease({ store, artifacts: [await tinyMicora()], log })).toEqual(first);
    expect(lines.at(-1)).toContain('Nothing to preview');
    expect(await store.list('previews/')).toEqual([]);
  });

  test('is not there if prune has removed something of it meanwhile, and says so', async () => {
    const pruning: Store = {
      ...store,
      async write(key, content) {
        await store.write(key, content);
        if (!key.startsWith('previews/')) return;
        const { pages } = JSON.parse(content.toString()) as Release;
        await store.remove(`pages/${pages['micora.html']?.content}`);
      },
    };
    const artifacts = [await tinyMicora('MiCora two')];
    await expect(previewRelease({ store: pruning, artifacts, log })).rejects.toThrow(
      'Something was removed by prune meanwhile, so there is no preview. Try again.',
    );
    expect(await store.list('previews/')).toEqual([]);
    expect((await live()).id).toBe(first.id);
  });

  test('is withdrawn: its manifest and its tree are gone, and the live site is as it was', async () => {
    const seen = await preview();
    await withdraw({ store, id: seen.id, dryRun: true, log });
    expect(lines.at(-1)).toBe(`Would withdraw preview ${seen.id}. Nothing has been changed.`);
    expect(await trees()).toContain(seen.id);
    await withdraw({ store, id: seen.id, log });
    expect(await store.list('previews/')).toEqual([]);
    expect(await trees()).toEqual([first.id]);
    expect((await live()).id).toBe(first.id);
    await expect(withdraw({ store, id: seen.id, log })).rejects.toThrow(`There is no release ${seen.id}`);
    await expect(promote({ store, id: seen.id, log })).rejects.toThrow(`There is no release ${seen.id}`);
  });

  test('alone can be withdrawn or promoted, and it alone cannot be restored', async () => {
    const seen = await preview();
    const second = await put(await tinyStudio('Home two'));
    for (const { id } of [first, second]) {
      await expect(withdraw({ store, id, log })).rejects.toThrow(`${id} is no preview.`);
      await expect(promote({ store, id, log })).rejects.toThrow(`${id} is no preview.`);
    }
    await expect(restore({ store, id: seen.id, log })).rejects.toThrow(
      `${seen.id} is a preview: npm run deploy -- promote ${seen.id}.`,
    );
    expect((await live()).id).toBe(second.id);
    expect(await store.list('history/')).toHaveLength(2);
  });

  test('is promoted: its pages are live byte by byte, under an id of their own, and it is withdrawn', async () => {
    const seen = await preview();
    await promote({ store, id: seen.id, dryRun: true, log });
    expect((await live()).id).toBe(first.id);
    expect(await store.list('previews/')).toHaveLength(1);
    lines = [];
    const promoted = await promote({ store, id: seen.id, log });
    const now = await live();
    expect(now).toEqual(promoted);
    expect(now.id).toMatch(RELEASE_ID);
    expect(now.apps).toEqual(seen.apps);
    expect(now.pages).toEqual(seen.pages);
    expect(lines).toContain(`Rendering 0 pages, keeping ${Object.keys(seen.pages).length}`);
    expect(await store.list('previews/')).toEqual([]);
    expect(await trees()).not.toContain(seen.id);
    expect((await readHistory(store))[0]?.what).toBe(`promote micora-remote ${seen.apps['micora-remote']}`);
    await verify(store, log);
  });

  test('is composed again if something else has become live since', async () => {
    const seen = await preview();
    const other = await put(await tinyStudio('Home two'));
    await promote({ store, id: seen.id, log });
    const now = await live();
    expect(now.apps).toEqual({ ...other.apps, 'micora-remote': seen.apps['micora-remote'] });
    expect(now.pages['micora.html']).toEqual(seen.pages['micora.html']);
    expect(now.pages['index.html']).toEqual(other.pages['index.html']);
  });

  test('that is already live is withdrawn all the same', async () => {
    const seen = await preview();
    const same = await put(await tinyMicora('MiCora two'));
    expect(await promote({ store, id: seen.id, log })).toEqual(same);
    expect(await store.list('previews/')).toEqual([]);
  });
});

test('a dry run says what would happen and writes nothing', async () => {
  const before = (await readdir(directory, { recursive: true })).sort();
  await deploy({ store, artifacts: [await tinyMicora('MiCora two')], dryRun: true, log });
  expect(lines).toContain('Would write micora.html');
  expect(lines).not.toContain('Would write index.html');
  await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], dryRun: true, log });
  expect(lines.at(-1)).toContain('Would make a preview of');
  expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
});

test('releases and show tell who, what, when, which is live, versions, pages and what changed', async () => {
  const second = await put(await tinyMicora('MiCora two'));
  const [newest = '', older = ''] = await listReleases(store);
  expect(newest).toMatch(new RegExp(`live +${second.id} .*: deploy micora-remote `));
  expect(older).toContain(first.id);
  const shown = (await describeRelease(store, second.id)).join('\n');
  expect(shown).toContain(`${second.apps['micora-remote']}`);
  expect(shown).toContain(`, was ${first.apps['micora-remote']}`);
  expect(shown).toContain(`After ${first.id}`);
  expect(shown).toMatch(/\/micora +micora-remote +\d+\.\d KB, \d+\.\d KB as brotli {2}changed/);
  expect(shown).toMatch(/\/ +studio-remote +\d+\.\d KB, \d+\.\d KB as brotli$/m);
  await put(await tinyStudio('Home two'));
  await expect(describeRelease(store, '../live')).rejects.toThrow('There is no release ../live');
});

describe('verify', () => {
  test('is content with what was deployed', async () => {
    await verify(store, log);
    expect(lines.at(-1)).toMatch(/is whole: \d+ files\.$/);
  });

  test.each([
    ['index.html', ''],
    ['index.html', '.br'],
    ['projects/_.html', '.gz'],
    ['robots.txt', ''],
    ['release.json', '.br'],
  ])('finds %s%s that was altered, or is missing', async (file, form) => {
    const key = `pages/${first.pages[file]?.content ?? first.files[file]}${form}`;
    await appendFile(join(directory, 'live', file + form), ' ');
    await expect(verify(store, log)).rejects.toThrow(`Release ${first.id} is damaged`);
    await expect(verify(store, log)).rejects.toThrow(`${key} has been altered`);
    await store.remove(key);
    await expect(verify(store, log)).rejects.toThrow(`${key} is missing`);
  });

  test('finds a server bundle that was altered, and a build that is missing', async () => {
    const [shell, micora] = ['shell', 'micora-remote'].map((app) => `artifacts/${app}/${first.apps[app]}`);
    await appendFile(join(directory, `${shell}/server.cjs`), ' ');
    await store.remove(`${micora}/artifact.json`);
    await expect(verify(store, log)).rejects.toThrow(
      `${micora}/artifact.json is missing\n  ${shell}/server.cjs has been altered`,
    );
  });

  test('looks at the builds of every page, also at one that is not its app’s any more', async () => {
    const { 'micora.html': page, ...pages } = first.pages;
    const manifest = { ...first, pages: { ...pages, 'micora.html': { ...page, version: 'older' } } };
    await store.write(`releases/${first.id}.json`, JSON.stringify(manifest));
    await expect(verify(store, log)).rejects.toThrow(
      'artifacts/micora-remote/older/artifact.json is missing',
    );
  });

  test('finds an asset that is missing, and a compressed form that is not it', async () => {
    const folder = join(directory, 'assets/shell', first.apps.shell ?? '');
    await rm(join(folder, 'main.js'));
    await appendFile(join(folder, 'shell.main.css.gz'), 'x');
    await expect(verify(store, log)).rejects.toThrow(
      /main\.js is missing[^]*shell\.main\.css\.gz has been altered/,
    );
  });
});
