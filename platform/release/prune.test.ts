import '../testing/renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readReleases } from '../cli/releasesCommand';
import type { Store } from '../store/Store';
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore } from '../testing/steppedStore';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { prune } from './prune';
import { readHistory } from './readHistory';
import { releaseKey } from './readRelease';
import type { Release } from './Release';

const DAY = 86_400_000;
const NEXT = '20261121T101600456Z-5e6f7a8b';

const site = useTinySite();
let clock: ReturnType<typeof simulatedClock>;
beforeEach(() => {
  clock = simulatedClock();
});

/** The keys that the last prune removed, in order. */
let removed: string[];
const pruneAfter = (days: number, more: Partial<Parameters<typeof prune>[0]> = {}) => {
  const { store = site.store } = more;
  removed = [];
  const remove: Store['remove'] = (key) => (removed.push(key), store.remove(key));
  const now = new Date(Date.now() + days * DAY);
  return prune({ keepDays: 30, now, log: site.log, ...more, store: { ...store, remove } });
};
/** Prunes as `prune --now` does, with a clock that is an hour slow. */
const pruneNow = () => pruneAfter(-1 / 24, { atOnce: true });
const list = (folder: string) => site.store.list(folder);
const keys = async () => (await site.store.walk('')).map(({ key }) => key).sort();
const manifests = async () => (await list('releases/')).sort();
const named = (...releases: (Release | undefined)[]) => releases.map((one) => `${one?.id}.json`).sort();

/** Sets the clock forward, so that all files in the store are older by this many days. */
const age = (days: number) => clock.jump(days * DAY);

/** The keys of the files that contain a text in their key or in their decompressed content. */
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
  test('probe files are removed only when they are a day old', async () => {
    await site.store.write('probes/1', 'first');
    await pruneNow();
    await pruneAfter(0.9, { atOnce: true });
    expect(await list('probes/')).toEqual(['1']);
    expect((await readReleases(site.store)).map(({ release }) => release)).toEqual([site.first.id]);
    await pruneAfter(1.1);
    expect(await list('probes/')).toEqual([]);
  });

  test('previews that an earlier version left in the store are removed', async () => {
    await site.store.write(`previews/${site.first.id}${'0'.repeat(24)}.json`, '{}');
    await site.store.write('previews/probe-1', 'first');
    await pruneAfter(0);
    expect(await list('previews/')).toEqual([]);
    await site.live();
  });

  test('the data and the stand-in of a failed page are kept', async () => {
    site.items.push({ id: 'new', title: BAD });
    const { pages } = await site.put();
    for (const options of [{}, { atOnce: true }]) await pruneAfter(60, options);
    expect((await site.live()).pages).toEqual(pages);
    const artifacts = [tinyPortfolio('Work')];
    expect(Object.keys((await site.deploy({ artifacts })).failed ?? {})).toEqual(['projects/new.html']);
  });

  test('releases that were replaced long ago are removed, with their own pages and builds', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await site.store.write('heartbeat', 'of the watcher');
    await pruneAfter(29);
    expect(await manifests()).toEqual(named(site.first, second));
    const before = await keys();
    await pruneAfter(31, { dryRun: true });
    expect(site.lines.join()).toContain(`Would remove releases/${site.first.id}.json`);
    expect(site.lines.at(-2)).toMatch(/^Would remove pages: 9 files, /);
    expect(site.lines.at(-1)).toBe('Nothing has been removed.');
    expect(await keys()).toEqual(before);
    await pruneAfter(30.5);
    // Builds stay for another day, since a rollback to them may be in progress.
    expect(await list('artifacts/micora-remote/')).toHaveLength(2);
    expect(removed).toEqual([
      releaseKey(site.first.id),
      ...Array.from({ length: 9 }, () => expect.anything()),
    ]);
    await pruneAfter(32.1);
    // The file that marks the build as complete is removed first.
    const build = `artifacts/micora-remote/${site.first.apps['micora-remote']}/artifact.json`;
    expect(removed[0]).toBe(build);
    expect(await manifests()).toEqual(named(second));
    expect(await keys()).toContain('heartbeat');
    for (const folder of ['assets', 'artifacts'])
      expect(await list(`${folder}/micora-remote/`)).toEqual([second.apps['micora-remote']]);
    expect(await filesWith('<main>MiCora</main>')).toEqual([]);
    expect(await site.live()).toEqual(second);
    await site.store.write(releaseKey(second.id), 'garbage');
    await expect(pruneAfter(31)).rejects.toThrow(/ is not a valid manifest: .*\. This release is live: /);
  });

  test('releases are kept long enough even if the clock was set back', async () => {
    const before = await site.put(tinyMicora('MiCora two'));
    await clock.jump(-DAY / 24);
    const after = await site.put(tinyMicora('MiCora three'));
    expect(after.id < before.id).toBe(true);
    const releases = await readReleases(site.store);
    expect(releases.map(({ release }) => release)).toEqual([after.id, before.id, site.first.id]);
    expect((await site.back('micora-remote')).apps).toEqual(before.apps);
    for (const { id } of [site.first, before, after]) {
      await site.restore(id);
      await pruneAfter(0, { keepDays: 1 });
      expect((await site.live()).id).toBe(id);
    }
    expect(await manifests()).toHaveLength(4);
    await pruneAfter(26 / 24, { keepDays: 1 });
    expect(await manifests()).toEqual(named(after));
  });

  test('the files of an unfinished deployment are kept for a day', async () => {
    const store: Store = { ...site.store, create: () => Promise.reject(new Error('killed')) };
    const artifacts = [tinyMicora('Never live')];
    await expect(site.deploy({ store, artifacts })).rejects.toThrow('killed');
    const left = async () => (await filesWith('Never live')).filter((key) => key.startsWith('pages/'));
    await pruneAfter(0, { keepDays: 1 });
    expect(await manifests()).toHaveLength(2);
    expect(await left()).toHaveLength(3);
    const [killed = ''] = (await manifests()).filter((name) => !named(site.first).includes(name));
    const until = new Date((await site.store.modified(`releases/${killed}`))?.getTime() ?? 0).getTime() + DAY;
    await expect(pruneNow()).rejects.toThrow(
      `releases/${killed} was written within the last day and is not live, so a deployment may be about to publish it. It stays, with everything that it names. Run this again when that deployment has ended or, if it was killed, after ${new Date(until).toISOString()}.`,
    );
    expect(await left()).toHaveLength(3);
    await pruneAfter(1.1, { atOnce: true });
    expect(await manifests()).toEqual(named(site.first));
    expect(await left()).toEqual([]);
    await pruneAfter(3, { keepDays: 1 });
    expect(await filesWith('Never live')).toEqual([]);
    expect(await site.live()).toEqual(site.first);
  });
});

describe('prune during other work on the store', () => {
  const pruneWith = (before: Parameters<typeof steppedStore>[1], more = {}) =>
    pruneAfter(40, { store: steppedStore(site.store, before), ...more });
  const lastEdit = async () => {
    const [, second] = await refresh('Two', 'Three');
    return second;
  };

  test('a file that was written again after it was listed is kept', async () => {
    await lastEdit();
    const [page = ''] = (await filesWith('Project Harbour<')).filter((key) => key.endsWith('.gz'));
    const content = (await site.store.read(page)) ?? '';
    await pruneWith(async (step) => {
      if (step === 'list releases/' && (await site.store.read(page))) return;
      if (step === 'list history/') await site.store.write(page, content);
    });
    expect(removed).not.toContain(page);
    expect(removed).toContain(page.replace('.gz', ''));
    expect(await site.store.read(page)).toEqual(content);
  });

  test('a removed file is restored if a new manifest names it', async () => {
    await lastEdit();
    const keysBefore = await filesWith('Project Harbour<');
    let isDone = false;
    await pruneWith(async (step) => {
      if (step !== 'remove pages/' || isDone) return;
      isDone = true;
      await site.store.write(`releases/${NEXT}.json`, JSON.stringify({ ...site.first, id: NEXT }));
    });
    expect(removed.filter((key) => keysBefore.includes(key)).length).toBeGreaterThan(0);
    expect(await filesWith('Project Harbour<')).toEqual(keysBefore);
  });

  test('two prunes can run at the same time', async () => {
    await lastEdit();
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await Promise.all([pruneAfter(40, { log }), pruneAfter(40, { log })]);
    await site.live();
    expect(await filesWith('Project Harbour<')).toEqual([]);
    expect(lines).not.toContain('There is nothing to remove.');
    await pruneAfter(40);
    expect(site.lines.at(-1)).toBe('There is nothing to remove.');
  });

  test('a prune stops after an hour by either clock, or when its signal aborts', async () => {
    await lastEdit();
    // First the clock is set back, then the machine sleeps.
    for (const disturb of [
      () => clock.jump(-DAY).then(() => clock.pass(DAY / 20)),
      () => clock.jump(DAY / 20),
    ]) {
      const late = pruneWith((step) => (step === 'walk prune/' ? disturb() : undefined));
      await expect(late).rejects.toThrow('Prune has stopped after an hour');
    }
    const stopping = new AbortController();
    await pruneWith((step) => step === 'remove releases/' && stopping.abort(), { signal: stopping.signal });
    // Only removals that were already in progress are finished.
    expect(new Set(removed.map((key) => key.split('/')[0]))).toEqual(new Set(['releases']));
    await site.live();
  });

  test('the notes of earlier versions of prune are removed from the store', async () => {
    await site.store.write('prune/1.json', '[]');
    await pruneAfter(0);
    expect(removed).toEqual(['prune/1.json']);
  });
});

describe('prune of releases that changed only data', () => {
  const numbers = async () => (await readHistory(site.store)).map(({ number }) => number);
  const pruneAfterHours = (hours: number) => pruneAfter(hours / 24, { keepDays: Infinity });

  test('a release is removed an hour after the next one replaced it, and its pages after a day', async () => {
    const [, , third] = await refresh('Two', 'Three', 'Four');
    await pruneAfterHours(0.9);
    expect(await manifests()).toHaveLength(4);
    await pruneAfterHours(1.1);
    const folders = removed.map((key) => key.replace(/\/.*/, ''));
    expect(folders.slice(folders.indexOf('history'))).toEqual(['history', 'history']);
    expect(await manifests()).toEqual(named(site.first, third));
    expect(await numbers()).toEqual([4, 1]);
    expect(await filesWith('Project Three<')).not.toEqual([]);
    await pruneAfterHours(25);
    for (const title of ['Two', 'Three']) expect(await filesWith(`Project ${title}<`)).toEqual([]);
    expect(await site.live()).toEqual(third);
  });

  test('the releases before and after each deployment are kept, for rollbacks', async () => {
    await refresh('Two', 'Three');
    await site.put(tinyMicora('MiCora two'));
    await refresh('Four', 'Five', 'Six');
    await pruneAfterHours(2);
    expect(await numbers()).toEqual([7, 4, 3, 1]);
    await site.back('micora-remote');
    expect((await site.live()).apps).toEqual(site.first.apps);
    expect(await site.page('projects/abc.html')).toContain('Project Six<');
  });

  test('a release that was made live again is kept', async () => {
    const [second] = await refresh('Two');
    const [third] = await refresh('Three', 'Four', 'Five');
    await site.restore(third?.id ?? '');
    await pruneAfterHours(2);
    expect(await manifests()).not.toContain(named(second)[0]);
    expect(await site.live()).toEqual(third);
  });

  test('a build that was last used by a single page is kept for the usual time', async () => {
    const edit = (...titles: string[]) => {
      site.items = titles.map((title, index) => ({ id: index === 0 ? 'abc' : 'def', title }));
      return site.put();
    };
    site.items = [{ id: 'abc', title: BAD }];
    const second = await site.put(tinyShell('Other'), tinyPortfolio('Work'));
    expect(second.pages['projects/abc.html']).toEqual(site.first.pages['projects/abc.html']);
    await edit(BAD, 'one');
    await age(40);
    await edit(BAD, 'two');
    await edit('Harbour', 'three');
    await edit('Harbour', 'four');
    const tabs = ['shell', 'studio-remote'].map((app) => `assets/${app}/${site.first.apps[app]}/`);
    for (const hours of [2, 4]) {
      await pruneAfter(hours / 24);
      for (const tab of tabs) expect(await list(tab)).not.toEqual([]);
    }
    await pruneAfter(31);
    for (const tab of tabs) expect(await list(tab)).toEqual([]);
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
    expect(await manifests()).toEqual(named(await site.live()));
    await site.back();
    expect((await site.live()).apps).toEqual(site.first.apps);
    expect(await site.page('projects/abc.html')).toContain('<main>Project Harbour</main>');
    expect(await filesWith(TITLE)).toEqual([]);
  });

  test('recent releases are removed, but not their builds, which open tabs need', async () => {
    const second = await site.put(tinyMicora('MiCora two'));
    await age(40);
    const third = await site.put(tinyMicora('MiCora three'));
    for (const [kept, atOnce] of [
      [named(second, third), false],
      [named(third), true],
      [named(third), false],
    ] as const) {
      await pruneAfter(0, { atOnce });
      expect(await manifests()).toEqual(kept);
      expect(await list('assets/micora-remote/')).toContain(second.apps['micora-remote']);
    }
    await pruneAfter(31);
    expect(await list('assets/micora-remote/')).toHaveLength(1);
  });
});
