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
import { releaseKey } from './readRelease';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { deploy } from './deploy';
import { describeRelease } from '../cli/describeRelease';
import { listReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { promote } from './promote';
import { prune } from './prune';
import { pull } from './pull';
import { restore } from './restore';
import { rollback } from './rollback';
import { storeSource } from '../server/storeSource';
import { verify } from './verify';
import { withdraw } from './withdraw';

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
const pullAll = (from = store) => pull({ from, address: 's3://site', to: directoryStore(host), log });
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
    new RegExp(`${key} is no manifest: .*\\. Withdraw it: npm run deploy -- withdraw ${FOREIGN}\\.$`),
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

  test('is told by its key to those who name it, and can be withdrawn', async () => {
    await expect(describeRelease(store, FOREIGN, directory)).rejects.toThrow(`${key} is no manifest: `);
    await expect(promote({ store, id: FOREIGN, log })).rejects.toThrow(`${key} is no manifest: `);
    await expect(access(join(directory, 'out'))).rejects.toThrow('ENOENT');
    expect((await liveRelease(store))?.id).toBe(second.id);
    await withdraw({ store, id: FOREIGN, log });
    expect((await listReleases(store)).join()).not.toContain(FOREIGN);
  });

  test('stops nothing that is done to others', async () => {
    await withdraw({ store, name: 'pr-1', log });
    expect(lines).toContainEqual(told);
    expect(lines).toContain(`Preview ${preview.id} is withdrawn.`);
    await put(await tinyStudio('Home three'));
    await previewRelease({ store, artifacts: [await tinyMicora('4')], name: 'pr-1', log });
    await rollback({ store, app: 'studio-remote', log });
    await verify(store, log);
  });

  test('does not come to a web host, nor anything by its words', async () => {
    const live = await pullAll();
    expect(live.id).toBe(second.id);
    expect(lines).toContainEqual(
      expect.stringContaining(
        `Preview ${FOREIGN} is left out, since it is not whole: ${key} is no manifest: `,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringContaining(`withdraw it: npm run deploy -- withdraw ${FOREIGN} --to s3://site`),
    );
    expect((await readdir(join(host, 'history'))).sort()).toEqual(['1.json', '2.json']);
    expect(await readdir(join(host, 'releases'))).toEqual([`${second.id}.json`]);
    expect(await readdir(join(host, 'previews'))).toEqual([`${preview.id}.json`]);
    await expectWholeSite(host);
  });

  test('is told when the store is cleaned, keeps nothing, and goes when it is old', async () => {
    await pruneLater();
    expect(lines).toContainEqual(told);
    await verify(store, log);
    expect((await listReleases(store)).join()).toContain(preview.id);
    await pruneLater(31);
    expect(await store.list('previews/')).toEqual([]);
    await verify(store, log);
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
  const release = await promote({ store, id: preview.id, log });
  expect(release.apps).toEqual(preview.apps);
  expect(release.pages).toEqual(preview.pages);
});

describe('a web host does without a build', () => {
  test('whose files have names that lead elsewhere', async () => {
    const file = { integrity: integrityOf(entry()), bytes: 1 };
    const content: Omit<Artifact, 'version'> = {
      app: 'their-remote',
      mode: 'production',
      entry: { scripts: [], styles: [] },
      pages: {},
      files: { '../../../history/999.json': file },
      serverHash: sha256(''),
      shared: {},
    };
    const build = `their-remote/${versionOf(content)}`;
    const version = versionOf(content);
    await store.write(artifactKey(build), JSON.stringify({ ...content, version }));
    // As a bucket has it, whose keys are no paths.
    const bucket: Store = {
      ...store,
      read: (key) => (key.includes('..') ? Promise.resolve(Buffer.from(entry())) : store.read(key)),
    };
    expect((await pullAll(bucket)).id).toBe(second.id);
    expect(lines).toContain(
      `${build} is left out, since it is not whole: ${artifactKey(build)} has been altered.`,
    );
    expect(await readdir(join(host, 'history'))).not.toContain('999.json');
  });

  test('whose own name leads elsewhere', async () => {
    const bucket: Store = {
      ...store,
      list: async (folder) => {
        if (folder === 'artifacts/../') return ['0123456789abcdef'];
        return [...(await store.list(folder)), ...(folder === 'artifacts/' ? ['..'] : [])];
      },
    };
    expect((await pullAll(bucket)).id).toBe(second.id);
  });
});

describe('a release that is damaged', () => {
  const advice =
    'It cannot be made live: take another release (npm run deploy -- releases), or put the file back.';

  test('stops nothing but itself if another one is live', async () => {
    const key = releaseKey(first.id);
    await store.write(key, 'garbage');
    await expect(restore({ store, id: first.id, log })).rejects.toThrow(`${key} is no manifest: `);
    await expect(restore({ store, id: first.id, log })).rejects.toThrow(advice);
    expect((await listReleases(store)).join('\n')).toContain(first.id);
    expect((await describeRelease(store, second.id)).join('\n')).toContain(`After ${first.id}`);
    await pullAll();
    await pruneLater();
    expect(lines).toContainEqual(expect.stringContaining(`${key} is no manifest: `));
    const back = await rollback({ store, app: 'micora-remote', log });
    expect(back.apps).toEqual(first.apps);
  });

  test('is not passed over if it is live; another one can be made live instead', async () => {
    await pullAll();
    const key = releaseKey(second.id);
    await store.write(key, 'garbage');
    const sentence =
      'It is live: put the file back, or make another release live: npm run deploy -- restore <release>.';
    const before = (await readdir(directory, { recursive: true })).sort();
    for (const work of [
      () => put(),
      () => pruneLater(31),
      () => rollback({ store, app: 'micora-remote', log }),
      () => verify(store, log),
    ])
      await expect(work()).rejects.toThrow(new RegExp(`^${key} is no manifest: .*\\. ${sentence}$`));
    await expect(pullAll()).rejects.toThrow(
      /^Nothing has changed here, since s3:\/\/site is damaged: releases\/.* is no manifest: .* It is live: /,
    );
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
    await expectWholeSite(host);
    await restore({ store, id: first.id, log });
    expect((await pullAll()).id).toBe(first.id);
  });

  test('is fetched again by a web host on which it is', async () => {
    await pullAll();
    await directoryStore(host).write(releaseKey(second.id), 'garbage');
    await pullAll();
    await expectWholeSite(host);
  });
});
