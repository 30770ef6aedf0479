import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describePages, describeRelease } from './describeRelease';
import { readBuilds } from './readBuilds';
import { commands } from './commands';
import { formatReleases, listReleases } from './listReleases';
import { previewRelease } from '../release/previewRelease';
import { readNumber, releaseKey } from '../release/readReleases';
import { listSources, listVersions, type Release } from '../release/Release';
import { readBuild } from '../store/readBuild';
import { directoryStore } from '../store/directoryStore';
import { copyStore } from '../testing/copyStore';
import { memoryStore } from '../testing/memoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';

jest.setTimeout(60_000);

const site = useTinySite();

const makeOrigin = (commit: string, clean = true) => ({
  commit,
  clean,
  builtAt: '2026-11-22T10:00:00.000Z',
  node: 'v20.20.2',
});
const describeText = async (release: Release, before = 1) =>
  (await describeRelease(site.store, release, await readNumber(site.store, before))).join('\n');

describe('releases', () => {
  test('lists who deployed what, and describes the changes of a release', async () => {
    const { store, first } = site;
    const second = await site.put(tinyMicora('MiCora two'));
    const [newest = '', older = ''] = formatReleases(await listReleases(store));
    expect(newest).toMatch(new RegExp(`live +${second.id} .*: deploy micora-remote `));
    expect(older).toContain(first.id);
    const shown = await describeText(second);
    const findLine = (app: string) => shown.split('\n').find((line) => line.trim().startsWith(app));
    expect(findLine('micora-remote')).toMatch(
      new RegExp(
        ` ${listVersions(second)['micora-remote']}, was ${listVersions(first)['micora-remote']}, \\d\\.\\d KB, \\+\\d\\.\\d KB$`,
      ),
    );
    expect(findLine('studio-remote')).toMatch(
      new RegExp(` ${listVersions(first)['studio-remote']}, \\d\\.\\d KB$`),
    );
    expect(shown).toContain(`after ${first.id}`);
    const pages = describePages(second, first).join('\n');
    expect(pages).toMatch(/\/micora +micora-remote {2}changed$/m);
    expect(pages).toMatch(/\/ +studio-remote$/m);
  });

  test('names each build’s commit: the earliest one if several commits produce the same build', async () => {
    const build = tinyMicora('MiCora two');
    const second = await site.put({ ...build, origin: makeOrigin('1'.repeat(40)) });
    const again = { ...build, origin: makeOrigin('2'.repeat(40)) };
    expect((await site.put(again)).id).toBe(second.id);
    const { builds } = await site.put(tinyPortfolio('All work'));
    expect(builds['micora-remote']?.source?.commit).toBe('1'.repeat(40));

    const third = await site.put({
      ...tinyMicora('MiCora three'),
      origin: makeOrigin('3'.repeat(40), false),
    });
    expect(listSources(third)).toEqual({ 'micora-remote': makeOrigin('3'.repeat(40), false) });
    const listed = formatReleases(await listReleases(site.store));
    expect(listed[0]).toContain(`micora-remote ${listVersions(third)['micora-remote']} of 3333333+`);
    expect(listed[2]).toContain(`micora-remote ${listVersions(second)['micora-remote']} of 1111111,`);
    expect(await describeText(third, 3)).toContain(' of 3333333+, was ');
    const [newest] = await listReleases(site.store);
    expect(newest).toMatchObject({ release: third.id, state: 'live', builds: listSources(third) });
    expect((await site.back('micora-remote')).builds['micora-remote']?.source?.commit).toBe('1'.repeat(40));
  });

  test('lists a live refresh, and the deployments in its log, even those whose releases are gone', async () => {
    await site.put(tinyMicora('MiCora two'));
    site.items = [{ id: 'abc', title: 'Quay' }];
    const live = await site.put();
    await site.store.remove(releaseKey(1));
    const listed = await listReleases(site.store);
    expect(listed.map(({ number, state, what }) => [number, state, what])).toEqual([
      [3, 'live', 'refresh'],
      [2, 'kept', 'deploy micora-remote'],
      [1, 'pruned', 'deploy shell studio-remote micora-remote'],
    ]);
    expect(listed[0]).toMatchObject({ release: live.id, apps: listVersions(live) });
  });

  test('lists the last hundred deployments', async () => {
    for (let count = 1; count <= 100; count += 1) await site.put(tinyMicora(`MiCora ${count}`));
    const listed = await listReleases(site.store);
    expect(listed.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, index) => 101 - index),
    );
    expect(listed.every(({ who, at }) => who && Date.parse(at) > 0)).toBe(true);
  });

  test('describes one release by its number or id, and says why another one cannot be described', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    const folder = await temporaryDirectory();
    const store = directoryStore(folder);
    await copyStore(site.store, store);
    const lines: string[] = [];
    const logged = jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    const show = async (name: string) => {
      lines.length = 0;
      await commands().parseAsync(['releases', '--to', folder, name], { from: 'user' });
      return lines.join('\n');
    };
    for (const name of ['2', second.id]) {
      expect(await show(name)).toContain(
        `Release ${second.id}\nMade ${second.createdAt} after ${site.first.id}`,
      );
      expect(await show(name)).toMatch(/\/micora +micora-remote {2}changed$/m);
    }
    await store.write(releaseKey(2), 'garbage');
    await expect(show('2')).rejects.toThrow(
      'releases/2.json.gz is not a valid release: it is not compressed JSON. It is skipped: restore the file, or remove it.',
    );
    expect(await show('1')).toContain(`Release ${site.first.id}\nMade ${site.first.createdAt}, the first`);
    await expect(show('9')).rejects.toThrow('Release 9 does not exist or has been removed.');
    logged.mockRestore();
  });

  test('lists the previews by their addresses', async () => {
    const previews = memoryStore();
    const builds = [{ ...tinyMicora('MiCora two'), origin: makeOrigin('2'.repeat(40)) }];
    const made = await previewRelease({
      store: site.store,
      previews,
      builds,
      name: 'pr-12',
      log: site.log,
    });
    // An unfinished preview is not listed.
    await previews.write(`pr-1-${'0'.repeat(32)}/pages/a`, '{}');
    expect(await listReleases(site.store)).toHaveLength(1);
    const [, seen, ...others] = await listReleases(site.store, [previews]);
    const { label, release } = made ?? {};
    expect(seen).toMatchObject({
      state: 'preview',
      label,
      release: release?.id,
      apps: release && listVersions(release),
    });
    expect(others).toEqual([]);
    expect(formatReleases(await listReleases(site.store, [previews], 'previews.example.net')).at(-1)).toMatch(
      new RegExp(
        `- +preview +${release?.id} .* https://${label}.previews.example.net .*micora-remote \\w+ of 2222222,`,
      ),
    );
  });
});

test('a deployment skips a build that was rolled back, and advises how to deploy it anyway', async () => {
  const logged = jest.spyOn(console, 'log').mockReturnValue();
  const taken = async (apps: string[], folders: string[]) =>
    (await readBuilds(site.store, apps, folders)).map(({ description }) => description.version);
  const folder = await temporaryDirectory();
  const { version } = await writeBuild(folder, tinyMicora('MiCora two'));
  await writeFile(join(folder, 'server/origin.json'), '{"builtAt":"2026-11-22T10:00:00.000Z","node":"v24"}');
  await site.put(await readBuild(folder));
  await site.back('micora-remote');
  expect(await taken([], [folder])).toEqual([]);
  const name = `micora-remote@${version}`;
  expect(logged).toHaveBeenLastCalledWith(
    `micora-remote ${version} is skipped, because it was rolled back or removed. To deploy it anyway, name its version: npm run deploy -- ${name}`,
  );
  expect(await taken([name], [])).toEqual([version]);

  for (const file of ['build.json', 'server.cjs', 'origin.json'])
    await site.store.remove(`builds/micora-remote/${version}/${file}`);
  expect(await taken([], [folder])).toEqual([]);
  expect(logged.mock.lastCall?.join()).toContain(
    `check out its commit, and name both the app and the version: npm run deploy -- micora-remote ${name}`,
  );
  await expect(taken([name], [])).rejects.toThrow('The store has no version of micora-remote');
  expect(await taken([name], [folder])).toEqual([version]);
  logged.mockRestore();
});
