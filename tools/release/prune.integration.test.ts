import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LoadedArtifact } from '../store/readArtifact';
import { publish } from './publish';
import { readHistory } from './readHistory';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { agedStore } from '../testing/agedStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import { sharedSite } from '../testing/sharedSite';
import { steppedStore } from '../testing/steppedStore';
import { readLivePage } from '../testing/readLivePage';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { listReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { HEARTBEAT } from './heartbeat';
import { prune } from './prune';
import { deployPreviewed } from '../testing/deployPreviewed';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { expectWholeStore } from '../testing/expectWholeStore';

jest.setTimeout(60_000);

const DAY = 86_400_000;

let directory: string;
let store: Store;
let lines: string[];
let items: Item[];
let backendUrl: string;
let first: Release;
const log = (line: string): void => void lines.push(line);

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  lines = [];
  items = [{ id: 'abc', title: 'Harbour' }];
  backendUrl = await serveItems(() => items);
  first = await begin(store);
});

const begin = sharedSite(async (shared) => {
  const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
  return deploy({ store: shared, artifacts, backendUrl, log });
});

const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, backendUrl, log });
const live = () => expectWholeSite(directory);
const later = (days: number) => new Date(Date.now() + days * DAY);
const manifests = async () => [...(await store.list('releases/')), ...(await store.list('previews/'))].sort();

/** The files of the whole directory in which a text stands, in any form, and those that are named by it. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(parentPath, name));
    const unpacked = name.endsWith('.br')
      ? brotliDecompressSync(bytes)
      : name.endsWith('.gz')
        ? gunzipSync(bytes)
        : bytes;
    if (unpacked.includes(text) || name.includes(text)) found.push(join(parentPath, name));
  }
  return found;
}

describe('prune', () => {
  test('leaves the heartbeat alone, however old it is', async () => {
    await store.write(HEARTBEAT, '2026-11-21T10:15:00.123Z');
    const aged = await agedStore(store, 400);
    for (const atOnce of [false, true])
      await prune({ store: aged, keepDays: 1, atOnce, now: new Date(), log });
    expect(await store.read(HEARTBEAT)).toEqual(Buffer.from('2026-11-21T10:15:00.123Z'));
  });

  test('removes what has not been live for so long, and the pages and builds that only it used', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await prune({ store, keepDays: 30, now: later(29), log });
    expect(await manifests()).toHaveLength(2);
    await prune({ store, keepDays: 30, now: later(31), log });
    expect(await manifests()).toEqual([`${second.id}.json`]);
    expect(await store.list('assets/micora-remote/')).toEqual([second.apps['micora-remote']]);
    expect(await store.list('artifacts/micora-remote/')).toEqual([second.apps['micora-remote']]);
    const own = first.pages['micora.html']?.content ?? '';
    expect((await store.list('pages/')).filter((name) => name.startsWith(own))).toEqual([]);
    expect(await filesWith('<main>MiCora</main>')).toEqual([]);
    expect((await live()).id).toBe(second.id);
    await expectWholeStore(store);
    expect((await listReleases(store)).at(-1)).toContain('pruned');
  });

  test('keeps what was live not long ago, however old it is', async () => {
    await put(await tinyMicora('MiCora two'));
    const aged = await agedStore(store, 40);
    await deploy({ store: aged, artifacts: [await tinyMicora('MiCora three')], log });
    await prune({ store: aged, keepDays: 30, now: new Date(), log });
    // The first ended 40 days ago, the second just now.
    expect(await manifests()).toHaveLength(2);
    const [, second] = await readHistory(store);
    await makeLiveAgain(store, second?.release ?? '');
    expect((await live()).id).toBe(second?.release);
    await expectWholeStore(store);
  });

  test('removes previews as old as that, and nothing of what younger ones show', async () => {
    const old = await previewRelease({ store, artifacts: [await tinyMicora('Old preview')], log });
    const aged = await agedStore(store, 31);
    const young = await previewRelease({ store: aged, artifacts: [await tinyMicora('Young preview')], log });
    await prune({ store: aged, keepDays: 30, now: new Date(), log });
    expect(await manifests()).toEqual([`${first.id}.json`, `${young.id}.json`].sort());
    expect(await filesWith('Old preview')).toEqual([]);
    expect(old.id).not.toBe(young.id);
    expect((await live()).id).toBe(first.id);
  });

  test('keeps builds of which one page alone is still made', async () => {
    // A page that cannot be rendered keeps its last version, which its own build made.
    items = [
      { id: 'abc', title: BAD },
      { id: 'def', title: 'Orchard' },
    ];
    const second = await put(await tinyPortfolio('Work'));
    expect(second.pages['projects/abc.html']).toEqual(first.pages['projects/abc.html']);
    await prune({ store, keepDays: 30, now: later(31), log });
    expect((await store.list('assets/studio-remote/')).sort()).toEqual(
      [first.apps['studio-remote'], second.apps['studio-remote']].sort(),
    );
    expect((await live()).id).toBe(second.id);
    await expectWholeStore(store);
  });

  describe('of releases with new data alone', () => {
    /** As many releases one after the other, each with a title of its own. */
    async function refresh(...titles: string[]): Promise<Release[]> {
      const made: Release[] = [];
      for (const title of titles) {
        items = [{ id: 'abc', title }];
        made.push(await put());
      }
      return made;
    }
    const numbers = async () => (await readHistory(store)).map(({ number }) => number);
    const pruneAfter = (hours: number) => prune({ store, keepDays: Infinity, now: later(hours / 24), log });

    test('removes those between others after an hour, with their entries, and their pages after a day, and nothing that is older', async () => {
      const [, , third] = await refresh('Two', 'Three', 'Four');
      await pruneAfter(0.9);
      expect(await manifests()).toHaveLength(4);
      await pruneAfter(1.1);
      expect(await manifests()).toEqual([first, third].map((release) => `${release?.id}.json`).sort());
      expect(await numbers()).toEqual([4, 1]);
      // Pages stay a day, for whoever is about to use them again.
      expect(await filesWith('Project Three<')).not.toEqual([]);
      await pruneAfter(25);
      for (const title of ['Two', 'Three']) expect(await filesWith(`Project ${title}<`)).toEqual([]);
      expect(await filesWith('Project Harbour<')).not.toEqual([]);
      expect((await live()).id).toBe(third?.id);
      await expectWholeStore(store);
      await makeLiveAgain(store, first.id);
      expect((await live()).id).toBe(first.id);
    });

    test('keeps the data from before and after each deployment, so that a rollback goes where it went', async () => {
      await refresh('Two', 'Three');
      await put(await tinyMicora('MiCora two'));
      await refresh('Four', 'Five', 'Six');
      await pruneAfter(2);
      expect(await numbers()).toEqual([7, 4, 3, 1]);
      await deploy({ store, back: { app: 'micora-remote' }, log });
      expect((await live()).apps).toEqual(first.apps);
      expect(await readLivePage(store, 'projects/abc.html')).toContain('Project Six<');
    });

    test('keeps one that was made live again, and a preview on top of one can be deployed', async () => {
      const [second] = await refresh('Two');
      const preview = await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
      const [third] = await refresh('Three', 'Four', 'Five');
      await makeLiveAgain(store, third?.id ?? '');
      await pruneAfter(2);
      expect(await manifests()).not.toContain(`${second?.id}.json`);
      expect((await live()).id).toBe(third?.id);
      await deployPreviewed(store, preview.id);
      expect(await readLivePage(store, 'micora.html')).toContain('MiCora two');
      await expectWholeStore(store);
    });

    test('gives no number twice, not even to whoever was stopped for longer than that', async () => {
      await refresh('Two', 'Three', 'Four');
      const [{ release: id } = { release: '' }] = await readHistory(store);
      await pruneAfter(2);
      const late = { ...first, id };
      expect(await publish(store, late, 3, 'deploy')).toBe(false);

      // It is stopped between its last look and its entry, which is number 5.
      const clock = jest.spyOn(Date, 'now');
      const stopped = steppedStore(store, async (step) => {
        if (step !== 'create history/') return;
        await refresh('Five', 'Six', 'Seven');
        await pruneAfter(2);
        expect(await numbers()).toEqual([7, 1]);
        clock.mockReturnValue(later(2 / 24).getTime());
      });
      expect(await publish(stopped, late, 5, 'deploy')).toBe(false);
      clock.mockRestore();
      expect(await numbers()).toEqual([7, 1]);
    });
  });

  test('with --dry-run removes nothing', async () => {
    await put(await tinyMicora('MiCora two'));
    const before = (await readdir(directory, { recursive: true })).sort();
    await prune({ store, keepDays: 30, now: later(31), dryRun: true, log });
    expect(lines.join('\n')).toContain(`Would remove releases/${first.id}.json`);
    expect(lines.at(-2)).toMatch(/^Would remove pages: 9 files, /);
    expect(lines.at(-1)).toBe('Nothing has been removed.');
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
  });

  test('removes the pages of a deployment that was killed after a day, or at once', async () => {
    const killed: Store = { ...store, create: () => Promise.reject(new Error('killed')) };
    const artifacts = [await tinyMicora('Never live')];
    await expect(deploy({ store: killed, artifacts, log })).rejects.toThrow('killed');
    expect(await filesWith('Never live')).not.toEqual([]);
    await prune({ store, keepDays: 1, now: new Date(), log });
    expect(await manifests()).toHaveLength(2);
    expect((await filesWith('Never live')).some((file) => file.includes('/pages/'))).toBe(true);
    // It cannot be told from one that is under way, which waits for this, and starts again.
    await prune({ store, keepDays: 1, atOnce: true, now: new Date(), log });
    expect(await manifests()).toHaveLength(1);
    expect((await filesWith('Never live')).some((file) => file.includes('/pages/'))).toBe(false);
    await prune({ store, keepDays: 1, now: later(2), log });
    expect(await filesWith('Never live')).toEqual([]);
    expect((await live()).id).toBe(first.id);
  });
});

test('the old build of a page in a release that goes after an hour stays for as long as others, for open tabs', async () => {
  const [good, bad] = [
    { id: 'abc', title: 'Harbour' },
    { id: 'abc', title: BAD },
  ];
  const edit = async (site: Store, item: Item, title: string) => {
    items = [item, { id: 'def', title }];
    return deploy({ store: site, artifacts: [], backendUrl, log });
  };
  items = [bad];
  const second = await put(await tinyPortfolio('Work'));
  expect(second.pages['projects/abc.html']).toEqual(first.pages['projects/abc.html']);
  await edit(store, bad, 'one');
  const aged = await agedStore(store, 40);
  for (const [item, title] of [
    [bad, 'two'],
    [good, 'three'],
    [good, 'four'],
  ] as const)
    await edit(aged, item, title);
  const tabs = `assets/studio-remote/${first.apps['studio-remote']}/`;
  for (const hours of [2, 4]) {
    await prune({ store: aged, keepDays: 30, now: later(hours / 24), log });
    expect(await manifests()).toHaveLength(1);
    expect(await store.list(tabs)).not.toEqual([]);
  }
  await prune({ store: aged, keepDays: 30, now: later(31), log });
  expect(await store.list(tabs)).toEqual([]);
});

describe('§8 prune --now', () => {
  const TITLE = 'Withdrawn Work';
  const takedown = (dryRun = false) =>
    prune({ store, keepDays: 30, atOnce: true, now: new Date(), dryRun, log });

  /** A project that was on the site in several versions, in a preview too, and has been deleted. */
  async function putDeleted(): Promise<void> {
    items = [
      { id: 'abc', title: 'Harbour' },
      { id: 'gone', title: TITLE },
    ];
    await put();
    items = [
      { id: 'abc', title: 'Harbour two' },
      { id: 'gone', title: `${TITLE}, revised` },
    ];
    await put();
    await put(await tinyPortfolio('Work'));
    await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
    items = [{ id: 'abc', title: 'Harbour two' }];
  }

  test('leaves nothing of a deleted project in the store: not its page, nor an old list, in any version or form', async () => {
    await putDeleted();
    expect((await filesWith(TITLE)).length).toBeGreaterThan(10);
    await put();
    expect(await filesWith(TITLE)).not.toEqual([]);
    await takedown();
    expect(await filesWith(TITLE)).toEqual([]);
    expect(await filesWith('gone.html')).toEqual([]);
    const now = await live();
    expect(await manifests()).toEqual([`${now.id}.json`]);
    await expectWholeStore(store);
  });

  test('keeps builds, so that any app can still be taken back, with the data of today', async () => {
    await putDeleted();
    await put();
    await takedown();
    expect(await store.list('artifacts/studio-remote/')).toHaveLength(2);
    await deploy({ store, back: { app: 'studio-remote' }, log });
    const now = await live();
    expect(now.apps).toEqual(first.apps);
    expect(await filesWith(TITLE)).toEqual([]);
    const page = await readLivePage(store, 'projects/abc.html');
    expect(page).toContain('<main>Project Harbour two</main>');
    await expectWholeStore(store);
  });

  test('keeps the old builds of what was live not long ago, which open tabs load, as does every prune after it', async () => {
    const aged = await agedStore(store, 40);
    await deploy({ store: aged, artifacts: [await tinyMicora('MiCora two')], log });
    for (const atOnce of [true, false]) {
      await prune({ store: aged, keepDays: 30, atOnce, now: new Date(), log });
      expect(await store.list('assets/micora-remote/')).toContain(first.apps['micora-remote']);
    }
    await prune({ store: aged, keepDays: 30, now: later(31), log });
    expect(await store.list('assets/micora-remote/')).toHaveLength(1);
  });

  test('removes nothing that the live release shows, nor anything with --dry-run', async () => {
    await putDeleted();
    const before = (await readdir(directory, { recursive: true })).sort();
    await takedown(true);
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
    const { id } = await live();
    await takedown();
    expect((await live()).id).toBe(id);
    expect((await filesWith(`${TITLE}, revised`)).length).toBeGreaterThan(0);
    await expectWholeStore(store);
  });
});
