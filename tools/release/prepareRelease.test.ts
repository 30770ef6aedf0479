import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { storeArtifact } from '../store/storeArtifact';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { createRenderer, type BackendSnapshot, type Renderer } from './renderer/createRenderer';
import { memoryStore } from '../testing/memoryStore';
import type { Store } from '../store/Store';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import type { PreparedRelease, prepareRelease as prepareAlone } from './prepareRelease';
import { publish } from './publish';
import { PREVIEW_ID } from './readRelease';
import type { Release } from './Release';
import { writeRelease } from './writeRelease';

/** Where nobody answers. */
const AWAY = 'http://127.0.0.1:9';
const PICTURE = 'a2/projects/abc/cover.jpg';

type Options = Parameters<typeof prepareAlone>[0];

const close = jest.fn();
const read = jest.fn<(apps: string[]) => void>();

// The renderer itself, without its process: what that adds has tests of its own.
jest.doMock('./renderer/openRenderer', () => ({
  openRenderer(apps: LoadedArtifact[]): Renderer & { close: () => void } {
    let renderer: Renderer | undefined;
    const asked = () => (renderer ??= createRenderer(apps));
    return {
      read: (names, url) => (read([...names].sort()), asked().read(names, url)),
      renderPage: (job) => asked().renderPage(job),
      renderSiteFiles: (pages) => asked().renderSiteFiles(pages),
      close,
    };
  },
}));

let store: Store;
let lines: string[];
let items: Item[];
let backendUrl: string;

beforeEach(async () => {
  store = memoryStore();
  lines = [];
  items = [{ id: 'abc', title: 'Harbour' }];
  backendUrl = await serveItems(() => items);
  close.mockClear();
  read.mockClear();
});

async function prepare(options: Partial<Options>) {
  const { prepareRelease } = await import('./prepareRelease');
  return prepareRelease({ store, artifacts: [], log: (line) => lines.push(line), ...options });
}

/** A release that differs from what is live. */
async function changed(options: Partial<Options>): Promise<PreparedRelease> {
  const prepared = await prepare(options);
  if ('unchanged' in prepared) throw new Error('Nothing has changed.');
  return prepared;
}

/** Makes builds live. */
async function put(artifacts: LoadedArtifact[], options: Partial<Options> = {}): Promise<Release> {
  const { release, number, contents } = await changed({ artifacts, ...options });
  for (const artifact of artifacts) await storeArtifact(store, artifact);
  await writeRelease(store, release, contents);
  expect(await publish(store, release, number + 1, 'deploy')).toBe(true);
  lines = [];
  close.mockClear();
  read.mockClear();
  return release;
}

const filesOf = ({ rendered }: PreparedRelease) => rendered.map(({ file }) => file).sort();

/** A remote at `/` with a home page, and a pattern whose pages this source fills. */
async function remoteWith(source: string, css?: string): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  const pages = {
    '/': `return 'Home'`,
    '/projects/:projectId': `if (data?.title === '${BAD}') throw new Error('bad record');
      return data ? data.title : 'Loading'`,
  };
  await writeRemoteBuild(folder, {
    name: 'studio',
    mount: '/',
    pages,
    sources: { '/projects/:projectId': source },
  });
  const loaded = await readArtifact(folder);
  if (css !== undefined) loaded.files.set('studio.Page1.css', Buffer.from(css));
  return loaded;
}

/** Fills one page with each record, as `tinyPortfolio` does, with a picture. */
const RECORDS = `{
  list: async (read) => {
    const { items } = await read('/collections/projects/records', { perPage: 500 });
    return new Map(items.map((item) => [item.id, item]));
  },
  prepare: (data) => data,
  pictures: () => ['${PICTURE}'],
}`;

describe('the first release', () => {
  test('has every page, what its builds bring for the site’s root, and the number that none has', async () => {
    const prepared = await changed({
      artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()],
    });
    const pages = ['404.html', 'index.html', 'micora.html', 'projects/_.html'];
    expect(prepared.number).toBe(0);
    expect(filesOf(prepared)).toEqual(pages);
    expect(Object.keys(prepared.release.pages).sort()).toEqual(pages);
    expect(Object.keys(prepared.release.files).sort()).toEqual(
      [
        'favicon.ico',
        'release.json',
        'remotes/micora/mf-manifest.json',
        'remotes/studio/mf-manifest.json',
        'robots.txt',
        'site.webmanifest',
        'sitemap.xml',
      ].sort(),
    );
    const icon = prepared.contents.get(prepared.release.files['favicon.ico'] ?? '');
    expect(icon?.bytes.toString()).toBe('icon');
    expect(prepared.release).not.toHaveProperty('base');
    expect(prepared.release.block).not.toHaveProperty('builds');
    expect(lines).toEqual(['Rendering 4 pages, keeping 0']);
    expect(close).toHaveBeenCalledTimes(1);
    expect(await store.walk('')).toEqual([]);
  });

  test('needs a shell', async () => {
    await expect(prepare({ artifacts: [await tinyStudio()] })).rejects.toThrow('No shell is live yet');
  });

  test('names where its builds come from, in the order of their names, if they say so', async () => {
    const shell = { ...(await tinyShell()), origin: { commit: 'c1' } } as unknown as LoadedArtifact;
    const micora = { ...(await tinyMicora()), origin: { commit: 'c2' } } as unknown as LoadedArtifact;
    const { release } = await changed({ artifacts: [shell, micora, await tinyStudio()] });
    expect(Object.entries(release.block.builds ?? {})).toEqual([
      ['micora-remote', { commit: 'c2' }],
      ['shell', { commit: 'c1' }],
    ]);
  });

  test('without an icon of the shell’s has none, whatever a remote brings', async () => {
    const shell = await tinyShell();
    shell.files.delete('favicon.ico');
    const studio = await tinyStudio();
    studio.files.set('favicon.ico', Buffer.from('other icon'));
    const { release } = await changed({ artifacts: [studio, shell] });
    expect(release.files).not.toHaveProperty(['favicon.ico']);
  });

  test('is refused, and its renderer closed, if its contents cannot stand beside each other', async () => {
    const studio = await remoteWith(RECORDS, 'a{top:0}');
    await expect(prepare({ artifacts: [await tinyShell(), studio] })).rejects.toThrow(
      'a in studio.Page1.css of studio-remote reaches outside',
    );
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('may have an id that nobody can guess', async () => {
    const { release } = await changed({ artifacts: [await tinyShell()], secret: true });
    expect(release.id).toMatch(PREVIEW_ID);
  });
});

describe('the next release', () => {
  let live: Release;

  beforeEach(async () => {
    live = await put([await tinyShell(), await tinyStudio(), await tinyMicora()]);
  });

  test('has the builds of before, but for those that are deployed, and renders their pages alone', async () => {
    const micora = await tinyMicora('Two');
    const prepared = await changed({ artifacts: [micora] });
    expect(prepared.release.apps).toEqual({ ...live.apps, 'micora-remote': micora.artifact.version });
    expect(prepared.number).toBe(1);
    expect(prepared.release.base).toBe(live.id);
    expect(filesOf(prepared)).toEqual(['micora.html']);
    expect(lines).toEqual(['Rendering 1 pages, keeping 3']);
    expect(prepared.contents.has(prepared.release.pages['micora.html']?.content ?? '')).toBe(true);
  });

  test('may be without an app', async () => {
    const { release } = await changed({ without: 'micora-remote' });
    expect(Object.keys(release.apps).sort()).toEqual(['shell', 'studio-remote']);
    expect(release.pages).not.toHaveProperty(['micora.html']);
    expect(lines).toEqual(['Rendering 0 pages, keeping 3']);
  });

  test('is the live one if nothing is new, with no build or with the same', async () => {
    expect(await prepare({})).toEqual({ unchanged: live });
    expect(await prepare({ artifacts: [await tinyStudio(), await tinyMicora()] })).toEqual({
      unchanged: live,
    });
    expect(lines).toEqual([]);
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('has again what the store has lost', async () => {
    const lost = new Set([live.pages['index.html']?.content ?? '']);
    const prepared = await changed({ artifacts: [await tinyMicora('Two')], lost });
    expect(filesOf(prepared)).toEqual(['index.html', 'micora.html']);
    expect([...lost].every((content) => prepared.contents.has(content))).toBe(true);
  });

  test('takes over pages of earlier ones', async () => {
    await put([await tinyMicora('Two')]);
    const prepared = await changed({ artifacts: [await tinyMicora()], earlier: [live] });
    expect(filesOf(prepared)).toEqual([]);
    expect(prepared.release.pages).toEqual(live.pages);
  });

  test('needs the builds of before in the store', async () => {
    await store.remove(`artifacts/studio-remote/${live.apps['studio-remote']}/server.cjs`);
    await expect(prepare({ artifacts: [await tinyMicora('Two')] })).rejects.toThrow(
      'is missing in the store',
    );
  });

  test('is not composed if the history names one that is gone, whatever is deployed', async () => {
    await store.remove(`releases/${live.id}.json`);
    await expect(
      prepare({ artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()] }),
    ).rejects.toThrow(`releases/${live.id}.json is missing in the store`);
  });
});

describe('§7 what fills pages', () => {
  const KNOWN = {
    '/projects': { '': expect.any(String) },
    '/projects/:projectId': { abc: expect.any(String) },
  };

  test('is read for the apps that are deployed or rendered, and told', async () => {
    const onRead = jest.fn<(reading: BackendSnapshot) => void>();
    const shell = await tinyShell();
    await put([shell, await tinyPortfolio(), await tinyMicora()], { backendUrl, onRead });
    expect(onRead).toHaveBeenCalledTimes(1);
    expect(onRead).toHaveBeenCalledWith(
      expect.objectContaining({
        data: { shell: {}, 'micora-remote': {}, 'studio-remote': KNOWN },
        collections: ['projects'],
      }),
    );
    await prepare({ artifacts: [await tinyMicora('Two')], backendUrl });
    expect(read).toHaveBeenLastCalledWith(['micora-remote']);
    await prepare({ artifacts: [await tinyShell('Other words')], backendUrl });
    expect(read).toHaveBeenLastCalledWith(['micora-remote', 'shell', 'studio-remote']);
    await prepare({ backendUrl });
    expect(read).toHaveBeenLastCalledWith(['micora-remote', 'shell', 'studio-remote']);
  });

  test('is not read without a backend: the data of the live release stays', async () => {
    const live = await put([await tinyShell(), await tinyPortfolio()], { backendUrl });
    items = [];
    expect(await prepare({})).toEqual({ unchanged: live });
    expect(read).not.toHaveBeenCalled();
  });

  test('makes a release of its own if it has changed, of the pages that it is about', async () => {
    const live = await put([await tinyShell(), await tinyPortfolio(), await tinyMicora()], { backendUrl });
    expect(await prepare({ backendUrl })).toEqual({ unchanged: live });
    items = [...items, { id: 'def', title: 'Garden' }];
    const prepared = await changed({ backendUrl });
    expect(filesOf(prepared)).toEqual(['projects.html', 'projects/def.html']);
    expect(prepared.release.apps).toEqual(live.apps);
  });

  test('stays as it is if the backend cannot be read, which is said', async () => {
    const live = await put([await tinyShell(), await tinyPortfolio()], { backendUrl });
    expect(await prepare({ backendUrl: AWAY })).toEqual({ unchanged: live });
    expect(lines).toEqual([
      expect.stringMatching(
        /^The backend cannot be read, so pages keep the data that they have\. .*127\.0\.0\.1:9/,
      ),
    ]);
  });

  test('may be needed: then a backend that cannot be read is an error', async () => {
    const { BackendError } = await import('./renderer/readBackend');
    const artifacts = [await tinyShell(), await tinyPortfolio()];
    await expect(prepare({ artifacts, backendUrl: '', needsBackend: true })).rejects.toThrow(
      'No backend is named: say where PocketBase listens by --backend.',
    );
    await expect(prepare({ artifacts, backendUrl: AWAY, needsBackend: true })).rejects.toBeInstanceOf(
      BackendError,
    );
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('stops the release if it is the remote that fails', async () => {
    const studio = await remoteWith(
      `{ list: () => { throw new Error('no such list'); }, prepare: () => ({}) }`,
    );
    const artifacts = [await tinyShell(), studio];
    await expect(prepare({ artifacts, backendUrl })).rejects.toThrow('no such list');
    expect(lines).toEqual([]);
  });

  test('leaves a page as it was if it cannot be rendered with it, and no new release if there is nothing else', async () => {
    const live = await put([await tinyShell(), await remoteWith(RECORDS)], { backendUrl });
    items = [{ id: 'abc', title: BAD }];
    expect(await prepare({ backendUrl })).toEqual({ unchanged: live });
    expect(lines).toEqual([
      'Rendering 1 pages, keeping 3',
      expect.stringMatching(/bad record Its last version stays\.$/),
    ]);
  });

  test('has the pictures that its data names', async () => {
    const live = await put([await tinyShell(), await remoteWith(RECORDS)], { backendUrl });
    expect(live.pages['projects/abc.html']).toMatchObject({ pictures: [PICTURE] });
    expect(await prepare({})).toEqual({ unchanged: live });
  });
});
