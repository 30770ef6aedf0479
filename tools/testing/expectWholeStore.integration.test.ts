import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from '../release/deploy';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeStore } from './expectWholeStore';
import { sharedSite } from './sharedSite';
import { temporaryDirectory } from './temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from './tinySite';

jest.setTimeout(60_000);

let directory: string;
let store: Store;
let first: Release;

const begin = sharedSite(async (shared) => {
  const artifacts = [await tinyShell(), await tinyStudio(), await tinyMicora()];
  return deploy({ store: shared, artifacts, log: () => undefined });
});

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  first = await begin(store);
});

describe('the check of a whole store', () => {
  test('is content with what was deployed', async () => {
    await expect(expectWholeStore(store)).resolves.toBeUndefined();
  });

  test.each([
    ['index.html', ''],
    ['index.html', '.br'],
    ['projects/_.html', '.gz'],
    ['robots.txt', ''],
    ['release.json', '.br'],
  ])('finds %s%s that was altered, or is missing', async (file, form) => {
    const key = `pages/${first.pages[file]?.content ?? first.files[file]}${form}`;
    await appendFile(join(directory, key), ' ');
    await expect(expectWholeStore(store)).rejects.toThrow(`Release ${first.id} is damaged`);
    await expect(expectWholeStore(store)).rejects.toThrow(`${key} has been altered`);
    await store.remove(key);
    await expect(expectWholeStore(store)).rejects.toThrow(`${key} is missing`);
  });

  test('finds a server bundle that was altered, and a build that is missing', async () => {
    const [shell, micora] = ['shell', 'micora-remote'].map((app) => `artifacts/${app}/${first.apps[app]}`);
    await appendFile(join(directory, `${shell}/server.cjs`), ' ');
    await store.remove(`${micora}/artifact.json`);
    await expect(expectWholeStore(store)).rejects.toThrow(
      `${micora}/artifact.json is missing\n  ${shell}/server.cjs has been altered`,
    );
  });

  test('looks at the builds of every page, also at one that is not its app’s any more', async () => {
    const { 'micora.html': page, ...pages } = first.pages;
    const manifest = { ...first, pages: { ...pages, 'micora.html': { ...page, version: 'a'.repeat(16) } } };
    await store.write(`releases/${first.id}.json`, JSON.stringify(manifest));
    await expect(expectWholeStore(store)).rejects.toThrow(
      `artifacts/micora-remote/${'a'.repeat(16)}/artifact.json is missing`,
    );
  });

  test('finds an asset that is missing, and a compressed form that is not it', async () => {
    const folder = join(directory, 'assets/shell', first.apps.shell ?? '');
    await rm(join(folder, 'main.js'));
    await appendFile(join(folder, 'shell.main.css.gz'), 'x');
    await expect(expectWholeStore(store)).rejects.toThrow(
      /main\.js is missing[^]*shell\.main\.css\.gz has been altered/,
    );
  });
});
