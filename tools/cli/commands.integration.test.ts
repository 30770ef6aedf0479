import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deploy } from '../release/deploy';
import { describeRelease } from './describeRelease';
import { listReleases, readReleases } from './listReleases';
import { previewRelease } from '../release/previewRelease';
import { promote } from '../release/promote';
import type { LoadedArtifact } from '../store/readArtifact';
import { readHistory } from '../release/readHistory';
import { PREVIEW_ID, RELEASE_ID } from '../release/readRelease';
import type { Release } from '../release/Release';
import { liveRelease } from '../release/liveRelease';
import { summarizeRelease } from './summarizeRelease';
import { restore } from '../release/restore';
import { rollback } from '../release/rollback';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { sharedSite } from '../testing/sharedSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { verify } from '../release/verify';
import { withdraw } from '../release/withdraw';

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
  first = await begin(store);
});

const begin = sharedSite(async (shared) =>
  deploy({ store: shared, artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()], log }),
);

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
      `Release ${first.id} cannot be made live: some of its pages or builds have been removed. See which builds there are (npm run deploy -- releases), and take those: npm run deploy -- rollback <app> <version>.`,
    );
    expect((await live()).id).toBe(second.id);
    expect(await store.list('history/')).toHaveLength(2);
  });

  test.each([true, false])('refuses a release of whose builds one is gone, dry run: %s', async (dryRun) => {
    const second = await put(await tinyStudio('Home two'));
    await store.remove(`artifacts/studio-remote/${first.apps['studio-remote']}/artifact.json`);
    await expect(restore({ store, id: first.id, dryRun, log })).rejects.toThrow('cannot be made live');
    expect((await live()).id).toBe(second.id);
    expect(await store.list('history/')).toHaveLength(2);
  });
});

describe('§9 a preview', () => {
  const preview = async () => previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
  const previews = async () => (await store.list('previews/')).sort();

  test('is complete under an id that nobody can guess, and not live', async () => {
    const seen = await preview();
    expect(seen.id).toMatch(PREVIEW_ID);
    expect((await live()).id).toBe(first.id);
    expect(await store.list('previews/')).toEqual([`${seen.id}.json`]);
    expect(await store.list('releases/')).toEqual([`${first.id}.json`]);
    expect(await store.list('history/')).toEqual(['1.json']);
    const shown = await store.read(`pages/${seen.pages['micora.html']?.content}`);
    expect(String(shown)).toContain('<main>MiCora two</main>');
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

  test('of builds that are live says nothing of where those come from', async () => {
    const source = (commit: string) => ({
      commit,
      clean: true,
      builtAt: '2026-11-21T10:00:00.000Z',
      node: 'v24',
    });
    const micora = await tinyMicora('MiCora two');
    await put({ ...micora, origin: source('a'.repeat(40)) });
    await previewRelease({
      store,
      artifacts: [{ ...micora, origin: source('b'.repeat(40)) }, await tinyStudio('Home two')],
      log,
    });
    const { block } = await put(await tinyStudio('Home three'));
    expect(block.builds?.['micora-remote']?.commit).toBe('a'.repeat(40));
  });

  test('is withdrawn: its manifest is gone, and the live site is as it was', async () => {
    const seen = await preview();
    await withdraw({ store, id: seen.id, dryRun: true, log });
    expect(lines.at(-1)).toBe(`Would withdraw preview ${seen.id}. Nothing has been changed.`);
    expect(await previews()).toEqual([`${seen.id}.json`]);
    await withdraw({ store, id: seen.id, log });
    expect(await store.list('previews/')).toEqual([]);
    expect((await live()).id).toBe(first.id);
    await expect(withdraw({ store, id: seen.id, log })).rejects.toThrow(`There is no release ${seen.id}`);
    await expect(promote({ store, id: seen.id, log })).rejects.toThrow(`There is no release ${seen.id}`);
  });

  describe('with a name', () => {
    const named = async (text: string) =>
      previewRelease({ store, artifacts: [await tinyMicora(text)], name: 'pr-12', log });

    test('replaces the earlier one of that name, and no other', async () => {
      const other = await preview();
      const earlier = await named('MiCora three');
      const seen = await named('MiCora four');
      expect(seen.id).toMatch(PREVIEW_ID);
      expect(await previews()).toEqual([other.id, seen.id].map((id) => `${id}.json`).sort());
      expect(lines).toContain(`Preview ${earlier.id} is withdrawn.`);
      expect((await readReleases(store)).find(({ release }) => release === seen.id)?.name).toBe('pr-12');
      expect((await listReleases(store)).join('\n')).toMatch(new RegExp(`${seen.id} .* pr-12 `));
    });

    test('is withdrawn by it, and by it alone; there may be none', async () => {
      const other = await preview();
      await named('MiCora three');
      await withdraw({ store, name: 'pr-12', dryRun: true, log });
      expect(await store.list('previews/')).toHaveLength(2);
      await withdraw({ store, name: 'pr-12', log });
      expect(await store.list('previews/')).toEqual([`${other.id}.json`]);
      await withdraw({ store, name: 'pr-12', log });
      expect(lines.at(-1)).toBe('There is no preview named pr-12.');
      expect((await live()).id).toBe(first.id);
    });

    test('is withdrawn once there is nothing left to see', async () => {
      await named('MiCora three');
      expect(await named('MiCora')).toEqual(first);
      expect(await store.list('previews/')).toEqual([]);
    });
  });

  test('alone can be withdrawn or promoted, and it alone cannot be restored', async () => {
    const seen = await preview();
    const second = await put(await tinyStudio('Home two'));
    for (const { id } of [first, second]) {
      await expect(withdraw({ store, id, log })).rejects.toThrow(`${id} is not a preview.`);
      await expect(promote({ store, id, log })).rejects.toThrow(`${id} is not a preview.`);
    }
    await expect(restore({ store, id: seen.id, log })).rejects.toThrow(
      `${seen.id} is a preview: npm run deploy -- promote ${seen.id}.`,
    );
    expect((await live()).id).toBe(second.id);
    expect(await store.list('history/')).toHaveLength(2);
  });

  test('is promoted: its builds are live, under an id of their own, and it is withdrawn', async () => {
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
    expect(await store.list('previews/')).toEqual([]);
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

test('releases and show tell the commits that builds come from; a build of another commit that is the same is no release', async () => {
  const at = (commit: string, clean = true) => ({
    origin: { commit, clean, builtAt: '2026-11-22T10:00:00.000Z', node: 'v20.20.2' },
  });
  const build = await tinyMicora('MiCora two');
  const second = await put({ ...build, ...at('1'.repeat(40)) });
  expect((await put({ ...build, ...at('2'.repeat(40)) })).id).toBe(second.id);
  const third = await put({ ...(await tinyMicora('MiCora three')), ...at('3'.repeat(40), false) });
  expect(third.block.builds).toEqual({ 'micora-remote': at('3'.repeat(40), false).origin });

  const [newest = '', older = ''] = await listReleases(store);
  expect(newest).toContain(`micora-remote ${third.apps['micora-remote']} of 3333333+`);
  expect(older).toContain(`micora-remote ${second.apps['micora-remote']} of 1111111,`);
  expect((await describeRelease(store, third.id)).join('\n')).toContain(
    'of 3333333+, built 2026-11-22T10:00:00.000Z with Node v20.20.2',
  );
  const [first] = await readReleases(store);
  expect(first).toMatchObject({ release: third.id, state: 'live', builds: third.block.builds });

  await rollback({ store, app: 'micora-remote', log });
  expect((await liveRelease(store))?.block.builds?.['micora-remote']?.commit).toBe('1'.repeat(40));
});

test('show and summaries name the commits between two builds of an app, where git has them', async () => {
  const checkout = await temporaryDirectory();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
      cwd: checkout,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  const commit = async (file: string, subject: string) => {
    await mkdir(dirname(join(checkout, file)), { recursive: true });
    await writeFile(join(checkout, file), subject);
    git('add', '.');
    git('commit', '--quiet', '--message', subject);
    return {
      commit: git('rev-parse', 'HEAD'),
      clean: true,
      builtAt: '2026-11-22T10:00:00.000Z',
      node: 'v24',
    };
  };
  const before = await commit('micora-remote/one', 'Begin');
  await commit('micora-remote/two', 'Say it better');
  const after = await commit('studio-remote/one', 'Change the other app');
  await put({ ...(await tinyMicora('MiCora two')), origin: before });
  const release = await put({ ...(await tinyMicora('MiCora three')), origin: after });
  const shown = (await describeRelease(store, release.id, checkout)).join('\n');
  expect(shown).toMatch(/\+ \w+ Say it better/);
  expect(shown).not.toContain('Change the other app');

  const summarize = (of: Release) =>
    summarizeRelease({ store, release: of, repository: checkout, siteUrl: 'https://www.example.com/' });
  const summary = await summarize(release);
  const [was = '', is = ''] = [before, after].map(({ commit: hash }) => hash.slice(0, 7));
  expect(summary).toContain('**Live**: https://www.example.com\n');
  expect(summary).toMatch(
    new RegExp(`\\| micora-remote \\| \\w+, was \\w+ \\| ${is} \\| [\\d.]+ KB \\| \\+?-?[\\d.]+ KB \\|`),
  );
  expect(summary).toMatch(/^ {4}\+ \w+ Say it better$/m);
  expect(summary).not.toContain('studio-remote');
  expect(summary).toContain(`Pages that differ: 1 of ${Object.keys(release.pages).length}.`);
  const undone = await summarize(await rollback({ store, app: 'micora-remote', log }));
  expect(undone).toContain(`| ${was} |`);
  expect(undone).toMatch(/^ {4}- \w+ Say it better$/m);
  const artifacts = [{ ...(await tinyMicora('MiCora three')), origin: after }];
  const seen = await previewRelease({ store, artifacts, log });
  expect(await summarize(seen)).toContain(`**Preview**: https://www.example.com/?release=${seen.id}\n`);
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
    await appendFile(join(directory, key), ' ');
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
    const manifest = { ...first, pages: { ...pages, 'micora.html': { ...page, version: 'a'.repeat(16) } } };
    await store.write(`releases/${first.id}.json`, JSON.stringify(manifest));
    await expect(verify(store, log)).rejects.toThrow(
      `artifacts/micora-remote/${'a'.repeat(16)}/artifact.json is missing`,
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
