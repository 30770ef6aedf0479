import '../testing/renderHere';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { compress } from '../store/compress';
import type { LoadedArtifact } from '../store/readArtifact';
import { memoryStore } from '../testing/memoryStore';
import { BAD, itemSource, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell } from '../testing/tinySite';
import { buildOf } from '../testing/tinyBuild';
import { useTinySite } from '../testing/useTinySite';
import type { DeployOptions } from './deploy';
import { dataKey, readData } from './readRelease';
import type { Release } from './Release';

const ROUTE = '/projects/:projectId';
const ABC = 'projects/abc.html';
const STAND_IN = 'projects/_.200.html';

const site = useTinySite();

/** A portfolio with these sources for the pages of its projects and for its home page. */
function studioWith(source: string, home = `list: async () => new Map(), prepare: () => ({})`) {
  const pages = {
    '/': `return data ? data.title : 'Home'`,
    [ROUTE]: `if (data?.title === '${BAD}') throw new Error('bad record');
      return data ? data.title : 'Loading'`,
  };
  return tinyRemote({ pages, sources: { '/': `{ ${home} }`, [ROUTE]: source } });
}

/** A build with more code at the end of its server bundle. */
const withMore = ({ artifact, server, files }: LoadedArtifact, code: string) =>
  buildOf(artifact, server + code, files);

const failureOf = (id: string, reason = 'bad record') =>
  `/projects/${id} of studio-remote cannot be rendered: ${reason}`;

const UNRENDERABLE = { id: 'new', title: BAD };

/** Publishes a release with one more record, whose page cannot be rendered. */
async function publishWithFailed(): Promise<Release> {
  site.items = [{ id: 'abc', title: 'Harbour' }, UNRENDERABLE];
  return site.put();
}

describe('rendering', () => {
  const wordsOf = (seed: number) =>
    Array.from({ length: 400 }, (_, index) => `word${(index * index * seed) % 97}`).join(' ');

  /** Whether the stored page was compressed in a hurry. */
  async function isInHurry(file: string): Promise<boolean> {
    const content = `pages/${(await site.live()).pages[file]?.content}`;
    const page = (await site.store.read(content)) ?? Buffer.alloc(0);
    const stored = await site.store.read(`${content}.br`);
    const forms = [true, false].map((inHurry) => compress('page.html', page, { inHurry }));
    const [hurried, best] = (await Promise.all(forms)).map((form) => form.get('page.html.br'));
    expect(hurried).not.toEqual(best);
    expect([hurried, best]).toContainEqual(stored);
    return stored?.equals(hurried ?? Buffer.alloc(0)) ?? false;
  }

  test.each([
    [101, true],
    [20, false],
  ])('whether %d pages of a pattern are compressed in a hurry: %s', async (count, inHurry) => {
    site.items = Array.from({ length: count }, (_, index) => ({
      id: `item${index}`,
      title: wordsOf(index + 2),
    }));
    await site.put();
    expect(await isInHurry('projects/item7.html')).toBe(inHurry);
    expect(await isInHurry('projects.html')).toBe(false);
  });
});

describe('§7 a page that cannot be rendered with its data', () => {
  test('a failed page keeps its last version, if any, and does not stop other pages', async () => {
    const titles = { abc: BAD, def: 'Orchard', new: BAD };
    site.items = Object.entries(titles).map(([id, title]) => ({ id, title }));
    const { pages } = await site.put();
    expect(pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(await site.page('projects/def.html')).toContain('<main>Project Orchard</main>');
    expect(Object.keys(pages)).not.toContain('projects/new.html');
    expect(site.lines).toContain(`${failureOf('abc')}. Its last version stays live.`);
    expect(site.lines).toContain(
      `${failureOf('new')}. Until it can be rendered, scripts fill the page at its address.`,
    );
    await site.live();
  });

  test('a page is listed as failed until it can be rendered', async () => {
    const { failed, apps } = await publishWithFailed();
    const builds = { app: 'studio-remote', version: apps['studio-remote'], shell: apps.shell };
    const data = sha256(JSON.stringify(UNRENDERABLE));
    expect(failed).toEqual({ 'projects/new.html': { ...builds, path: '/projects/new', route: ROUTE, data } });
    // The data is stored, so that another build can render the page without a backend.
    expect(await readData(site.store, data)).toBe(JSON.stringify(UNRENDERABLE));
    site.items = [{ id: 'new', title: 'Good' }];
    const repaired = await site.put();
    expect(repaired).not.toHaveProperty('failed');
    expect(await site.page('projects/new.html')).toContain('<main>Project Good</main>');
    await site.live();
  });

  test('a failed page without a last version has a stand-in that search engines may list', async () => {
    await site.put(
      withMore(tinyPortfolio(), `for (const { handle } of exports.routes) handle.index = false;`),
    );
    expect((await site.live()).pages).not.toHaveProperty(STAND_IN);
    const { pages } = await publishWithFailed();
    expect(pages[STAND_IN]).toEqual({
      app: 'studio-remote',
      path: ROUTE,
      version: expect.any(String),
      shell: expect.any(String),
      content: expect.any(String),
    });
    const standIn = await site.page(STAND_IN);
    const unknown = await site.page('projects/_.404.html');
    expect(unknown).toContain('"index":false');
    expect(standIn).toBe(unknown.replace('"index":false,', ''));
    expect(await site.page('sitemap.xml')).not.toContain('new');
    // The stand-in is kept as long as it is needed.
    site.items = [{ id: 'abc', title: 'Orchard' }, UNRENDERABLE];
    site.lines = [];
    expect((await site.deploy({ backendUrl: site.backendUrl, leavesFailed: true })).pages[STAND_IN]).toEqual(
      pages[STAND_IN],
    );
    site.items = [{ id: 'abc', title: 'Orchard' }];
    expect((await site.put()).pages).not.toHaveProperty(STAND_IN);
    await site.live();
  });

  test('the page is rendered without data if nothing else is served at its address', async () => {
    const home = (more = '') =>
      studioWith(
        itemSource(),
        `list: async (read) => new Map([['', await read('/collections/projects/records', { perPage: 500 })]]),
         prepare: ({ items }) => { if (items[0].title === '${BAD}') throw new Error('bad'); return items[0]; }${more}`,
      );
    site.items = [
      { id: 'abc', title: BAD },
      { id: 'def', title: 'Orchard' },
    ];
    site.store = memoryStore();
    const { pages, failed } = await site.put(tinyShell(), home());
    expect(pages['index.html']).not.toHaveProperty('data');
    expect(Object.keys(failed ?? {}).sort()).toEqual(['index.html', ABC]);
    expect(await site.page('index.html')).toContain('<main>Home</main>');
    const second = await site.deploy({ artifacts: [home(', head: () => ({})')] });
    expect(second.pages['index.html']?.version).toBe(second.apps['studio-remote']);
    site.items = [{ id: 'abc', title: 'Harbour' }];
    await site.put();
    expect(await site.page('index.html')).toContain('<main>Harbour</main>');
  });

  const picky = studioWith(
    itemSource(`prepare: (item) => { if (!item.subtitle) throw new Error('no subtitle'); return item; }`),
  );

  test.each([1, 2])('a build that cannot render any of its %d pages with data is refused', async (count) => {
    site.items = [
      { id: 'abc', title: 'One' },
      { id: 'def', title: 'Two' },
    ].slice(0, count);
    await expect(site.put(picky)).rejects.toThrow(
      `${failureOf('abc', 'no subtitle')}. None of the pages of studio-remote that show data can be rendered, so nothing has changed. Correct the build.`,
    );
    expect(await site.live()).toEqual(site.first);
  });

  test('a shell that cannot render any page that has data is refused', async () => {
    const shell = withMore(tinyShell(), `exports.embed = () => { throw new Error('no words'); };`);
    await expect(site.put(shell)).rejects.toThrow(
      '/projects of studio-remote cannot be rendered: no words. None of the pages of studio-remote',
    );
    expect(await site.live()).toEqual(site.first);
  });

  test('failed pages do not stop a release that changes only data', async () => {
    site.items = [{ id: 'abc', title: BAD }];
    const { pages, failed } = await site.put();
    expect(Object.keys(failed ?? {})).toEqual([ABC]);
    expect(pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(await site.page('projects.html')).toContain(`Project: ${BAD}`);
  });

  test('a page keeps its last version if only the new build cannot render it', async () => {
    site.items = [{ id: 'def', title: 'Two', subtitle: 'too' } as Item, ...site.items];
    await site.put();
    const { pages, failed } = await site.deploy({ artifacts: [picky] });
    expect(pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(Object.keys(failed ?? {})).toEqual([ABC]);
    expect(pages['projects/def.html']?.version).toBe(picky.artifact.version);
  });
});

describe('§7 a failed page', () => {
  const triesOf = async (change: Partial<DeployOptions>) => {
    site.lines = [];
    const release = await site.deploy({ backendUrl: site.backendUrl, ...change });
    return { release, isTried: site.lines.some((line) => line.startsWith(failureOf('new'))) };
  };

  test('a failed page is retried when its data is read; if it fails again, no release is made', async () => {
    const live = await publishWithFailed();
    expect(await triesOf({})).toEqual({ release: live, isTried: true });
  });

  test('a watcher retries a failed page only if its data or builds change', async () => {
    const live = await publishWithFailed();
    expect(await triesOf({ leavesFailed: true })).toEqual({ release: live, isTried: false });
    site.items = [{ id: 'abc', title: 'Orchard' }, UNRENDERABLE];
    const second = await triesOf({ leavesFailed: true });
    expect(second.isTried).toBe(false);
    expect(second.release.failed).toEqual(live.failed);
    site.items = [{ ...UNRENDERABLE, images: ['a.jpg'] }];
    expect((await triesOf({ leavesFailed: true })).isTried).toBe(true);
    expect((await triesOf({ leavesFailed: true, artifacts: [tinyPortfolio('Work')] })).isTried).toBe(true);
    await site.live();
  });

  test('a deployment of another team does not retry a failed page', async () => {
    site.items = [{ id: 'abc', title: BAD }, UNRENDERABLE];
    const live = await site.put();
    const { release, isTried } = await triesOf({ artifacts: [tinyMicora('Two')] });
    expect(isTried).toBe(false);
    expect(release.failed).toEqual(live.failed);
    expect(release.pages).toEqual({ ...live.pages, 'micora.html': release.pages['micora.html'] });
    await site.live();
  });

  test('another build renders a failed page from stored data, without a backend', async () => {
    await publishWithFailed();
    const patient = tinyRemote({
      pages: { '/': `return 'Home'`, [ROUTE]: `return data ? 'Any ' + data.title : 'Loading'` },
      sources: { [ROUTE]: itemSource() },
    });
    expect(await site.deploy({ artifacts: [patient] })).not.toHaveProperty('failed');
    expect(await site.page('projects/new.html')).toContain(`<main>Any ${BAD}</main>`);
  });

  test('a failed page is no longer listed if its record or its app is gone', async () => {
    await publishWithFailed();
    site.items = [];
    expect(await site.put()).not.toHaveProperty('failed');
    await publishWithFailed();
    expect(await site.deploy({ without: 'studio-remote' })).not.toHaveProperty('failed');
  });
});

describe('§7 stored data', () => {
  test.each([
    ['a new build', { artifacts: [tinyPortfolio('New')] }, 'Tiny shell', 'New'],
    ['the old build of a rollback', { back: { app: 'studio-remote' } }, 'Tiny shell', 'Project'],
    ['a new shell', { artifacts: [tinyShell('Other')] }, 'Other', 'Work'],
  ])('stored data is prepared again by %s, without a backend', async (_what, change, header, words) => {
    await site.put(tinyPortfolio('Work'));
    site.items = [{ id: 'abc', title: 'Harbour two' }];
    await site.put();
    const live = await site.deploy(change);
    const page = await site.page(ABC);
    expect(page).toContain(`<header>${header}</header><main>${words} Harbour two</main>`);
    expect(page).toContain(`id="data">{"title":"Harbour two","by":"${words}"}<`);
    expect(await site.page('projects.html')).toContain(`<main>${words}: Harbour two</main>`);
    expect(await site.put()).toEqual(live);
  });

  test('missing or altered data is reported, and every other page is updated', async () => {
    const key = dataKey(site.first.pages[ABC]?.data ?? '');
    const artifacts = [tinyPortfolio('New')];
    for (const [spoil, warning] of [
      [
        () => site.store.write(key, JSON.stringify({ id: 'abc', title: 'Forged' })),
        `${key} has been altered in the store. Make it again: npm run deploy -- --repair --backend <backend-url>`,
      ],
      [
        () => site.store.remove(key),
        `${key} is missing from the store. Make it again: npm run deploy -- --repair --backend <backend-url>`,
      ],
    ] as const) {
      await spoil();
      const { pages, failed } = await site.deploy({ artifacts });
      expect(site.lines.join('\n')).toContain(`${warning}. Its last version stays live.`);
      expect(pages[ABC]).toEqual(site.first.pages[ABC]);
      expect(Object.keys(failed ?? {})).toEqual([ABC]);
      expect(await site.page('projects.html')).toContain('<main>New: Harbour</main>');
      await site.deploy({ artifacts: [tinyPortfolio()] });
      site.lines.length = 0;
    }
    // With a backend, the stored data is not needed.
    await site.put(...artifacts);
    expect(await site.page(ABC)).toContain('<main>New Harbour</main>');
    await site.live();
  });
});
