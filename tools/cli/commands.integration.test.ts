import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describePages, describeRelease } from './describeRelease';
import { readBuilds } from './readBuilds';
import { listReleases, readReleases } from './releasesCommand';
import { previewRelease, removePreview } from '../release/previewRelease';
import { PREVIEW_ID, type Release } from '../release/Release';
import { readArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';

jest.setTimeout(60_000);

const site = useTinySite();

/** Where a build comes from that is of a commit. */
const originOf = (commit: string, clean = true) => ({
  ...{ commit, clean },
  ...{ builtAt: '2026-11-22T10:00:00.000Z', node: 'v20.20.2' },
});
const preview = (text = 'MiCora two', more: Partial<Parameters<typeof previewRelease>[0]> = {}) =>
  previewRelease({ store: site.store, artifacts: [tinyMicora(text)], log: site.log, ...more });
const remove = (idOrName: string) => removePreview(site.store, idOrName, site.log);
const previews = async () => (await site.store.list('previews/')).sort();
const namesOf = (...seen: Release[]) => seen.map(({ id }) => `${id}.json`).sort();
const describeWhole = async (release: Release) => (await describeRelease(site.store, release)).join('\n');

describe('§9 a preview', () => {
  test('is complete under an id that nobody can guess, not live, and listed until it is removed', async () => {
    const { store, first } = site;
    const seen = await preview();
    expect(seen.id).toMatch(PREVIEW_ID);
    expect((await site.live()).id).toBe(first.id);
    expect(await previews()).toEqual(namesOf(seen));
    expect(await store.list('releases/')).toEqual(namesOf(first));
    expect(await store.list('history/')).toEqual(['1.json']);
    const shown = await store.read(`pages/${seen.pages['micora.html']?.content}`);
    expect(String(shown)).toContain('<main>MiCora two</main>');
    expect((await listReleases(store)).at(-1)).toMatch(new RegExp(`- +preview +${seen.id} `));
    expect(await describeWhole(seen)).toContain(`after ${first.id}`);
    expect(site.lines).toContain(`Remove it: npm run deploy -- preview --remove ${seen.id}`);

    await remove(seen.id);
    expect(site.lines.at(-1)).toBe(`Preview ${seen.id} is removed.`);
    expect(await previews()).toEqual([]);
    expect((await site.live()).id).toBe(first.id);
    await expect(remove(seen.id)).rejects.toThrow(`There is no release ${seen.id}`);
  });

  test('is made again if something of it is removed meanwhile; if that never ends it is not there', async () => {
    const { store } = site;
    let times = 2;
    const losing: Store = {
      ...store,
      async write(key, content) {
        await store.write(key, content);
        if (key.startsWith('pages/') && key.endsWith('.br') && times-- > 0) await store.remove(key);
      },
    };
    const seen = await preview('MiCora two', { store: losing });
    expect(await previews()).toEqual(namesOf(seen));
    expect(await site.live()).toEqual(site.first);
    await remove(seen.id);
    times = Infinity;
    await expect(preview('MiCora two', { store: losing })).rejects.toThrow(
      'The store lacks something of it, 50 times in a row. See what is live (npm run deploy -- releases), and try again.',
    );
    expect(await previews()).toEqual([]);
    expect(await site.live()).toEqual(site.first);
  });

  test('with a name replaces the earlier one of that name, and no other, and is removed by it', async () => {
    const named = (text: string) => preview(text, { name: 'pr-12' });
    const other = await preview();
    const earlier = await named('MiCora three');
    const seen = await named('MiCora four');
    expect(await previews()).toEqual(namesOf(other, seen));
    expect(site.lines).toContain(`Preview ${earlier.id} is removed.`);
    expect((await readReleases(site.store)).find(({ release }) => release === seen.id)?.name).toBe('pr-12');
    expect((await listReleases(site.store)).join('\n')).toMatch(new RegExp(`${seen.id} .* pr-12 `));

    await remove('pr-12');
    expect(await previews()).toEqual(namesOf(other));
    // Nor is a release removed by its name.
    for (const name of ['pr-12', site.first.id]) {
      await remove(name);
      expect(site.lines.at(-1)).toBe(`There is no preview named ${name}.`);
    }
    expect((await site.live()).id).toBe(site.first.id);
  });

  test('is not there, nor an earlier one of its name, if nothing is to be seen, or all builds are left out', async () => {
    // Nobody is asked for data.
    const leftOut = { artifacts: [], backendUrl: 'http://127.0.0.1:9' };
    for (const nothing of [{}, leftOut]) {
      await preview('MiCora three', { name: 'pr-12' });
      expect(await preview('MiCora', { name: 'pr-12', ...nothing })).toEqual(site.first);
      expect(site.lines.join('\n')).toContain('Nothing to preview');
      expect(await previews()).toEqual([]);
    }
    expect(await site.deploy(leftOut)).toEqual(site.first);
    expect(site.lines.join('\n')).not.toContain('cannot be read');
  });

  test('of a dry run writes nothing', async () => {
    const before = await site.store.walk('');
    await preview('MiCora two', { dryRun: true });
    expect(site.lines.at(-1)).toContain('Would make a preview of');
    expect(await site.store.walk('')).toEqual(before);
  });
});

// The commits between two builds and the rest of a summary, tests/docs/pipeline.integration.test.ts has.
describe('releases', () => {
  test('tell who, what, when, which is live, versions, pages and what changed', async () => {
    const { store, first } = site;
    const second = await site.put(tinyMicora('MiCora two'));
    const [newest = '', older = ''] = await listReleases(store);
    expect(newest).toMatch(new RegExp(`live +${second.id} .*: deploy micora-remote `));
    expect(older).toContain(first.id);
    const shown = await describeWhole(second);
    expect(shown).toContain(
      `| micora-remote | ${second.apps['micora-remote']}, was ${first.apps['micora-remote']} |`,
    );
    expect(shown).toContain(`| studio-remote | ${first.apps['studio-remote']} |`);
    expect(shown).toContain(`after ${first.id}`);
    const pages = (await describePages(store, second)).join('\n');
    expect(pages).toMatch(/\/micora +micora-remote {2}changed$/m);
    expect(pages).toMatch(/\/ +studio-remote$/m);
  });

  test('tell the commits that builds come from; one of another commit that is the same is no release, nor is a preview its origin', async () => {
    const build = tinyMicora('MiCora two');
    const second = await site.put({ ...build, origin: originOf('1'.repeat(40)) });
    const again = { ...build, origin: originOf('2'.repeat(40)) };
    expect((await site.put(again)).id).toBe(second.id);
    await preview('', { artifacts: [again, tinyPortfolio('Work')], backendUrl: site.backendUrl });
    const { builds } = await site.put(tinyPortfolio('All work'));
    expect(builds?.['micora-remote']?.commit).toBe('1'.repeat(40));

    const third = await site.put({ ...tinyMicora('MiCora three'), origin: originOf('3'.repeat(40), false) });
    expect(third.builds).toEqual({ 'micora-remote': originOf('3'.repeat(40), false) });
    const listed = await listReleases(site.store);
    expect(listed[0]).toContain(`micora-remote ${third.apps['micora-remote']} of 3333333+`);
    expect(listed[2]).toContain(`micora-remote ${second.apps['micora-remote']} of 1111111,`);
    expect(await describeWhole(third)).toContain('| 3333333+ |');
    const [newest] = await readReleases(site.store);
    expect(newest).toMatchObject({ release: third.id, state: 'live', builds: third.builds });
    expect((await site.back('micora-remote')).builds?.['micora-remote']?.commit).toBe('1'.repeat(40));
  });
});

// One that a later one has followed, tests/docs/pipeline.integration.test.ts has.
test('a build that has been taken back is left out, and goes live by the name that is advised, also if prune has removed it', async () => {
  const said = jest.spyOn(console, 'log').mockReturnValue();
  const taken = async (apps: string[], folders: string[]) =>
    (await readBuilds(site.store, apps, folders)).map(({ artifact }) => artifact.version);
  const folder = await temporaryDirectory();
  const { version } = await writeBuild(folder, tinyMicora('MiCora two'));
  await writeFile(join(folder, 'server/origin.json'), '{"builtAt":"2026-11-22T10:00:00.000Z","node":"v24"}');
  await site.put(await readArtifact(folder));
  await site.back('micora-remote');
  expect(await taken([], [folder])).toEqual([]);
  const name = `micora-remote@${version}`;
  expect(said).toHaveBeenLastCalledWith(
    `micora-remote ${version} is left out: it was live and has been taken back. To deploy it all the same, name its version: npm run deploy -- ${name}`,
  );
  expect(await taken([name], [])).toEqual([version]);

  for (const file of ['artifact.json', 'server.cjs', 'origin.json'])
    await site.store.remove(`artifacts/micora-remote/${version}/${file}`);
  expect(await taken([], [folder])).toEqual([]);
  expect(said.mock.lastCall?.join()).toContain(
    `check out its commit, and name its version beside the app: npm run deploy -- micora-remote ${name}`,
  );
  await expect(taken([name], [])).rejects.toThrow('The store has no version of micora-remote');
  expect(await taken([name], [folder])).toEqual([version]);
  said.mockRestore();
});
