import '../testing/renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listReleases } from '../cli/listReleases';
import type { Store } from '../store/Store';
import { storeBuild } from '../store/storeBuild';
import { pruneLater } from '../testing/pruneLater';
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore } from '../testing/steppedStore';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import type { PruneOptions } from './prune';
import { liveRelease } from './readReleases';
import { listVersions, type Release } from './Release';

const DAY = 86_400_000;

const site = useTinySite();
let clock: ReturnType<typeof simulatedClock>;
beforeEach(() => {
  clock = simulatedClock();
});

let removed: string[];
const pruneAfter = (days: number, more: Partial<PruneOptions> = {}) => {
  const { store = site.store } = more;
  removed = [];
  const remove: Store['remove'] = (key) => (removed.push(key), store.remove(key));
  return pruneLater(days, { log: site.log, ...more, store: { ...store, remove } });
};
const pruneAfterHours = (hours: number, more: Partial<PruneOptions> = {}) =>
  pruneAfter(hours / 24, { keepDays: Infinity, ...more });
/** Prunes 66 minutes later, when all files are more than an hour old. */
const pruneNow = () => pruneAfterHours(1.1, { atOnce: true });
const list = (folder: string) => site.store.list(folder);
const keys = async () => (await site.store.list('', { deep: true })).map(({ key }) => key).sort();
const numbers = async () =>
  (await list('releases/')).map((name) => parseInt(name, 10)).sort((one, other) => other - one);
const getVersion = (app: string, release: Release | undefined = site.first) =>
  release.builds[app]?.version ?? '';

async function filesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const key of await keys()) {
    const bytes = (await site.store.read(key)) ?? Buffer.from('');
    const unpack = { br: brotliDecompressSync, gz: gunzipSync }[key.split('.').at(-1) ?? ''];
    if ((unpack?.(bytes) ?? bytes).includes(text) || key.includes(text)) found.push(key);
  }
  return found;
}

async function refresh(...titles: string[]): Promise<Release[]> {
  const made: Release[] = [];
  for (const title of titles) {
    site.items = [{ id: 'abc', title }];
    made.push(await site.put());
  }
  return made;
}

describe('prune', () => {
  test('files that no release needs are removed when they are a day old', async () => {
    const unneeded = ['probes/1', 'pages/aa', 'pages/aa.br', 'data/aa.json.gz', 'pictures/aa.json'];
    for (const key of unneeded) await site.store.write(key, 'first');
    await pruneAfter(0.9);
    expect(removed).toEqual([]);
    await pruneAfter(1.1);
    expect(removed.sort()).toEqual([...unneeded].sort());
    await site.live();
  });

  test('files in other folders are not removed', async () => {
    for (const key of ['heartbeat', 'notes/a', 'a']) await site.store.write(key, 'by somebody else');
    await pruneAfter(60);
    expect(removed).toEqual([]);
  });

  test('the data, the last version and the builds of a page that is behind are kept', async () => {
    site.items = [
      { id: 'abc', title: BAD },
      { id: 'new', title: BAD },
    ];
    const { pages } = await site.put(tinyShell('Other'), tinyPortfolio('Work'));
    expect(pages['projects/abc.html']).toMatchObject({ shell: getVersion('shell') });
    for (const options of [{}, { atOnce: true }]) await pruneAfter(60, options);
    expect(Object.keys((await site.live()).behind ?? {})).toEqual(['projects/abc.html', 'projects/new.html']);
    for (const app of ['shell', 'studio-remote'])
      expect(await list(`assets/${app}/${getVersion(app)}/`)).not.toEqual([]);
  });

  test('releases that were replaced long ago are removed, with their own pages and builds', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await pruneAfter(29);
    expect(await numbers()).toEqual([2, 1]);
    const before = await keys();
    await pruneAfter(30.5, { dryRun: true });
    expect(site.lines.join()).toContain('Would remove releases/1.json: 1 files');
    expect(site.lines.join()).toMatch(/Would remove pages: 9 files, /);
    expect(site.lines.at(-1)).toBe('Nothing has been removed.');
    expect(await keys()).toEqual(before);
    await pruneAfter(30.5);
    // The builds of a removed release are kept for one more day, because open tabs may load them.
    expect(await list('builds/micora-remote/')).toHaveLength(2);
    expect(removed).toEqual(['releases/1.json.gz', ...Array.from({ length: 9 }, () => expect.anything())]);
    await pruneAfter(31.5);
    // The file that marks the build as complete is removed first.
    expect(removed[0]).toBe(`builds/micora-remote/${getVersion('micora-remote')}/build.json`);
    expect(await numbers()).toEqual([2]);
    for (const folder of ['assets', 'builds'])
      expect(await list(`${folder}/micora-remote/`)).toEqual([getVersion('micora-remote', second)]);
    expect(await filesWith('<main>MiCora</main>')).toEqual([]);
    expect(await site.live()).toEqual(second);
    await site.store.write('releases/2.json.gz', 'garbage');
    await expect(pruneAfter(31)).rejects.toThrow('None of the 1 releases in the store can be read.');
  });

  test('the age of a file is measured by the store’s clock, not by that of the machine that prunes', async () => {
    await site.put(tinyMicora('MiCora two'));
    await clock.jump(400 * DAY);
    await pruneAfter(0, { store: { ...site.store, write: () => Promise.resolve() } });
    expect(removed).toEqual([]);
    await clock.jump(-800 * DAY);
    await pruneAfter(0, { store: { ...site.store, write: () => Promise.resolve() } });
    expect(removed).toEqual([]);
  });

  test('releases are kept long enough even if the clock was set back', async () => {
    const before = await site.put(tinyMicora('MiCora two'));
    await clock.jump(-DAY / 24);
    const after = await site.put(tinyMicora('MiCora three'));
    expect(after.id < before.id).toBe(true);
    const releases = await listReleases(site.store);
    expect(releases.map(({ release }) => release)).toEqual([after.id, before.id, site.first.id]);
    expect(listVersions(await site.back('micora-remote'))).toEqual(listVersions(before));
    await pruneAfter(0, { keepDays: 1 });
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    await pruneAfter(27 / 24, { keepDays: 1 });
    expect(await numbers()).toEqual([4]);
  });

  test('the files of an unfinished deployment are kept for a day', async () => {
    const store: Store = { ...site.store, create: () => Promise.reject(new Error('killed')) };
    const change = { kind: 'deploy' as const, builds: [tinyMicora('Never live')] };
    await expect(site.deploy({ store, change })).rejects.toThrow('killed');
    const left = async () => (await filesWith('Never live')).filter((key) => key.startsWith('pages/'));
    await pruneAfter(0.9, { keepDays: 1 });
    expect(await left()).toHaveLength(3);
    await pruneAfter(1.1, { keepDays: 1 });
    expect(await filesWith('Never live')).toEqual([]);
    expect(await site.live()).toEqual(site.first);
  });
});

describe('prune during other work on the store', () => {
  test('a build that is written again while prune runs stays', async () => {
    await site.put(tinyMicora('Two'));
    let isWritten = false;
    const store = steppedStore(site.store, async (step) => {
      if (!step.startsWith('remove ') || isWritten) return;
      isWritten = true;
      await storeBuild(site.store, {
        ...tinyMicora(),
        origin: { builtAt: new Date().toISOString(), node: 'v24.1.0' },
      });
    });
    await pruneAfter(40, { store });
    expect(isWritten).toBe(true);
    expect(removed.filter((key) => key.includes(getVersion('micora-remote')))).toEqual([]);
    await site.put(tinyMicora());
    await site.live();
  });

  test('a page that prune removes while a release takes it over again is made again', async () => {
    await refresh('Two');
    let isBack = false;
    const store = steppedStore(site.store, async (step) => {
      if (step !== 'remove pages/' || isBack) return;
      isBack = true;
      await refresh('Harbour');
    });
    await pruneAfter(40, { store });
    await site.put();
    await site.live();
    expect(await site.page('projects/abc.html')).toContain('Project Harbour<');
  });

  test('two prunes can run at the same time', async () => {
    await refresh('Two', 'Three');
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await Promise.all([pruneAfter(40, { log }), pruneAfter(40, { log })]);
    await site.live();
    expect(await filesWith('Project Harbour<')).toEqual([]);
    await pruneAfter(40);
    expect(site.lines.at(-1)).toBe('There is nothing to remove.');
  });

  test('a prune stops when its signal aborts', async () => {
    await refresh('Two', 'Three');
    const stopping = new AbortController();
    const store = steppedStore(site.store, (step) => step === 'remove releases/' && stopping.abort());
    await pruneAfter(40, { store, signal: stopping.signal });
    // Removals in progress are completed, but no further ones are started.
    expect(new Set(removed.map((key) => key.split('/')[0]))).toEqual(new Set(['releases']));
    await site.live();
  });
});

describe('prune of releases that changed only data', () => {
  test('a refresh is removed after an hour, and its pages after a day', async () => {
    const [, , third] = await refresh('Two', 'Three', 'Four');
    await pruneAfterHours(0.9);
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    await pruneAfterHours(1.1);
    expect(await numbers()).toEqual([4]);
    expect(await filesWith('Project Three<')).not.toEqual([]);
    await pruneAfterHours(25);
    for (const title of ['Two', 'Three']) expect(await filesWith(`Project ${title}<`)).toEqual([]);
    expect(await site.live()).toEqual(third);
  });

  test('the last release of each set of builds is kept, for rollbacks', async () => {
    await refresh('Two', 'Three');
    await site.put(tinyMicora('MiCora two'));
    await refresh('Four', 'Five', 'Six');
    await pruneAfterHours(1.1);
    expect(await numbers()).toEqual([7, 3]);
    await site.back('micora-remote');
    expect(listVersions(await site.live())).toEqual(listVersions(site.first));
    expect(await site.page('projects/abc.html')).toContain('Project Six<');
  });

  test('a set of builds that was live before, and is live again, has a release of its own', async () => {
    await refresh('Two');
    await site.put(tinyMicora('MiCora two'));
    await site.put(tinyMicora());
    await refresh('Three');
    await pruneAfterHours(1.1);
    expect(await numbers()).toEqual([5, 3, 2]);
  });
});

describe('§8 prune --now', () => {
  test('every trace of a deleted project is removed, but no build that a rollback needs', async () => {
    const TITLE = 'Withdrawn Work';
    const harbour = { id: 'abc', title: 'Harbour' };
    for (const title of [TITLE, `${TITLE}, revised`]) {
      site.items = [harbour, { id: 'gone', title }];
      await site.put();
    }
    await site.put(tinyPortfolio('Work'));
    site.items = [harbour];
    await site.put();
    expect((await filesWith(TITLE)).length).toBeGreaterThan(10);
    await pruneNow();
    for (const text of [TITLE, 'gone.html']) expect(await filesWith(text)).toEqual([]);
    expect(await numbers()).toEqual([5]);
    await site.back();
    expect(listVersions(await site.live())).toEqual(listVersions(site.first));
    expect(await site.page('projects/abc.html')).toContain('<main>Project Harbour</main>');
    expect(await filesWith(TITLE)).toEqual([]);
  });

  test('files that are younger than an hour stay, and the command fails and says so', async () => {
    await refresh('Two');
    await expect(pruneAfterHours(0.5, { atOnce: true })).rejects.toThrow(
      /^\d+ files and 1 releases were written within the last hour, so they stay: a deployment may need them\. Run this again in an hour\.$/,
    );
    expect(await filesWith('Project Harbour<')).not.toEqual([]);
    await pruneNow();
    expect(await filesWith('Project Harbour<')).toEqual([]);
  });

  test('recent releases are removed, but not their builds, which open tabs need', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await site.put(tinyMicora('MiCora three'));
    await pruneNow();
    expect(await numbers()).toEqual([3]);
    expect(await list('assets/micora-remote/')).toContain(getVersion('micora-remote', second));
    await pruneAfter(31.5);
    expect(await list('assets/micora-remote/')).toHaveLength(1);
    expect((await liveRelease(site.store))?.log).toHaveLength(3);
  });
});
