import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appendFile, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from './commands/deploy';
import { describeRelease } from './commands/describeRelease';
import { listReleases } from './commands/listReleases';
import { previewRelease } from './commands/previewRelease';
import { promote } from './commands/promote';
import { prune } from './commands/prune';
import type { LoadedArtifact } from './build/readArtifact';
import { readHistory } from './release/readHistory';
import type { Release } from './release/Release';
import { restore } from './commands/restore';
import { rollback } from './commands/rollback';
import { directoryStore } from './store/directoryStore';
import type { Store } from './store/Store';
import { expectWholeSite } from './testing/expectWholeSite';
import { temporaryDirectory } from './testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from './testing/tinySite';
import { verify } from './commands/verify';

jest.setTimeout(60_000);

const DAY = 86_400_000;

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

describe('rollback', () => {
  test('makes the release live again that had exactly this set, in one write', async () => {
    await put(await tinyStudio('Home two'));
    await rollback({ store, app: 'studio-remote', log });
    expect((await live()).id).toBe(first.id);
    expect(await store.list('releases/')).toHaveLength(2);
    expect((await readHistory(store))[0]?.what).toBe(`rollback studio-remote ${first.apps['studio-remote']}`);
  });

  test('composes a new release if there was none with that set; the other team keeps what it has', async () => {
    await put(await tinyStudio('Home two'));
    const third = await put(await tinyMicora('MiCora two'));
    const version = first.apps['studio-remote'];
    await rollback({ store, app: 'studio-remote', version: version?.slice(0, 6), log });
    const now = await live();
    expect(now.apps).toEqual({ ...third.apps, 'studio-remote': version });
    expect([first.id, third.id]).not.toContain(now.id);
  });

  test('refuses what it cannot do, and says why', async () => {
    const back = (app: string, version?: string) => rollback({ store, app, version, log });
    await expect(back('studio-remote')).rejects.toThrow('has had no other version');
    await expect(back('studio-remote', 'zz')).rejects.toThrow('no version of studio-remote zz');
    await expect(back('nobody')).rejects.toThrow('nobody is not live');
    expect((await live()).id).toBe(first.id);
  });
});

test('restore makes a whole earlier release live, as the next in history', async () => {
  await put(await tinyStudio('Home two'));
  await restore({ store, id: first.id, log });
  expect((await live()).id).toBe(first.id);
  expect((await readHistory(store)).map(({ number }) => number)).toEqual([3, 2, 1]);
  await expect(restore({ store, id: '../live', log })).rejects.toThrow('There is no release');
});

describe('a preview', () => {
  const preview = async () => previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });

  test('is complete, and not live until it is promoted as it is', async () => {
    const seen = await preview();
    expect((await live()).id).toBe(first.id);
    expect((await listReleases(store)).at(-1)).toMatch(new RegExp(`unseen +${seen.id}`));
    await promote({ store, id: seen.id, log });
    expect((await live()).id).toBe(seen.id);
  });

  test('is composed again if something else has become live since', async () => {
    const seen = await preview();
    const other = await put(await tinyStudio('Home two'));
    await promote({ store, id: seen.id, log });
    const now = await live();
    expect(now.id).not.toBe(seen.id);
    expect(now.apps).toEqual({ ...other.apps, 'micora-remote': seen.apps['micora-remote'] });
  });
});

test('a dry run says what would happen and writes nothing', async () => {
  const before = (await readdir(directory, { recursive: true })).sort();
  await deploy({ store, artifacts: [await tinyMicora('MiCora two')], dryRun: true, log });
  expect(lines).toContain('Would write micora.html, rendered');
  expect(lines).toContain('Would write index.html, with another release block only');
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
  expect(shown).toMatch(/\/micora +micora-remote +\d+\.\d KB/);
});

describe('verify', () => {
  test('is content with what was deployed', async () => {
    await verify(store, log);
    expect(lines.at(-1)).toMatch(/is whole: \d+ files\.$/);
  });

  test.each(['index.html', 'index.html.br', 'robots.txt'])(
    'finds a page file %s that was altered',
    async (file) => {
      await appendFile(join(directory, 'live', file), ' ');
      await expect(verify(store, log)).rejects.toThrow(`${file} has been altered`);
    },
  );

  test('finds an asset that is missing, and a compressed form that is not it', async () => {
    const folder = join(directory, 'assets/shell', first.apps.shell ?? '');
    await rm(join(folder, 'main.js'));
    await appendFile(join(folder, 'shell.main.css.gz'), 'x');
    await expect(verify(store, log)).rejects.toThrow(
      /main\.js is missing[^]*shell\.main\.css\.gz has been altered/,
    );
  });
});

describe('prune', () => {
  const later = (days: number) => new Date(Date.now() + days * DAY);

  test('removes what has not been live for so long, and the builds that only it used', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await prune({ store, keepDays: 30, now: later(29), log });
    expect(await store.list('releases/')).toHaveLength(2);
    await prune({ store, keepDays: 30, now: later(31), log });
    expect(await store.list('releases/')).toEqual([second.id]);
    expect(await store.list('assets/micora-remote/')).toEqual([second.apps['micora-remote']]);
    expect(await store.list('artifacts/micora-remote/')).toEqual([second.apps['micora-remote']]);
    expect((await live()).id).toBe(second.id);
    await verify(store, log);
    expect((await listReleases(store)).at(-1)).toContain('pruned');
    await expect(restore({ store, id: first.id, log })).rejects.toThrow('prune has removed it');
  });

  test('spares a release that is made live again while it runs, and its builds', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const pruning: Store = {
      ...store,
      // The last that it looks at before it removes.
      async walk(prefix) {
        const files = await store.walk(prefix);
        if (prefix === 'assets/') await restore({ store, id: first.id, log });
        return files;
      },
    };
    await prune({ store: pruning, keepDays: 30, now: later(31), log });
    expect(lines.join('\n')).toContain(`removing releases/${first.id}`);
    expect((await live()).id).toBe(first.id);
    await verify(store, log);
    expect(await store.list('releases/')).toContain(second.id);
  });

  test('spares an old build that is stored again while it runs, so that the deployment succeeds', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const build = await tinyMicora();
    const age = new Date(Date.now() - 31 * DAY);
    for (const { key } of [
      ...(await store.walk('releases/')),
      ...(await store.walk('artifacts/')),
      ...(await store.walk('assets/')),
    ])
      await utimes(join(directory, key), age, age);
    await rm(join(directory, 'history/1.json'));
    // It has seen that the first release and its build of MiCora are old, and comes to remove them.
    let redeployed: Promise<Release> | undefined;
    const pruning: Store = {
      ...store,
      async remove(key) {
        if (key.startsWith('releases/')) await (redeployed ??= put(build));
        return store.remove(key);
      },
    };
    await prune({ store: pruning, keepDays: 30, now: new Date(), log });
    expect(await store.list('releases/')).not.toContain(first.id);
    const now = await live();
    expect(now.apps).toEqual({ ...second.apps, ...first.apps });
    await verify(store, log);
  });

  test('with --dry-run removes nothing', async () => {
    await put(await tinyMicora('MiCora two'));
    await prune({ store, keepDays: 30, now: later(31), dryRun: true, log });
    expect(lines.join('\n')).toContain(`Would remove releases/${first.id}`);
    expect(await store.list('releases/')).toHaveLength(2);
  });
});
