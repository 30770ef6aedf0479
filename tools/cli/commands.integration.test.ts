import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deploy } from '../release/deploy';
import { describePages, describeRelease } from './describeRelease';
import { listReleases, readReleases } from './listReleases';
import { previewRelease, removePreview } from '../release/previewRelease';
import type { LoadedArtifact } from '../store/readArtifact';
import { readHistory } from '../release/readHistory';
import { PREVIEW_ID, RELEASE_ID } from '../release/readRelease';
import type { Release } from '../release/Release';
import { liveRelease } from '../release/liveRelease';
import { deployPreviewed } from '../testing/deployPreviewed';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { sharedSite } from '../testing/sharedSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { expectWholeStore } from '../testing/expectWholeStore';

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
  deploy({ store: shared, artifacts: [tinyShell(), tinyStudio(), tinyMicora()], log }),
);

/** Where a build comes from that is of a commit. */
const originOf = (commit: string, clean = true) => ({
  ...{ commit, clean },
  ...{ builtAt: '2026-11-22T10:00:00.000Z', node: 'v20.20.2' },
});
const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });
const live = () => expectWholeStore(store);

describe('§9 a preview', () => {
  const preview = async () => previewRelease({ store, artifacts: [tinyMicora('MiCora two')], log });
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
    expect((await describeRelease(store, seen, '.')).join('\n')).toContain(`after ${first.id}`);
    expect(lines).toContain(`Remove it: npm run deploy -- preview --remove ${seen.id}`);
  });

  test('is not there if there is nothing to see', async () => {
    expect(await previewRelease({ store, artifacts: [tinyMicora()], log })).toEqual(first);
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
    const artifacts = [tinyMicora('MiCora two')];
    await expect(previewRelease({ store: pruning, artifacts, log })).rejects.toThrow(
      'Prune has removed something of it 5 times in a row, so there is no preview. Try again.',
    );
    expect(await store.list('previews/')).toEqual([]);
    expect((await live()).id).toBe(first.id);
  });

  test('of builds that are live says nothing of where those come from', async () => {
    const micora = tinyMicora('MiCora two');
    await put({ ...micora, origin: originOf('a'.repeat(40)) });
    await previewRelease({
      store,
      artifacts: [{ ...micora, origin: originOf('b'.repeat(40)) }, tinyStudio('Home two')],
      log,
    });
    const { block } = await put(tinyStudio('Home three'));
    expect(block.builds?.['micora-remote']?.commit).toBe('a'.repeat(40));
  });

  test('is removed: its manifest is gone, and the live site is as it was', async () => {
    const seen = await preview();
    await removePreview(store, seen.id, log);
    expect(lines.at(-1)).toBe(`Preview ${seen.id} is removed.`);
    expect(await previews()).toEqual([]);
    expect((await live()).id).toBe(first.id);
    await expect(removePreview(store, seen.id, log)).rejects.toThrow(`There is no release ${seen.id}`);
  });

  describe('with a name', () => {
    const named = async (text: string) =>
      previewRelease({ store, artifacts: [tinyMicora(text)], name: 'pr-12', log });

    test('replaces the earlier one of that name, and no other', async () => {
      const other = await preview();
      const earlier = await named('MiCora three');
      const seen = await named('MiCora four');
      expect(seen.id).toMatch(PREVIEW_ID);
      expect(await previews()).toEqual([other.id, seen.id].map((id) => `${id}.json`).sort());
      expect(lines).toContain(`Preview ${earlier.id} is removed.`);
      expect((await readReleases(store)).find(({ release }) => release === seen.id)?.name).toBe('pr-12');
      expect((await listReleases(store)).join('\n')).toMatch(new RegExp(`${seen.id} .* pr-12 `));
    });

    test('is removed by it, and by it alone; there may be none', async () => {
      const other = await preview();
      await named('MiCora three');
      await removePreview(store, 'pr-12', log);
      expect(await previews()).toEqual([`${other.id}.json`]);
      // Nor is a release removed by its name.
      for (const name of ['pr-12', first.id]) {
        await removePreview(store, name, log);
        expect(lines.at(-1)).toBe(`There is no preview named ${name}.`);
      }
      expect((await live()).id).toBe(first.id);
    });

    test('is removed once nothing is left to see, or all builds are left out, of which a deployment makes nothing either', async () => {
      await named('MiCora three');
      expect(await named('MiCora')).toEqual(first);
      expect(await store.list('previews/')).toEqual([]);

      await named('MiCora three');
      // Nobody is asked for data.
      const leftOut = { store, artifacts: [], backendUrl: 'http://127.0.0.1:9', log };
      expect(await previewRelease({ ...leftOut, name: 'pr-12' })).toEqual(first);
      expect(await store.list('previews/')).toEqual([]);
      expect(await deploy(leftOut)).toEqual(first);
      expect(lines.join('\n')).not.toContain('cannot be read');
    });
  });

  test('brings builds that are deployed from the store, beside what has become live since', async () => {
    const seen = await preview();
    const other = await put(tinyStudio('Home two'));
    await deployPreviewed(store, seen.id);
    const now = await live();
    expect(now.id).toMatch(RELEASE_ID);
    expect(now.apps).toEqual({ ...other.apps, 'micora-remote': seen.apps['micora-remote'] });
    expect(now.pages['micora.html']).toEqual(seen.pages['micora.html']);
    expect(now.pages['index.html']).toEqual(other.pages['index.html']);
    expect((await readHistory(store))[0]?.what).toBe('deploy micora-remote');
  });
});

test('a dry run of a preview writes nothing', async () => {
  const before = (await readdir(directory, { recursive: true })).sort();
  await previewRelease({ store, artifacts: [tinyMicora('MiCora two')], dryRun: true, log });
  expect(lines.at(-1)).toContain('Would make a preview of');
  expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
});

test('releases tell who, what, when, which is live, versions, pages and what changed', async () => {
  const second = await put(tinyMicora('MiCora two'));
  const [newest = '', older = ''] = await listReleases(store);
  expect(newest).toMatch(new RegExp(`live +${second.id} .*: deploy micora-remote `));
  expect(older).toContain(first.id);
  const shown = (await describeRelease(store, second, '.')).join('\n');
  expect(shown).toContain(
    `| micora-remote | ${second.apps['micora-remote']}, was ${first.apps['micora-remote']} |`,
  );
  expect(shown).toContain(`| studio-remote | ${first.apps['studio-remote']} |`);
  expect(shown).toContain(`after ${first.id}`);
  const pages = (await describePages(store, second)).join('\n');
  expect(pages).toMatch(/\/micora +micora-remote {2}changed$/m);
  expect(pages).toMatch(/\/ +studio-remote$/m);
});

test('releases tell the commits that builds come from; a build of another commit that is the same is no release', async () => {
  const build = tinyMicora('MiCora two');
  const second = await put({ ...build, origin: originOf('1'.repeat(40)) });
  expect((await put({ ...build, origin: originOf('2'.repeat(40)) })).id).toBe(second.id);
  const third = await put({ ...tinyMicora('MiCora three'), origin: originOf('3'.repeat(40), false) });
  expect(third.block.builds).toEqual({ 'micora-remote': originOf('3'.repeat(40), false) });

  const [newest = '', older = ''] = await listReleases(store);
  expect(newest).toContain(`micora-remote ${third.apps['micora-remote']} of 3333333+`);
  expect(older).toContain(`micora-remote ${second.apps['micora-remote']} of 1111111,`);
  expect((await describeRelease(store, third, '.')).join('\n')).toContain('| 3333333+ |');
  const [first] = await readReleases(store);
  expect(first).toMatchObject({ release: third.id, state: 'live', builds: third.block.builds });

  await deploy({ store, back: { app: 'micora-remote' }, log });
  expect((await liveRelease(store))?.block.builds?.['micora-remote']?.commit).toBe('1'.repeat(40));
});

test('releases and summaries name the commits between two builds of an app, where git has them', async () => {
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
    return originOf(git('rev-parse', 'HEAD'));
  };
  const before = await commit('micora-remote/one', 'Begin');
  await commit('micora-remote/two', 'Say it better');
  const after = await commit('studio-remote/one', 'Change the other app');
  await put({ ...tinyMicora('MiCora two'), origin: before });
  const release = await put({ ...tinyMicora('MiCora three'), origin: after });
  const site = 'https://www.example.com/';
  const summarize = async (of: Release) => (await describeRelease(store, of, checkout, site)).join('\n');
  const summary = await summarize(release);
  const [was = '', is = ''] = [before, after].map(({ commit: hash }) => hash.slice(0, 7));
  expect(summary).toContain('**Release**: https://www.example.com\n');
  expect(summary).toMatch(
    new RegExp(`\\| micora-remote \\| \\w+, was \\w+ \\| ${is} \\| [\\d.]+ KB \\| \\+?-?[\\d.]+ KB \\|`),
  );
  expect(summary).toMatch(/^ {4}\+ \w+ Say it better$/m);
  expect(summary).not.toContain('Change the other app');
  const undone = await summarize(await deploy({ store, back: { app: 'micora-remote' }, log }));
  expect(undone).toContain(`| ${was} |`);
  expect(undone).toMatch(/^ {4}- \w+ Say it better$/m);
  const artifacts = [{ ...tinyMicora('MiCora three'), origin: after }];
  const seen = await previewRelease({ store, artifacts, log });
  expect(await summarize(seen)).toContain(`**Preview**: https://www.example.com/?release=${seen.id}\n`);
});
