import '../../testing/renderHere';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../build/sha256';
import { compress } from '../../store/compress';
import type { LoadedBuild } from '../../store/readBuild';
import { memoryStore } from '../../testing/memoryStore';
import { simulatedClock } from '../../testing/simulatedClock';
import { steppedStore } from '../../testing/steppedStore';
import { BAD, itemSource, tinyPortfolio, type Item } from '../../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell } from '../../testing/tinySite';
import { buildFrom } from '../../testing/tinyBuild';
import { useTinySite } from '../../testing/useTinySite';
import type { DeployOptions } from '../deploy';
import { dataKey, readData } from '../readData';
import { listVersions, type Release } from '../Release';

const ROUTE = '/projects/:projectId';
const ABC = 'projects/abc.html';
const NEW = 'projects/new.html';
const UNKNOWN = 'projects/_.404.html';

const site = useTinySite();

function studioWith(source: string, home = `list: async () => new Map(), prepare: () => ({})`) {
  const pages = {
    '/': `return data ? data.title : 'Home'`,
    [ROUTE]: `if (data?.title === '${BAD}') throw new Error('bad record');
      return data ? data.title : 'Loading'`,
  };
  return tinyRemote({ pages, sources: { '/': `{ ${home} }`, [ROUTE]: source } });
}

const withMore = ({ description, server, files }: LoadedBuild, code: string) =>
  buildFrom(description, server + code, files);

const describeFailure = (id: string, reason = 'bad record') =>
  `/projects/${id} of studio-remote cannot be rendered: ${reason}`;

const UNRENDERABLE = { id: 'new', title: BAD };

async function publishWithBehind(): Promise<Release> {
  site.items = [{ id: 'abc', title: 'Harbour' }, UNRENDERABLE];
  return site.put();
}

const deployBuilds = (builds: LoadedBuild[]) => site.deploy({ change: { kind: 'deploy', builds } });

const behindIn = ({ behind = {} }: Release) => Object.keys(behind).sort();

describe('rendering', () => {
  test('a build is loaded only if one of its pages is rendered', async () => {
    const loaded = new Set<string>();
    const store = steppedStore(site.store, (step, key) => {
      if (/^read (?:builds|assets)\//.test(step)) loaded.add(key.split('/')[1] ?? '');
    });
    const { backendUrl } = site;
    const change = { kind: 'deploy' as const, builds: [tinyMicora('Two')] };
    await site.deploy({ store, change, backendUrl });
    expect([...loaded].sort()).toEqual(['micora-remote', 'shell']);
    loaded.clear();
    // The shell is loaded because it renders the sitemap.
    await site.deploy({ store, change: { kind: 'remove', app: 'micora-remote', builds: [] }, backendUrl });
    expect([...loaded]).toEqual(['shell']);
  });

  const makeWords = (seed: number) =>
    Array.from({ length: 400 }, (_, index) => `word${(index * index * seed) % 97}`).join(' ');

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
      title: makeWords(index + 2),
    }));
    await site.put();
    expect(await isInHurry('projects/item7.html')).toBe(inHurry);
    expect(await isInHurry('projects.html')).toBe(false);
  });
});

/** Returns the entry of a page that later releases cannot render: the given release's entry, and its builds' versions. */
const getLast = (release: Release, file = ABC) => {
  const { shell, 'studio-remote': version } = listVersions(release);
  return { version, shell, ...release.pages[file] };
};

describe('§7 a page that cannot be rendered with its data', () => {
  test('a page that is behind keeps its last version, if any, and does not stop other pages', async () => {
    const titles = { abc: BAD, def: 'Orchard', new: BAD };
    site.items = Object.entries(titles).map(([id, title]) => ({ id, title }));
    const { pages } = await site.put();
    expect(pages[ABC]).toEqual(getLast(site.first));
    expect(await site.page('projects/def.html')).toContain('<main>Project Orchard</main>');
    expect(pages).not.toHaveProperty([NEW]);
    expect(site.lines).toContain(`${describeFailure('abc')}. Its last version stays live.`);
    expect(site.lines).toContain(
      `${describeFailure('new')}. Until it can be rendered, scripts fill the page at its address.`,
    );
    await site.live();
  });

  test('a page is listed as behind until it can be rendered', async () => {
    const before = Date.now();
    const { behind, data, createdAt } = await publishWithBehind();
    expect(behind).toEqual({ [NEW]: { app: 'studio-remote', route: ROUTE, tried: createdAt } });
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    // The data is stored, so that another build can render the page without a backend.
    const hash = sha256(JSON.stringify(UNRENDERABLE));
    expect(data['studio-remote']?.[ROUTE]?.new).toBe(hash);
    expect(await readData(site.store, hash)).toBe(JSON.stringify(UNRENDERABLE));
    site.items = [{ id: 'new', title: 'Good' }];
    const repaired = await site.put();
    expect(repaired).not.toHaveProperty('behind');
    expect(await site.page(NEW)).toContain('<main>Project Good</main>');
    await site.live();
  });

  test('without a last version, the pattern’s own page answers, and the sitemap lists nothing', async () => {
    await site.put(
      withMore(tinyPortfolio(), `for (const { handle } of exports.routes) handle.index = false;`),
    );
    const { pages } = await site.live();
    const behind = await publishWithBehind();
    expect(Object.keys(behind.pages).sort()).toEqual(Object.keys(pages).sort());
    expect(behind.pages[UNKNOWN]).toEqual(pages[UNKNOWN]);
    expect(await site.page(UNKNOWN)).toContain('<main>Loading</main>');
    expect(await site.page(UNKNOWN)).toContain('"index":false');
    expect(await site.page('sitemap.xml')).not.toContain('new');
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
    const first = await site.put(tinyShell(), home());
    expect(behindIn(first)).toEqual(['index.html', ABC]);
    expect(await site.page('index.html')).toContain('<main>Home</main>');
    expect(await site.page('index.html')).not.toContain('id="data"');
    const second = await deployBuilds([home(', head: () => ({})')]);
    expect(behindIn(second)).toEqual(['index.html', ABC]);
    expect(second.pages['index.html']).toEqual(getLast(first, 'index.html'));
    // If the store loses a page that was rendered without data, the page is rendered again at once. Other pages that are
    // behind are retried only after an hour.
    const refresh = () => site.deploy();
    const redeploy = () => deployBuilds([home(', head: () => ({ more: 1 })')]);
    for (const act of [refresh, redeploy]) {
      await site.store.remove(`pages/${(await site.live()).pages['index.html']?.content}`);
      await act();
      expect(await site.page('index.html')).toContain('<main>Home</main>');
      await site.live();
    }
    site.items = [{ id: 'abc', title: 'Harbour' }];
    expect(await site.put()).not.toHaveProperty('behind');
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
      `${describeFailure('abc', 'no subtitle')}. None of the pages of studio-remote that show data can be rendered, so nothing has changed. Correct the build.`,
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

  test('pages that are behind do not stop a release that changes only data', async () => {
    site.items = [{ id: 'abc', title: BAD }];
    const release = await site.put();
    expect(behindIn(release)).toEqual([ABC]);
    expect(release.pages[ABC]).toEqual(getLast(site.first));
    expect(await site.page('projects.html')).toContain(`Project: ${BAD}`);
  });

  test('a page keeps its last version if only the new build cannot render it', async () => {
    site.items = [{ id: 'def', title: 'Two', subtitle: 'too' } as Item, ...site.items];
    await site.put();
    const release = await deployBuilds([picky]);
    expect(release.pages[ABC]).toEqual(getLast(site.first));
    expect(behindIn(release)).toEqual([ABC]);
    expect(release.builds['studio-remote']?.version).toBe(picky.description.version);
    expect(await site.page('projects/def.html')).toContain('<main>Two</main>');
    const next = await deployBuilds([tinyShell('Two')]);
    expect(next.pages[ABC]).toEqual(getLast(site.first));
    await site.live();
  });
});

describe('§7 a page that is behind', () => {
  const HOUR = 3_600_000;
  /** Deploys the site. @returns the release, and whether the deployment tried to render the page that is behind */
  const countTries = async (change: Partial<DeployOptions> = {}) => {
    site.lines = [];
    const release = await site.deploy({ backendUrl: site.backendUrl, ...change });
    return { release, isTried: site.lines.some((line) => line.startsWith(describeFailure('new'))) };
  };
  const deployment = (...builds: LoadedBuild[]): Partial<DeployOptions> => ({
    change: { kind: 'deploy', builds },
  });

  test('is tried again on request', async () => {
    const live = await publishWithBehind();
    expect(await countTries()).toEqual({ release: live, isTried: false });
    const { release, isTried } = await countTries({ retries: true });
    expect(isTried).toBe(true);
    expect(release.behind?.[NEW]?.tried).toBe(release.createdAt);
    expect(release.pages).toEqual(live.pages);
    await site.live();
  });

  test('is tried again once an hour, whatever is edited or deployed meanwhile', async () => {
    const clock = simulatedClock();
    const live = await publishWithBehind();
    let edits = 0;
    const edit = async () => {
      site.items = [{ id: 'abc', title: `Edit ${(edits += 1)}` }, UNRENDERABLE];
      return countTries();
    };
    await clock.pass(HOUR - 60_000);
    for (const { release, isTried } of [await edit(), await countTries(deployment(tinyMicora('Two')))]) {
      expect(isTried).toBe(false);
      expect(release.behind).toEqual(live.behind);
    }
    await clock.pass(60_000);
    expect((await edit()).isTried).toBe(true);
    expect((await edit()).isTried).toBe(false);
    await clock.pass(HOUR);
    expect((await countTries()).isTried).toBe(true);
    await site.live();
  });

  test('is tried again as soon as its data or its builds differ', async () => {
    await publishWithBehind();
    site.items = [{ ...UNRENDERABLE, images: ['a.jpg'] }];
    expect((await countTries()).isTried).toBe(true);
    expect((await countTries(deployment(tinyPortfolio('Work')))).isTried).toBe(true);
    expect((await countTries(deployment(tinyShell('Two')))).isTried).toBe(true);
    expect((await countTries()).isTried).toBe(false);
    await site.live();
  });

  test('is left alone by a deployment of another team', async () => {
    site.items = [{ id: 'abc', title: BAD }, UNRENDERABLE];
    const live = await site.put();
    const { release, isTried } = await countTries(deployment(tinyMicora('Two')));
    expect(isTried).toBe(false);
    expect(release.behind).toEqual(live.behind);
    expect(release.pages).toEqual({ ...live.pages, 'micora.html': release.pages['micora.html'] });
    await site.live();
  });

  test('is rendered by another build from stored data, without a backend', async () => {
    await publishWithBehind();
    const patient = tinyRemote({
      pages: { '/': `return 'Home'`, [ROUTE]: `return data ? 'Any ' + data.title : 'Loading'` },
      sources: { [ROUTE]: itemSource() },
    });
    expect(await deployBuilds([patient])).not.toHaveProperty('behind');
    expect(await site.page(NEW)).toContain(`<main>Any ${BAD}</main>`);
  });

  test('is no longer listed if its record or its app is gone', async () => {
    await publishWithBehind();
    site.items = [];
    const accepted = { backendUrl: site.backendUrl, acceptRemovals: true };
    expect(await site.deploy(accepted)).not.toHaveProperty('behind');
    await publishWithBehind();
    expect(
      await site.deploy({ change: { kind: 'remove', app: 'studio-remote', builds: [] } }),
    ).not.toHaveProperty('behind');
  });
});

describe('§7 stored data', () => {
  test.each([
    ['a new build', () => deployBuilds([tinyPortfolio('New')]), 'Tiny shell', 'New'],
    ['the old build of a rollback', () => site.back(), 'Tiny shell', 'Project'],
    ['a new shell', () => deployBuilds([tinyShell('Other')]), 'Other', 'Work'],
  ])('stored data is prepared again by %s, without a backend', async (_what, change, header, words) => {
    await site.put(tinyPortfolio('Work'));
    site.items = [{ id: 'abc', title: 'Harbour two' }];
    await site.put();
    const live = await change();
    const page = await site.page(ABC);
    expect(page).toContain(`<header>${header}</header><main>${words} Harbour two</main>`);
    expect(page).toContain(`id="data">{"title":"Harbour two","by":"${words}"}<`);
    expect(await site.page('projects.html')).toContain(`<main>${words}: Harbour two</main>`);
    expect(await site.put()).toEqual(live);
  });

  test('missing or altered data is reported, and every other page is updated', async () => {
    const key = dataKey(site.first.data['studio-remote']?.[ROUTE]?.abc ?? '');
    const builds = [tinyPortfolio('New')];
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
      const release = await deployBuilds(builds);
      expect(site.lines.join('\n')).toContain(`${warning}. Its last version stays live.`);
      expect(release.pages[ABC]).toEqual(getLast(site.first));
      expect(behindIn(release)).toEqual([ABC]);
      expect(await site.page('projects.html')).toContain('<main>New: Harbour</main>');
      await deployBuilds([tinyPortfolio()]);
      site.lines.length = 0;
    }
    await site.put(...builds);
    expect(await site.page(ABC)).toContain('<main>New Harbour</main>');
    await site.live();
  });
});
