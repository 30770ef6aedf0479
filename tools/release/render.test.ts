import { close } from '../testing/renderHere';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { memoryStore } from '../testing/memoryStore';
import { BAD, itemSource, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { dataKey } from './readRelease';

const ROUTE = '/projects/:projectId';
const ABC = 'projects/abc.html';

const site = useTinySite();

/** A portfolio whose home page and pages of records are filled so. */
function studioWith(source: string, home = `list: async () => new Map(), prepare: () => ({})`) {
  const pages = {
    '/': `return data ? data.title : 'Home'`,
    [ROUTE]: `if (data?.title === '${BAD}') throw new Error('bad record');
      return data ? data.title : 'Loading'`,
  };
  return tinyRemote({ pages, sources: { '/': `{ ${home} }`, [ROUTE]: source } });
}

describe('§7 a page that cannot be rendered with its data', () => {
  test('keeps its last version, or is left to its pattern, and stops no other page', async () => {
    const titles = { abc: BAD, def: 'Orchard', new: BAD };
    site.items = Object.entries(titles).map(([id, title]) => ({ id, title }));
    const { pages } = await site.put();
    expect(pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(await site.page('projects/def.html')).toContain('<main>Project Orchard</main>');
    expect(Object.keys(pages)).not.toContain('projects/new.html');
    const failure = (id: string) => `/projects/${id} of studio-remote cannot be rendered: bad record`;
    expect(site.lines).toContain(`${failure('abc')} Its last version stays.`);
    expect(site.lines).toContain(`${failure('new')} Until it can be, only browsers with scripts show it.`);
    const unused = dataKey(sha256(JSON.stringify(site.items[0])));
    expect(await site.store.read(unused)).toBeUndefined();
  });

  test('is rendered without it where there is nothing else, and tried again by the next release', async () => {
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
    const { pages } = await site.put(tinyShell(), home());
    expect(pages['index.html']).not.toHaveProperty('data');
    expect(await site.page('index.html')).toContain('<main>Home</main>');
    const second = await site.deploy({ artifacts: [home(', head: () => ({})')] });
    expect(second.pages['index.html']?.version).toBe(second.apps['studio-remote']);
    site.items = [{ id: 'abc', title: 'Harbour' }];
    await site.put();
    expect(await site.page('index.html')).toContain('<main>Harbour</main>');
  });

  test('refuses a build with which none can be rendered, but not where one of before shows that it can', async () => {
    const titles = (...of: string[]) => of.map((title, index) => ({ id: `id${index}`, title }));
    site.items = titles('One', 'Two');
    const broken = studioWith(itemSource(`prepare: () => { throw new Error('no such word'); }`));
    await expect(site.put(broken)).rejects.toThrow('cannot be rendered: no such word');
    site.items = titles('One', BAD, BAD);
    const release = await site.put(studioWith(itemSource()));
    expect(await site.put()).toEqual(release);
  });

  test('but with the data that another build has shown keeps the page’s last version', async () => {
    const picky = studioWith(
      itemSource(`prepare: (item) => { if (!item.subtitle) throw new Error('no subtitle'); return item; }`),
    );
    const { pages } = await site.deploy({ artifacts: [picky] });
    expect(pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(pages['index.html']?.version).toBe(picky.artifact.version);
  });
});

describe('§7 data that is stored', () => {
  test.each([
    ['a new build of a deployment', { artifacts: [tinyPortfolio('New')] }, 'Tiny shell', 'New'],
    ['an old build of a rollback', { back: { app: 'studio-remote' } }, 'Tiny shell', 'Project'],
    ['a new shell', { artifacts: [tinyShell('Other')] }, 'Other', 'Work'],
  ])('is shaped by %s, which asks no backend', async (_what, change, header, words) => {
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

  test('but is missing, or altered, is told by its key, and what to do', async () => {
    const key = dataKey(site.first.pages[ABC]?.data ?? '');
    const artifacts = [tinyPortfolio('New')];
    close.mockClear();
    await site.store.write(key, JSON.stringify({ id: 'abc', title: 'Forged' }));
    await expect(site.deploy({ artifacts })).rejects.toThrow(
      `${key} has been altered in the store: remove it, and deploy with a backend (--backend).`,
    );
    await site.store.remove(key);
    await expect(site.deploy({ artifacts })).rejects.toThrow(
      `${key} is missing in the store: deploy with a backend (--backend) to read it again.`,
    );
    expect(close).toHaveBeenCalledTimes(2);
    // With a backend nobody misses it.
    await site.put(...artifacts);
    await site.live();
  });
});
