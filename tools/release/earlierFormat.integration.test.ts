import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFile, readdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { storeAsBefore } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { deploy } from './deploy';
import { listReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { restore } from './restore';
import { rollback } from './rollback';
import { verify } from './verify';

// A store that was written before pages were stored by their content.

jest.setTimeout(60_000);

const DAY = 86_400_000;
const FILES = {
  'index.html': '<p>Earlier</p>',
  'projects/_.html': '<p>Project</p>',
  '.well-known/assetlinks.json': '[{"relation":[]}]',
  'robots.txt': 'robots',
};
const MESSAGE =
  'The live release was written by an earlier version of this program, which stored pages otherwise. Build all apps again and deploy them together: npm run deploy -- shell studio-remote micora-remote.';

let directory: string;
let store: Store;
let earlier: Release;
const log = () => undefined;
const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, log });
const everything = async () => (await readdir(directory, { recursive: true })).sort();

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  earlier = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
  await storeAsBefore(store, earlier, FILES);
  for (const folder of ['pages/', 'trees/'])
    for (const { key } of await store.walk(folder)) await store.remove(key);
  await unlink(join(directory, 'live'));
  await symlink(`releases/${earlier.id}`, join(directory, 'live'));
});

describe('a store of the earlier format', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a deployment of one app', async () => put(await tinyMicora('MiCora two'))],
    ['a deployment of the shell', async () => put(await tinyShell('Second shell'))],
    ['a refresh', () => put()],
    ['a preview', async () => previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log })],
    ['a rollback', () => rollback({ store, app: 'studio-remote', log })],
    ['a check', () => verify(store, log)],
  ])('refuses %s, says what to do, and stays as it is', async (_what, command) => {
    const before = await everything();
    await expect(command()).rejects.toThrow(MESSAGE);
    expect(await everything()).toEqual(before);
    expect(await readFile(join(directory, 'live/index.html'), 'utf8')).toBe('<p>Earlier</p>');
  });

  test('is listed, and its releases cannot be restored', async () => {
    expect((await listReleases(store))[0]).toContain(`live     ${earlier.id}`);
    await expect(restore({ store, id: earlier.id, log })).rejects.toThrow(
      `There is no release ${earlier.id}`,
    );
  });

  test('is pruned of what is not live, and of nothing that is', async () => {
    const old = { ...earlier, id: '20200101T101500123Z-1a2b3c4d' };
    await storeAsBefore(store, old, FILES);
    await prune({ store, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log });
    expect(await store.list('releases/')).toEqual([earlier.id]);
    expect(await readFile(join(directory, 'live/index.html'), 'utf8')).toBe('<p>Earlier</p>');
    for (const [app, version] of Object.entries(earlier.apps))
      expect(await store.list(`assets/${app}/`)).toEqual([version]);
  });

  test('is taken over by a deployment that replaces everything; open tabs keep their builds, until they are pruned', async () => {
    const artifacts = [
      await tinyShell('Second shell'),
      await tinyStudio('Home two'),
      await tinyMicora('Two'),
    ];
    const release = await put(...artifacts);
    expect(await expectWholeSite(directory)).toEqual(release);
    expect(release).not.toHaveProperty('base');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json']);
    await verify(store, log);
    for (const [app, version] of Object.entries(earlier.apps))
      expect(await store.list(`assets/${app}/`)).toContain(version);
    // Whoever has found the earlier folder just before goes on to read it.
    expect(await store.read(`releases/${earlier.id}/index.html`)).toBeDefined();

    await put(await tinyMicora('Three'));
    await prune({ store, keepDays: 30, now: new Date(Date.now() + 29 * DAY), log });
    for (const [app, version] of Object.entries(earlier.apps))
      expect(await store.list(`assets/${app}/`)).toContain(version);
    await prune({ store, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log });
    const now = await expectWholeSite(directory);
    expect(await store.list('releases/')).toEqual([`${now.id}.json`]);
    for (const [app, version] of Object.entries(now.apps))
      expect(await store.list(`assets/${app}/`)).toEqual([version]);
  });

  test('is taken over although the same builds are deployed', async () => {
    const release = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
    expect(release.id).not.toBe(earlier.id);
    expect(release.apps).toEqual(earlier.apps);
    expect(await expectWholeSite(directory)).toEqual(release);
  });
});
