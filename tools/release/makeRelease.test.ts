import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import type { Made, makeRelease, MakeOptions } from './makeRelease';
import { publish } from './publish';
import type { Reading } from './read';
import { PREVIEW_ID } from './readRelease';
import type { Release } from './Release';
import { createRenderer } from './renderer/createRenderer';
import type { openRenderers } from './renderer/openRenderers';
import { dataKey } from './parseRelease';
import { write } from './write';

/** Where nobody answers. */
const AWAY = 'http://127.0.0.1:9';
const PICTURE = 'a2/projects/abc/cover.jpg';

const close = jest.fn();
/** The app whose data is asked for. */
const list = jest.fn<(app: string) => void>();

// The renderers themselves, without their processes: what those add has tests of its own.
const openHere: typeof openRenderers = (set, read) => ({
  of(name) {
    const [shell, app] = [
      set.find(({ artifact }) => !artifact.remote),
      set.find(({ artifact }) => artifact.app === name),
    ];
    if (!shell || !app) throw new Error(`${name} is not in this release.`);
    const renderer = createRenderer(shell, app, read);
    return { ...renderer, list: () => (list(name), renderer.list()) };
  },
  close,
});
jest.doMock('./renderer/openRenderers', () => ({ openRenderers: openHere }));

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
  list.mockClear();
});

async function make(options: Partial<MakeOptions>, more?: Parameters<typeof makeRelease>[1]) {
  const { makeRelease: makeNow } = await import('./makeRelease');
  return makeNow({ store, log: (line) => lines.push(line), ...options }, more);
}

/** A release that differs from what is live. */
async function changed(...given: Parameters<typeof make>): Promise<Made> {
  const made = await make(...given);
  if ('unchanged' in made) throw new Error('Nothing has changed.');
  return made;
}

/** Makes a change live. */
async function put(options: Partial<MakeOptions>): Promise<Release> {
  const made = await changed(options);
  await write(store, made);
  expect(await publish(store, made.release, made.plan.number + 1, made.plan.what)).toBe(true);
  lines = [];
  close.mockClear();
  list.mockClear();
  return made.release;
}

const filesOf = ({ pages }: Made) => pages.map(({ file }) => file).sort();
const asked = () => list.mock.calls.map(([app]) => app).sort();

/** The text of a page that is new in a release. */
function textOf({ release, contents }: Made, file: string): string {
  return String(contents.get(release.pages[file]?.content ?? '')?.bytes);
}

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

/** Fills one page with each record, as `tinyPortfolio` does. */
const records = (more = `prepare: (data) => data`) => `{
  list: async (read) => {
    const { items } = await read('/collections/projects/records', { perPage: 500 });
    return new Map(items.map((item) => [item.id, item]));
  },
  ${more},
}`;

const some = (...ids: string[]) => ids.map((id) => ({ id, title: `Title of ${id}` }));
const hashOf = (item: Item | undefined) => sha256(JSON.stringify(item));

describe('the first release', () => {
  test('has every page, what its builds bring for the site’s root, and the number that none has', async () => {
    const made = await changed({ artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()] });
    const pages = ['404.html', 'index.html', 'micora.html', 'projects/_.html'];
    expect(made.plan).toMatchObject({ number: 0, what: 'deploy shell studio-remote micora-remote' });
    expect(filesOf(made)).toEqual(pages);
    expect(Object.keys(made.release.pages).sort()).toEqual(pages);
    expect(Object.keys(made.release.files).sort()).toEqual(
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
    const icon = made.contents.get(made.release.files['favicon.ico'] ?? '');
    expect(icon?.bytes.toString()).toBe('icon');
    expect(made.release).not.toHaveProperty('base');
    expect(made.release.block).not.toHaveProperty('builds');
    expect(lines).toEqual(['Rendering 4 pages, keeping 0']);
    expect(close).toHaveBeenCalledTimes(1);
    expect(await store.walk('')).toEqual([]);
  });

  test('needs a shell', async () => {
    await expect(make({ artifacts: [await tinyStudio()] })).rejects.toThrow('No shell is live yet');
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

  test('is refused if its contents cannot stand beside each other, before anything is asked or rendered', async () => {
    const studio = await remoteWith(records(), 'a{top:0}');
    await expect(make({ artifacts: [await tinyShell(), studio], backendUrl })).rejects.toThrow(
      'a in studio.Page1.css of studio-remote reaches outside',
    );
    expect(asked()).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('may have an id that nobody can guess', async () => {
    const { release } = await changed({ artifacts: [await tinyShell()] }, { secret: true });
    expect(release.id).toMatch(PREVIEW_ID);
  });
});

describe('the next release', () => {
  let live: Release;

  beforeEach(async () => {
    live = await put({ artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()] });
  });

  test('has the builds of before, but for those that are deployed, and renders their pages alone', async () => {
    const micora = await tinyMicora('Two');
    const made = await changed({ artifacts: [micora] });
    expect(made.release.apps).toEqual({ ...live.apps, 'micora-remote': micora.artifact.version });
    expect(made.artifacts).toEqual([micora]);
    expect(made.plan).toMatchObject({ number: 1, what: 'deploy micora-remote' });
    expect(made.release.base).toBe(live.id);
    expect(filesOf(made)).toEqual(['micora.html']);
    expect(lines).toEqual(['Rendering 1 pages, keeping 3']);
    expect(textOf(made, 'micora.html')).toContain('Two');
  });

  test('is the live one if nothing is new, with no build or with the same', async () => {
    expect(await make({})).toEqual({ unchanged: live });
    expect(await make({ artifacts: [await tinyStudio(), await tinyMicora()] })).toEqual({
      unchanged: live,
    });
    expect(lines).toEqual([]);
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('has again what the store has lost', async () => {
    const lost = new Set([live.pages['index.html']?.content ?? '']);
    const made = await changed({ artifacts: [await tinyMicora('Two')] }, { lost });
    expect(filesOf(made)).toEqual(['index.html', 'micora.html']);
    expect([...lost].every((content) => made.contents.has(content))).toBe(true);
  });

  test('needs the builds of before in the store', async () => {
    await store.remove(`artifacts/studio-remote/${live.apps['studio-remote']}/server.cjs`);
    await expect(make({ artifacts: [await tinyMicora('Two')] })).rejects.toThrow('is missing in the store');
  });

  test('is not made if the history names one that is gone, whatever is deployed', async () => {
    await store.remove(`releases/${live.id}.json`);
    await expect(
      make({ artifacts: [await tinyShell(), await tinyStudio(), await tinyMicora()] }),
    ).rejects.toThrow(`releases/${live.id}.json is missing in the store`);
  });

  describe('without an app', () => {
    test('has the pages of the others as they were, and no build or data of anybody is new', async () => {
      const made = await changed({ without: 'micora-remote', backendUrl });
      expect(Object.keys(made.release.apps).sort()).toEqual(['shell', 'studio-remote']);
      const others = Object.entries(live.pages).filter(([, { app }]) => app !== 'micora-remote');
      expect(made.release.pages).toEqual(Object.fromEntries(others));
      expect(made.release.files).not.toHaveProperty(['remotes/micora/mf-manifest.json']);
      expect(made.artifacts).toEqual([]);
      expect(made.plan.what).toBe('deploy --without micora-remote');
      expect(asked()).toEqual([]);
      expect(lines).toEqual([]);
    });

    test('may have a new build of another', async () => {
      const made = await changed({ artifacts: [await tinyStudio('Two')], without: 'micora-remote' });
      expect(filesOf(made)).toEqual(['index.html', 'projects/_.html']);
      expect(made.plan.what).toBe('deploy studio-remote --without micora-remote');
    });

    test('is refused if that is the shell, or is not live', async () => {
      await expect(make({ without: 'shell' })).rejects.toThrow(
        'Without the shell there is no site: shell cannot be left out.',
      );
      await expect(make({ without: 'events-remote' })).rejects.toThrow(
        'events-remote is not live: there is nothing to leave out.',
      );
    });
  });

  test('that goes back takes over the pages of the release that had the build', async () => {
    await put({ artifacts: [await tinyMicora('Two')] });
    const made = await changed({ back: { app: 'micora-remote' } });
    expect(made.plan.what).toBe(`rollback micora-remote ${live.apps['micora-remote']}`);
    expect(filesOf(made)).toEqual([]);
    expect(made.release.pages).toEqual(live.pages);
    expect(made.release.id).not.toBe(live.id);
  });
});

describe('§7 what fills pages', () => {
  const route = '/projects/:projectId';

  test('is read for the apps that are deployed, or for all with the shell or with none, and told', async () => {
    const onRead = jest.fn<(reading: Reading) => void>();
    const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
    await put({ artifacts, backendUrl, onRead });
    expect(onRead).toHaveBeenCalledTimes(1);
    expect(onRead).toHaveBeenCalledWith({
      data: {
        shell: {},
        'micora-remote': {},
        'studio-remote': {
          '/projects': { '': sha256('{"titles":["Harbour"]}') },
          [route]: { abc: hashOf(items[0]) },
        },
      },
      answers: {
        [`${backendUrl}/api/collections/projects/records?perPage=500`]: sha256(JSON.stringify({ items })),
      },
    });
    await make({ artifacts: [await tinyMicora('Two')], backendUrl });
    expect(asked()).toEqual(['micora-remote']);
    list.mockClear();
    await make({ artifacts: [await tinyShell('Other words')], backendUrl });
    expect(asked()).toEqual(['micora-remote', 'shell', 'studio-remote']);
    list.mockClear();
    await make({ backendUrl });
    expect(asked()).toEqual(['micora-remote', 'shell', 'studio-remote']);
  });

  test('is not read without a backend: the data of the live release stays', async () => {
    const live = await put({ artifacts: [await tinyShell(), await tinyPortfolio()], backendUrl });
    items = [];
    expect(await make({})).toEqual({ unchanged: live });
    expect(asked()).toEqual([]);
  });

  test('makes a release of its own if it has changed, of the pages that it is about', async () => {
    const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
    const live = await put({ artifacts, backendUrl });
    expect(await make({ backendUrl })).toEqual({ unchanged: live });
    items = [...items, { id: 'def', title: 'Garden' }];
    const made = await changed({ backendUrl });
    expect(filesOf(made)).toEqual(['projects.html', 'projects/def.html']);
    expect(made.release.apps).toEqual(live.apps);
    expect(made.plan.what).toBe('refresh');
  });

  test('stays as it is if the backend cannot be read, which is said', async () => {
    const live = await put({ artifacts: [await tinyShell(), await tinyPortfolio()], backendUrl });
    expect(await make({ backendUrl: AWAY })).toEqual({ unchanged: live });
    expect(lines).toEqual([
      expect.stringMatching(
        /^The backend cannot be read, so pages keep the data that they have\. .*127\.0\.0\.1:9/,
      ),
    ]);
  });

  test('may be needed: then a backend that cannot be read is an error', async () => {
    const { BackendError } = await import('./renderer/readBackend');
    const artifacts = [await tinyShell(), await tinyPortfolio()];
    await expect(make({ artifacts, backendUrl: '', needsBackend: true })).rejects.toThrow(
      'No backend is named: say where PocketBase listens by --backend.',
    );
    await expect(make({ artifacts, backendUrl: AWAY, needsBackend: true })).rejects.toBeInstanceOf(
      BackendError,
    );
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('stops the release if it is the remote that fails', async () => {
    const studio = await remoteWith(
      `{ list: () => { throw new Error('no such list'); }, prepare: () => ({}) }`,
    );
    const artifacts = [await tinyShell(), studio];
    await expect(make({ artifacts, backendUrl })).rejects.toThrow('no such list');
    expect(lines).toEqual([]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('leaves a page as it was if it cannot be rendered with it, and no new release if there is nothing else', async () => {
    const artifacts = [await tinyShell(), await remoteWith(records())];
    const live = await put({ artifacts, backendUrl });
    items = [{ id: 'abc', title: BAD }];
    expect(await make({ backendUrl })).toEqual({ unchanged: live });
    expect(lines).toEqual([
      'Rendering 1 pages, keeping 3',
      expect.stringMatching(/bad record Its last version stays\.$/),
    ]);
  });

  test('has the pictures that its data names', async () => {
    const source = records(`prepare: (data) => data, pictures: () => ['${PICTURE}']`);
    const live = await put({ artifacts: [await tinyShell(), await remoteWith(source)], backendUrl });
    expect(live.pages['projects/abc.html']).toMatchObject({ pictures: [PICTURE] });
    expect(await make({})).toEqual({ unchanged: live });
  });
});

describe('§7 data that is stored', () => {
  /** What the page of `abc` shows with builds that prepare their data by themselves. */
  const shows = (words: string, title: string) => `<main>${words} ${title}</main>`;
  const ABC = 'projects/abc.html';
  const keyOf = (release: Release, file = ABC) => dataKey(release.pages[file]?.data ?? '');

  test('is what the source gave, by its content, and named beside its page', async () => {
    items = [...items, { id: 'def', title: 'Orchard' }];
    const live = await put({ artifacts: [await tinyShell(), await tinyPortfolio()], backendUrl });
    const list = { titles: ['Harbour', 'Orchard'] };
    const stored = new Map([
      [ABC, JSON.stringify(items[0])],
      ['projects/def.html', JSON.stringify(items[1])],
      ['projects.html', JSON.stringify(list)],
    ]);
    for (const [file, json] of stored) {
      expect(live.pages[file]?.data).toBe(sha256(json));
      expect(String(await store.read(keyOf(live, file)))).toBe(json);
    }
    expect((await store.list('data/')).length).toBe(stored.size);
    expect(Object.values(live.pages).filter(({ data }) => data !== undefined)).toHaveLength(stored.size);
  });

  test('is written once: the next release brings only what it is the first to show', async () => {
    await put({ artifacts: [await tinyShell(), await tinyPortfolio()], backendUrl });
    items = [...items, { id: 'def', title: 'Orchard' }];
    const { data } = await changed({ backendUrl });
    expect([...data.values()].sort()).toEqual(
      [JSON.stringify(items[1]), JSON.stringify({ titles: ['Harbour', 'Orchard'] })].sort(),
    );
  });

  test('of what no page shows is not written: of ids that are no files’ names, or of pages that failed', async () => {
    items = [...items, { id: 'a/b', title: 'Nowhere' }, { id: 'bad', title: BAD }];
    const artifacts = [await tinyShell(), await remoteWith(records())];
    const { data } = await changed({ artifacts, backendUrl });
    expect([...data.values()]).toEqual([JSON.stringify(items[0])]);
  });

  test('is shaped by the new build of a deployment without backend', async () => {
    const live = await put({ artifacts: [await tinyShell(), await tinyPortfolio('Old')], backendUrl });
    const made = await changed({ artifacts: [await tinyPortfolio('New')] });
    expect(textOf(made, ABC)).toContain(shows('New', 'Harbour'));
    expect(textOf(made, ABC)).toContain('id="data">{"title":"Harbour","by":"New"}<');
    expect(made.release.pages[ABC]?.data).toBe(live.pages[ABC]?.data);
    expect(made.data).toEqual(new Map());
  });

  test('is shaped by the old build of a rollback, which brings no old data back', async () => {
    await put({ artifacts: [await tinyShell(), await tinyPortfolio('Old')], backendUrl });
    items = [{ id: 'abc', title: 'Harbour two' }];
    await put({ artifacts: [await tinyPortfolio('New')], backendUrl });
    const made = await changed({ back: { app: 'studio-remote' } });
    expect(asked()).toEqual([]);
    expect(textOf(made, ABC)).toContain(shows('Old', 'Harbour two'));
    expect(textOf(made, ABC)).toContain('id="data">{"title":"Harbour two","by":"Old"}<');
    expect(textOf(made, 'projects.html')).toContain('Old: Harbour two');
  });

  test('is shaped again by a new shell, without backend', async () => {
    await put({ artifacts: [await tinyShell('One'), await tinyPortfolio()], backendUrl });
    const made = await changed({ artifacts: [await tinyShell('Two')] });
    expect(textOf(made, ABC)).toContain('>Two<');
    expect(textOf(made, ABC)).toContain(shows('Project', 'Harbour'));
  });

  test('that another build cannot show keeps the page’s last version', async () => {
    const live = await put({ artifacts: [await tinyShell(), await remoteWith(records())], backendUrl });
    const picky = await remoteWith(
      records(`prepare: (data) => { if (!data.subtitle) throw new Error('no subtitle'); return data; }`),
    );
    const { release } = await changed({ artifacts: [picky] });
    expect(release.pages[ABC]).toEqual(live.pages[ABC]);
    expect(release.apps['studio-remote']).toBe(picky.artifact.version);
    expect(release.pages['index.html']?.version).toBe(picky.artifact.version);
    expect(lines).toContain(
      '/projects/abc of studio-remote cannot be rendered: no subtitle Its last version stays.',
    );
  });

  test('but is missing, or altered, is told by its key, and what to do', async () => {
    const live = await put({ artifacts: [await tinyShell(), await remoteWith(records())], backendUrl });
    const key = keyOf(live);
    const artifacts = [await remoteWith(records(`prepare: ({ title }) => ({ title })`))];
    await store.write(key, JSON.stringify({ id: 'abc', title: 'Forged' }));
    await expect(make({ artifacts })).rejects.toThrow(
      `${key} has been altered in the store: remove it, and deploy with a backend (--backend).`,
    );
    await store.remove(key);
    await expect(make({ artifacts })).rejects.toThrow(
      `${key} is missing in the store: deploy with a backend (--backend) to read it again.`,
    );
    expect(close).toHaveBeenCalledTimes(2);
    // With a backend nobody misses it.
    expect(textOf(await changed({ artifacts, backendUrl }), ABC)).toContain('Harbour');
  });

  test('and is lost is read again with what is lost, whoever deploys', async () => {
    const artifacts = [await tinyShell(), await remoteWith(records()), await tinyMicora()];
    const live = await put({ artifacts, backendUrl });
    await store.remove(keyOf(live));
    const lost = new Set([live.pages[ABC]?.content ?? '']);
    const made = await changed({ artifacts: [await tinyMicora('Two')], backendUrl }, { lost });
    expect([...made.data.values()]).toEqual([JSON.stringify(items[0])]);
    expect(filesOf(made)).toEqual(['micora.html', ABC]);
    expect(made.release.pages[ABC]).toEqual(live.pages[ABC]);
  });
});

describe('§7 a reading that takes most of a pattern’s pages away', () => {
  /** The records of before, and those of now. */
  const CASES: [outcome: 'passes' | 'is refused', before: number, now: number][] = [
    ['passes', 2, 0],
    ['passes', 3, 1],
    ['is refused', 3, 0],
    ['passes', 4, 2],
    ['is refused', 4, 1],
    ['is refused', 5, 2],
    ['passes', 6, 3],
    ['is refused', 6, 2],
    ['passes', 7, 4],
    ['is refused', 7, 3],
  ];

  const named = (count: number) => some(...'abcdefgh'.slice(0, count).split(''));
  const putAll = async () =>
    put({ artifacts: [await tinyShell(), await remoteWith(records()), await tinyMicora()], backendUrl });

  test.each(CASES)('%s if there were %d and are %d', async (outcome, before, now) => {
    items = named(before);
    await putAll();
    items = named(now);
    const making = changed({ backendUrl });
    if (outcome === 'passes') {
      const { release } = await making;
      expect(Object.keys(release.pages)).toHaveLength(4 + now);
    } else
      await expect(making).rejects.toThrow(
        `The backend has ${before - now} of ${before} entries of /projects/:projectId no more, so nothing has been published. If they are meant to go: npm run deploy -- watch --once --accept-removals.`,
      );
  });

  test('is refused also if others have come in their place, and told to nobody', async () => {
    items = some('a', 'b', 'c', 'd');
    await putAll();
    items = some('a', 'v', 'w', 'x', 'y', 'z');
    const onRead = jest.fn();
    await expect(make({ backendUrl, onRead })).rejects.toThrow('The backend has 3 of 4 entries');
    expect(onRead).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('is accepted by who says so', async () => {
    items = some('a', 'b', 'c');
    await putAll();
    items = [];
    const { release } = await changed({ backendUrl, acceptRemovals: true });
    expect(Object.keys(release.pages)).toHaveLength(4);
  });

  test('is not one that a deployment of another app makes, or one that makes none', async () => {
    items = some('a', 'b', 'c');
    const live = await putAll();
    items = [];
    const { release } = await changed({ artifacts: [await tinyMicora('Two')], backendUrl });
    expect(release.pages['projects/a.html']).toEqual(live.pages['projects/a.html']);
    expect(await make({})).toEqual({ unchanged: live });
  });

  test('is not one of the backend’s if it is the build that has no such pages any more', async () => {
    items = some('a', 'b', 'c');
    await putAll();
    const { release } = await changed({ artifacts: [await tinyStudio()], backendUrl });
    expect(Object.keys(release.pages).sort()).toEqual([
      '404.html',
      'index.html',
      'micora.html',
      'projects/_.html',
    ]);
  });
});
