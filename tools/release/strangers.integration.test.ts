import { setTimeout as pause } from 'node:timers/promises';
import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { versionOf } from '../build/versionOf';
import { compress } from '../store/compress';
import type { LoadedArtifact } from '../store/readArtifact';
import { artifactKey } from '../store/storeArtifact';
import { liveRelease } from './liveRelease';
import { readRelease, releaseKey } from './readRelease';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { deploy } from './deploy';
import { describeRelease } from '../cli/describeRelease';
import { listReleases } from '../cli/listReleases';
import { previewRelease, removePreview } from './previewRelease';
import { deployPreviewed } from '../testing/deployPreviewed';
import { prune } from './prune';
import { openMirror } from '../server/mirror';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { expectWholeStore } from '../testing/expectWholeStore';

// Whoever can make previews can write what they like where previews and builds are kept.

jest.setTimeout(60_000);

const DAY = 86_400_000;
const FOREIGN = '20261121T101500123Z-00112233445566778899aabbccddeeff';

let directory: string;
let host: string;
let store: Store;
let first: Release;
let second: Release;
let preview: Release;
let lines: string[];

const log = (line: string) => void lines.push(line);
const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });
/** Serves the store as a bucket, from a cache, while something is done. */
async function mirrored(work: (source: SiteSource) => Promise<void>): Promise<void> {
  const source = await openMirror(store, directoryStore(host), {
    address: 's3://site',
    tell: (problem) => log((problem as Error).message),
    interval: { look: 5, list: 5 },
  });
  await work(source).finally(() => source.close());
}
/** Until it is so; the test's own limit ends what never is. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(5);
}
const pruneLater = (days = 0) => prune({ store, keepDays: 30, now: new Date(Date.now() + days * DAY), log });

beforeEach(async () => {
  [directory, host] = [await temporaryDirectory(), await temporaryDirectory()];
  store = directoryStore(directory);
  lines = [];
  first = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
  second = await put(await tinyMicora('MiCora two'));
  preview = await previewRelease({ store, artifacts: [await tinyMicora('Three')], name: 'pr-1', log });
  lines = [];
});

/** Puts a page into the store. @returns its hash */
async function putContent(text: string): Promise<string> {
  const content = sha256(text);
  for (const [file, bytes] of await compress('page.html', Buffer.from(text)))
    await store.write(`pages/${file.replace('page.html', content)}`, bytes);
  return content;
}

/** A number of the history that makes an old release live. */
const entry = () => JSON.stringify({ release: first.id, at: '2026-11-21T10:15:00.123Z' });

const ATTACKS: [title: string, said: () => string][] = [
  [
    'has a file whose name leads into the history',
    () => of({ files: { ...preview.files, '../../history/999.json': sha256(entry()) } }),
  ],
  ['says that it is an old release', () => JSON.stringify({ ...preview, id: first.id })],
  ['says that it is an old release, in its block alone', () => of({ block: { ...first.block } })],
  [
    'has an app that objects have already',
    () => of({}).replace('"apps":{', `"apps":{"__proto__":"${second.block.shell}",`),
  ],
  ['has an app that leads elsewhere', () => of({ apps: { ...preview.apps, '../../history': '9' } })],
  ['has another build than its block', () => of({ apps: first.apps })],
  [
    'comes from a commit that git takes for an option',
    () => {
      const source = {
        commit: `--output=${join(directory, 'out')}`,
        builtAt: preview.createdAt,
        node: 'v24',
      };
      return of({ block: { ...preview.block, id: FOREIGN, builds: { 'micora-remote': source } } });
    },
  ],
  ['is garbage', () => 'garbage'],
  ['is empty', () => ''],
  ['is no object', () => 'null'],
  ['has nothing', () => '{}'],
];

/** The preview under the foreign id, but for this. */
function of(more: object): string {
  return JSON.stringify({
    ...preview,
    id: FOREIGN,
    name: 'pr-2',
    block: { ...preview.block, id: FOREIGN },
    ...more,
  });
}

describe.each(ATTACKS)('a preview whose manifest %s', (_title, said) => {
  const key = `previews/${FOREIGN}.json`;
  const told = expect.stringMatching(
    new RegExp(`${key} is no manifest: .*\\. Remove it: npm run deploy -- preview --remove ${FOREIGN}\\.$`),
  );

  beforeEach(async () => {
    await putContent(entry());
    await store.write(key, said());
  });

  test('is told by its key among the others', async () => {
    const [live = '', older = '', ...previews] = await listReleases(store);
    expect(live).toContain(`live     ${second.id}`);
    expect(older).toContain(first.id);
    expect(previews.sort()).toEqual([
      expect.stringMatching(new RegExp(`damaged +${FOREIGN} +${key} is no manifest: `)),
      expect.stringMatching(new RegExp(`preview +${preview.id} `)),
    ]);
    expect(previews[0]).toEqual(told);
  });

  test('is told by its key to those who name it, and can be removed', async () => {
    await expect(readRelease(store, FOREIGN)).rejects.toThrow(`${key} is no manifest: `);
    await expect(deployPreviewed(store, FOREIGN)).rejects.toThrow(`${key} is no manifest: `);
    await expect(access(join(directory, 'out'))).rejects.toThrow('ENOENT');
    expect((await liveRelease(store))?.id).toBe(second.id);
    await removePreview(store, FOREIGN, log);
    expect((await listReleases(store)).join()).not.toContain(FOREIGN);
  });

  test('stops nothing that is done to others', async () => {
    await removePreview(store, 'pr-1', log);
    expect(lines).toContainEqual(told);
    expect(lines).toContain(`Preview ${preview.id} is removed.`);
    await put(await tinyStudio('Home three'));
    await previewRelease({ store, artifacts: [await tinyMicora('4')], name: 'pr-1', log });
    await deploy({ store, back: { app: 'studio-remote' }, log });
    await expectWholeStore(store);
  });

  test('is not shown by a server with a cache, nor does anything come there by its words', async () => {
    await mirrored(async (source) => {
      await until(async () => (await source.preview(preview.id)) !== undefined);
      expect((await source.live()).id).toBe(second.id);
      expect(await source.preview(FOREIGN)).toBeUndefined();
      await until(() => lines.length > 0);
      expect(lines).toEqual([told]);
    });
    expect(await readdir(join(host, 'releases'))).toEqual([`${second.id}.json`]);
    expect((await readdir(host)).sort()).toEqual([
      'artifacts',
      'assets',
      'live.json',
      'pages',
      'releases',
      'source.json',
    ]);
  });

  test('is told when the store is cleaned, keeps nothing, and goes when it is old', async () => {
    await pruneLater();
    expect(lines).toContainEqual(told);
    await expectWholeStore(store);
    expect((await listReleases(store)).join()).toContain(preview.id);
    await pruneLater(31);
    expect(await store.list('previews/')).toEqual([]);
    await expectWholeStore(store);
  });
});

test('a preview that is altered is not served', async () => {
  await store.write(releaseKey(preview.id), 'garbage');
  expect(await storeSource(store).preview(preview.id)).toBeUndefined();
});

test('a manifest of a release among the previews is nobody’s, and goes when it is old', async () => {
  await store.remove(releaseKey(preview.id));
  await store.write(`previews/${first.id}.json`, JSON.stringify(first));
  expect((await listReleases(store)).join()).not.toContain('preview ');
  await pruneLater(31);
  expect(await store.list('previews/')).toEqual([]);
});

test('a page that somebody has put into a preview does not become live with its builds', async () => {
  const content = await putContent('theirs');
  const pages = { ...preview.pages, 'micora.html': { ...preview.pages['micora.html'], content } };
  await store.write(releaseKey(preview.id), JSON.stringify({ ...preview, pages }));
  const release = await deployPreviewed(store, preview.id);
  expect(release.apps).toEqual(preview.apps);
  expect(release.pages).toEqual(preview.pages);
});

test('a server with a cache takes nothing of a build whose files have names that lead elsewhere', async () => {
  const content: Omit<Artifact, 'version'> = {
    app: 'micora-remote',
    mode: 'production',
    entry: { scripts: [], styles: [] },
    pages: {},
    files: { '../../../history/999.json': { integrity: integrityOf(entry()), bytes: 1 } },
    serverHash: sha256(''),
    shared: {},
  };
  const version = versionOf(content);
  const build = `micora-remote/${version}`;
  await store.write(artifactKey(build), JSON.stringify({ ...content, version }));
  const pages = { ...preview.pages, 'micora.html': { ...preview.pages['micora.html'], version } };
  await store.write(releaseKey(preview.id), JSON.stringify({ ...preview, pages }));
  await mirrored(async (source) => {
    await until(async () => (await source.preview(preview.id)) !== undefined);
    await expect(source.read(`assets/${build}/../../../history/999.json`)).rejects.toThrow(
      `${artifactKey(build)} has been altered in the bucket`,
    );
  });
  expect(await readdir(host)).not.toContain('history');
});

describe('a release that is damaged', () => {
  const advice =
    'It cannot be made live: take another release (npm run deploy -- releases), or put the file back.';

  test('stops nothing but itself if another one is live', async () => {
    const key = releaseKey(first.id);
    await store.write(key, 'garbage');
    await expect(makeLiveAgain(store, first.id)).rejects.toThrow(`${key} is no manifest: `);
    await expect(makeLiveAgain(store, first.id)).rejects.toThrow(advice);
    expect((await listReleases(store)).join('\n')).toContain(first.id);
    expect((await describeRelease(store, second, '.')).join('\n')).toContain(`after ${first.id}`);
    await mirrored(async (source) => {
      expect((await source.live()).id).toBe(second.id);
    });
    await pruneLater();
    expect(lines).toContainEqual(expect.stringContaining(`${key} is no manifest: `));
    const back = await deploy({ store, back: { app: 'micora-remote' }, log });
    expect(back.apps).toEqual(first.apps);
  });

  test('is not passed over if it is live; another one can be made live instead', async () => {
    await mirrored(() => Promise.resolve());
    const key = releaseKey(second.id);
    await store.write(key, 'garbage');
    const sentence =
      'It is live: put the file back, or remove history/2\\.json, which makes the release before live\\.';
    const before = (await readdir(directory, { recursive: true })).sort();
    for (const work of [
      () => put(),
      () => pruneLater(31),
      () => deploy({ store, back: { app: 'micora-remote' }, log }),
      () => expectWholeStore(store),
    ])
      await expect(work()).rejects.toThrow(new RegExp(`^${key} is no manifest: .*\\. ${sentence}$`));
    await mirrored(async (source) => {
      await until(() =>
        lines.some((line) => new RegExp(`^${key} is no manifest: .*\\. ${sentence}$`).test(line)),
      );
      expect((await source.live()).id).toBe(second.id);
    });
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
    await store.remove('history/2.json');
    expect((await liveRelease(store))?.id).toBe(first.id);
  });

  test('is fetched again if it is in the cache of a server', async () => {
    await mirrored(() => Promise.resolve());
    const cache = directoryStore(host);
    await cache.write(releaseKey(second.id), 'garbage');
    await mirrored(async (source) => {
      expect(await source.live()).toEqual(second);
    });
    expect(await cache.read(releaseKey(second.id))).toEqual(await store.read(releaseKey(second.id)));
  });
});
