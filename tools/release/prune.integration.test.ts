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
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore, type Step } from '../testing/steppedStore';
import { readLivePage } from '../testing/readLivePage';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { listReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { promote } from './promote';
import { pull } from './pull';
import { restore } from './restore';
import { rollback } from './rollback';
import { verify } from './verify';

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
    await verify(store, log);
    expect((await listReleases(store)).at(-1)).toContain('pruned');
    await expect(restore({ store, id: first.id, log })).rejects.toThrow(`There is no release ${first.id}`);
  });

  test('keeps what was live not long ago, however old it is', async () => {
    await put(await tinyMicora('MiCora two'));
    const aged = await agedStore(store, 40);
    await deploy({ store: aged, artifacts: [await tinyMicora('MiCora three')], log });
    await prune({ store: aged, keepDays: 30, now: new Date(), log });
    // The first ended 40 days ago, the second just now.
    expect(await manifests()).toHaveLength(2);
    const [, second] = await readHistory(store);
    await restore({ store, id: second?.release ?? '', log });
    expect((await live()).id).toBe(second?.release);
    await verify(store, log);
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
    await verify(store, log);
  });

  test('spares an old build that is stored again while it runs, so that the deployment succeeds', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const build = await tinyMicora();
    const aged = await agedStore(store, 31);
    // It has seen that the first release and its build of MiCora are old, and comes to remove them.
    let redeployed: Promise<Release> | undefined;
    const pruning: Store = {
      ...aged,
      async remove(key) {
        if (key.startsWith('releases/'))
          await (redeployed ??= deploy({ store: aged, artifacts: [build], log }));
        return aged.remove(key);
      },
    };
    await prune({ store: pruning, keepDays: 30, now: new Date(), log });
    expect(await store.list('releases/')).not.toContain(`${first.id}.json`);
    const now = await live();
    expect(now.apps).toEqual({ ...second.apps, ...first.apps });
    await verify(store, log);
  });

  test('spares a release that is made live again while it runs, with its pages and builds', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    // The last that it looks at before it removes, or the removal itself.
    for (const at of ['walk assets/', 'remove releases/']) {
      await restore({ store, id: second.id, log });
      const pruning = steppedStore(store, async (step) => {
        if (step === at) await restore({ store, id: first.id, log });
      });
      lines = [];
      await prune({ store: pruning, keepDays: 30, now: later(31), log });
      expect(lines.join('\n')).not.toContain(`Removed releases/${first.id}`);
      expect((await live()).id).toBe(first.id);
      await verify(store, log);
      expect(await manifests()).toContain(`${second.id}.json`);
    }
  });

  test('spares the pages and builds of a release whose manifest it had removed when it was made live', async () => {
    await put(await tinyMicora('MiCora two'));
    const gate = () => {
      let open = (): void => undefined;
      return { opens: new Promise<void>((done) => (open = done)), open: () => open() };
    };
    const [isRemoved, hasLooked, isPruned] = [gate(), gate(), gate()];
    const slow = steppedStore(store, async (step) => {
      if (step === 'write releases/') await isRemoved.opens;
      if (step !== 'create history/') return;
      hasLooked.open();
      await isPruned.opens;
    });
    const restoring = restore({ store: slow, id: first.id, log });
    const pruning: Store = {
      ...store,
      async remove(key) {
        await store.remove(key);
        if (key !== `releases/${first.id}.json`) return;
        isRemoved.open();
        await hasLooked.opens;
      },
    };
    await prune({ store: pruning, keepDays: 30, now: later(31), log });
    isPruned.open();
    expect((await restoring).id).toBe(first.id);
    expect((await live()).id).toBe(first.id);
    await verify(store, log);
  });

  test('reads the history once, whatever it removes', async () => {
    for (const words of ['two', 'three', 'four']) await put(await tinyMicora(`MiCora ${words}`));
    const read: string[] = [];
    const watched = steppedStore(store, (step, key) => {
      if (step.startsWith('read')) read.push(key);
      return Promise.resolve();
    });
    await prune({ store: watched, keepDays: 30, now: later(31), log });
    expect(await manifests()).toHaveLength(1);
    expect(read.filter((key) => key.startsWith('history/')).sort()).toEqual(
      [1, 2, 3, 4].map((number) => `history/${number}.json`),
    );
    expect(new Set(read).size).toBe(read.length);
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

    test('removes those between others after an hour, with their pages and entries, and nothing that is older', async () => {
      const [, , third] = await refresh('Two', 'Three', 'Four');
      await pruneAfter(0.9);
      expect(await manifests()).toHaveLength(4);
      await pruneAfter(1.1);
      expect(await manifests()).toEqual([first, third].map((release) => `${release?.id}.json`).sort());
      expect(await numbers()).toEqual([4, 1]);
      for (const title of ['Two', 'Three']) expect(await filesWith(`Project ${title}<`)).toEqual([]);
      expect(await filesWith('Project Harbour<')).not.toEqual([]);
      expect((await live()).id).toBe(third?.id);
      await verify(store, log);
      await restore({ store, id: first.id, log });
      expect((await live()).id).toBe(first.id);
    });

    test('keeps the data from before and after each deployment, so that a rollback goes where it went', async () => {
      await refresh('Two', 'Three');
      await put(await tinyMicora('MiCora two'));
      await refresh('Four', 'Five', 'Six');
      await pruneAfter(2);
      expect(await numbers()).toEqual([7, 4, 3, 1]);
      await rollback({ store, app: 'micora-remote', log });
      expect((await live()).apps).toEqual(first.apps);
      expect(await readLivePage(store, 'projects/abc.html')).toContain('Project Six<');
    });

    test('keeps one that was made live again, and a preview on top of one can be promoted', async () => {
      const [second] = await refresh('Two');
      const preview = await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
      const [third] = await refresh('Three', 'Four', 'Five');
      await restore({ store, id: third?.id ?? '', log });
      await pruneAfter(2);
      expect(await manifests()).not.toContain(`${second?.id}.json`);
      expect((await live()).id).toBe(third?.id);
      await promote({ store, id: preview.id, log });
      expect(await readLivePage(store, 'micora.html')).toContain('MiCora two');
      await verify(store, log);
    });

    test('gives no number twice, not even to whoever was stopped for longer than that', async () => {
      await refresh('Two', 'Three', 'Four');
      const [{ release: id } = { release: '' }] = await readHistory(store);
      await pruneAfter(2);
      const late = { id, apps: first.apps, block: first.block };
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

    test('is reached by a host that has not pulled meanwhile, and gone from it then', async () => {
      const host = directoryStore(await temporaryDirectory());
      const fetch = () => pull({ from: store, address: directory, to: host, log });
      await refresh('Two', 'Three');
      await fetch();
      const [, last] = await refresh('Four', 'Five');
      await pruneAfter(2);
      expect(await numbers()).toEqual([5, 1]);
      expect((await fetch()).id).toBe(last?.id);
      expect((await host.list('history/')).sort()).toEqual(['1.json', '5.json']);
      await verify(host, log);
    });
  });

  test('with --dry-run removes nothing', async () => {
    await put(await tinyMicora('MiCora two'));
    const before = (await readdir(directory, { recursive: true })).sort();
    await prune({ store, keepDays: 30, now: later(31), dryRun: true, log });
    expect(lines.join('\n')).toContain(`Would remove releases/${first.id}.json`);
    expect(lines.at(-1)).toMatch(/^Would remove 9 files of pages: .* Nothing has been removed\.$/);
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
  });

  test('removes the pages of a deployment that was killed, and of one under way none', async () => {
    const killed: Store = { ...store, create: () => Promise.reject(new Error('killed')) };
    const artifacts = [await tinyMicora('Never live')];
    await expect(deploy({ store: killed, artifacts, log })).rejects.toThrow('killed');
    expect(await filesWith('Never live')).not.toEqual([]);
    for (const takedown of [false, true]) {
      await prune({ store, keepDays: 1, takedown, now: new Date(), log });
      expect(await manifests()).toHaveLength(2);
    }
    expect((await filesWith('Never live')).some((file) => file.includes('/pages/'))).toBe(true);
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

describe('§8 takedown', () => {
  const TITLE = 'Withdrawn Work';
  const takedown = (dryRun = false) =>
    prune({ store, keepDays: 30, takedown: true, now: new Date(), dryRun, log });

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
    await verify(store, log);
  });

  test('keeps builds, so that any app can still be taken back, with the data of today', async () => {
    await putDeleted();
    await put();
    await takedown();
    expect(await store.list('artifacts/studio-remote/')).toHaveLength(2);
    await rollback({ store, app: 'studio-remote', log });
    const now = await live();
    expect(now.apps).toEqual(first.apps);
    expect(await filesWith(TITLE)).toEqual([]);
    const page = await readLivePage(store, 'projects/abc.html');
    expect(page).toContain('<main>Project Harbour two</main>');
    await verify(store, log);
    await expect(restore({ store, id: first.id, log })).rejects.toThrow('There is no release');
  });

  test('keeps the old builds of what was live not long ago, which open tabs load, as does every prune after it', async () => {
    const aged = await agedStore(store, 40);
    await deploy({ store: aged, artifacts: [await tinyMicora('MiCora two')], log });
    for (const takedown of [true, false]) {
      await prune({ store: aged, keepDays: 30, takedown, now: new Date(), log });
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
    await verify(store, log);
  });
});

describe('of a release that is made live again at the moment of its takedown', () => {
  let second: Release;
  beforeEach(async () => {
    second = await put(await tinyMicora('MiCora two'));
  });

  const takedown = (from: Store) =>
    prune({ store: from, keepDays: 30, takedown: true, now: new Date(), log });
  const restoreFirst = (from: Store) => restore({ store: from, id: first.id, log });
  const manifest = () => store.read(`releases/${first.id}.json`);

  /** Runs a command with something else happening once, before its first step of a kind, and kills it at its next step. */
  async function kill(
    command: (from: Store) => Promise<unknown>,
    at: Step,
    meanwhile: () => Promise<unknown>,
  ) {
    let steps = 0;
    const mortal = steppedStore(store, async (step) => {
      if (steps > 0 || step === at) steps += 1;
      if (steps === 1) await meanwhile();
      if (steps > 1) throw new Error('Killed');
    });
    await expect(command(mortal)).rejects.toThrow('Killed');
  }

  /** What is live is said by the history alone, and goes on from there. */
  async function expectToGoOn(): Promise<void> {
    expect(await manifest()).toBeUndefined();
    expect((await readHistory(store))[0]?.release).toBe(first.id);
    const clock = simulatedClock();
    // Whoever has removed it may be about to put it back.
    await expect(put(await tinyMicora('MiCora three'))).rejects.toThrow('Try again in a minute');
    await expect(takedown(store)).rejects.toThrow('Try again in a minute');
    await clock.jump(61_000);
    await takedown(store);
    expect((await live()).id).toBe(second.id);
    await verify(store, log);
    expect((await listReleases(store)).map((line) => line.slice(6, 13).trim())).toEqual([
      'pruned',
      'live',
      'pruned',
    ]);
    const third = await put(await tinyMicora('MiCora three'));
    expect((await live()).id).toBe(third.id);
    expect(third.base).toBe(second.id);
    expect(lines.join('\n')).toContain(`history/3.json names a release that is gone: ${second.id} is live.`);
    expect((await readHistory(store)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  }

  test('a takedown that is killed before it puts it back leaves a site that goes on from the release before', async () => {
    await kill(takedown, 'remove releases/', () => restoreFirst(store));
    await expectToGoOn();
  });

  test('a restore that is killed before it looks leaves a site that goes on from the release before', async () => {
    await kill(restoreFirst, 'create history/', () => takedown(store));
    await expectToGoOn();
  });
});
