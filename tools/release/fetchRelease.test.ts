import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Artifact } from '../build/Artifact';
import { sha256 } from '../build/sha256';
import { versionOf } from '../build/versionOf';
import { directoryStore } from '../store/directoryStore';
import { IntegrityError } from './parseRelease';
import type { Store } from '../store/Store';
import { steppedStore } from '../testing/steppedStore';
import { storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { fetchRelease } from './fetchRelease';
import { findRelease, releaseKey } from './readRelease';
import type { Release } from './Release';

const ID = '20261121T101500123Z-1a2b3c4d';
const CONTENT: Omit<Artifact, 'version'> = {
  app: 'shell',
  mode: 'production',
  entry: { scripts: [], styles: [] },
  pages: {},
  files: {},
  serverHash: sha256(''),
  shared: {},
};
const VERSION = versionOf(CONTENT);
const BUILD = `artifacts/shell/${VERSION}/artifact.json`;

let from: Store;
let to: Store;
let release: Release;
let lines: string[];
/** What has been written, in its order. */
let written: string[];

beforeEach(async () => {
  from = directoryStore(await temporaryDirectory());
  to = directoryStore(await temporaryDirectory());
  release = await storeRelease(from, ID, { 'index.html': 'home', 'logo.png': 'logo' }, VERSION);
  await from.write(BUILD, JSON.stringify({ ...CONTENT, version: VERSION }));
  lines = [];
  written = [];
});

const fetch = () => {
  const watched = steppedStore(to, (step, key) =>
    Promise.resolve(step.startsWith('write') ? void written.push(key) : undefined),
  );
  return fetchRelease(from, watched, ID, (line) => lines.push(line));
};

const keyOf = (file: string) => `pages/${release.pages[file]?.content ?? release.files[file]}`;
const forms = (file: string) => [keyOf(file), `${keyOf(file)}.br`, `${keyOf(file)}.gz`];

describe('a release that is fetched', () => {
  test('has its builds, then its contents in every form, its manifest last', async () => {
    await fetch();
    expect(written[0]).toBe(BUILD);
    expect(written.slice(1, -1).sort()).toEqual(
      [...forms('index.html'), ...forms('release.json'), keyOf('logo.png')].sort(),
    );
    expect(written.at(-1)).toBe(releaseKey(ID));
    for (const key of written) expect(await to.read(key)).toEqual(await from.read(key));
    expect(lines).toEqual([`Fetching shell ${VERSION}: 0 files`, `Fetching release ${ID}: 7 files`]);
  });

  test('says how far it is if it takes long', async () => {
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 3000));
    await fetch();
    clock.mockRestore();
    expect(lines).toEqual(expect.arrayContaining(['  7 of 7']));
  });

  test('is not looked at again if it is there', async () => {
    await fetch();
    [lines, written] = [[], []];
    await fetch();
    expect([lines, written]).toEqual([[], []]);
  });

  test('takes the place of one that is damaged here', async () => {
    await to.write(releaseKey(ID), '{}');
    await fetch();
    expect(await findRelease(to, ID)).toEqual(release);
  });

  test('is none if there is no manifest: it is being written, or removed', async () => {
    await from.remove(releaseKey(ID));
    await fetch();
    expect([lines, written]).toEqual([[], []]);
  });
});

describe('a release is not fetched', () => {
  const refused = async (message: string) => {
    const fetching = fetch();
    await expect(fetching).rejects.toBeInstanceOf(IntegrityError);
    await expect(fetching).rejects.toThrow(message);
    expect(await to.read(releaseKey(ID))).toBeUndefined();
  };

  test('if a page is missing in any form', async () => {
    const [, brotli = ''] = forms('index.html');
    await from.remove(brotli);
    await refused(`${brotli} is missing`);
  });

  test('if a page has been altered', async () => {
    await from.write(keyOf('index.html'), 'other');
    await refused(`${keyOf('index.html')} has been altered`);
    expect(await to.read(keyOf('index.html'))).toBeUndefined();
  });

  test('if its manifest says what no deployment writes', async () => {
    await from.write(
      releaseKey(ID),
      JSON.stringify({ ...release, files: { '../../history/9.json': sha256('') } }),
    );
    await refused(`${releaseKey(ID)} is no manifest: files > ../../history/9.json is no name of a file`);
  });

  test('if a build is missing', async () => {
    await from.remove(BUILD);
    await refused(`${BUILD} is missing`);
  });
});
