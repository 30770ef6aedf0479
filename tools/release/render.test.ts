import { close } from '../testing/renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { memoryStore } from '../testing/memoryStore';
import { BAD, itemSource, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { makeRelease, type MadeRelease, type MakeOptions } from './makeRelease';
import { dataKey } from './parseRelease';

const ROUTE = '/projects/:projectId';
const ABC = 'projects/abc.html';

const site = useTinySite();
beforeEach(() => {
  close.mockClear();
});

/** What differs from what is live, without a backend if none is named. */
async function changed(
  options: Partial<MakeOptions> = { backendUrl: site.backendUrl },
): Promise<MadeRelease> {
  const made = await makeRelease({ store: site.store, log: site.log, ...options });
  if ('unchanged' in made) throw new Error('Nothing has changed.');
  return made;
}

const some = (...ids: string[]) => ids.map((id) => ({ id, title: `Title of ${id}` }));

/** The text of a page that is new in a release. */
function textOf({ release, contents }: MadeRelease, file: string): string {
  return String(contents.get(release.pages[file]?.content ?? '')?.bytes);
}

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
    const [bad, other] = [
      { id: 'abc', title: BAD },
      { id: 'def', title: 'Orchard' },
    ];
    site.items = [bad, other, { id: 'new', title: BAD }];
    const made = await changed();
    expect(made.release.pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(textOf(made, 'projects/def.html')).toContain('<main>Project Orchard</main>');
    expect(Object.keys(made.release.pages)).not.toContain('projects/new.html');
    const failure = (id: string) => `/projects/${id} of studio-remote cannot be rendered: bad record`;
    expect(site.lines).toContain(`${failure('abc')} Its last version stays.`);
    expect(site.lines).toContain(`${failure('new')} Until it can be, only browsers with scripts show it.`);
    expect([...made.data.keys()]).not.toContain(sha256(JSON.stringify(bad)));
  });

  test('is rendered without it where there is nothing else, and tried again by the next release', async () => {
    const home = (more = '') =>
      studioWith(
        itemSource(),
        `list: async (read) => new Map([['', await read('/collections/projects/records', { perPage: 500 })]]),
         prepare: ({ items }) => { if (items[0].title === '${BAD}') throw new Error('bad'); return items[0]; }${more}`,
      );
    site.items = [{ id: 'abc', title: BAD }, ...some('def')];
    site.store = memoryStore();
    const { pages } = await site.put(tinyShell(), home());
    expect(pages['index.html']).not.toHaveProperty('data');
    expect(await site.page('index.html')).toContain('<main>Home</main>');
    const second = await site.deploy({ artifacts: [home(', head: () => ({})')] });
    expect(second.pages['index.html']?.version).toBe(second.apps['studio-remote']);
    site.items = some('abc');
    expect(textOf(await changed(), 'index.html')).toContain('<main>Title of abc</main>');
  });

  test('refuses a build with which none can be rendered, but not where one of before shows that it can', async () => {
    site.items = some('abc', 'def');
    const broken = studioWith(itemSource(`prepare: () => { throw new Error('no such word'); }`));
    await expect(site.put(broken)).rejects.toThrow('cannot be rendered: no such word');
    site.items = [...some('abc'), { id: 'one', title: BAD }, { id: 'two', title: BAD }];
    await site.put(studioWith(itemSource()));
    await expect(changed()).rejects.toThrow('Nothing has changed.');
  });

  test('but with the data that another build has shown keeps the page’s last version', async () => {
    const picky = studioWith(
      itemSource(`prepare: (item) => { if (!item.subtitle) throw new Error('no subtitle'); return item; }`),
    );
    const { release } = await changed({ artifacts: [picky] });
    expect(release.pages[ABC]).toEqual(site.first.pages[ABC]);
    expect(release.pages['index.html']?.version).toBe(picky.artifact.version);
  });
});

describe('§7 data that is stored', () => {
  test('is what the source gave, by its content, and named beside its page', async () => {
    for (const [file, json] of [
      [ABC, JSON.stringify(site.items[0])],
      ['projects.html', '{"titles":["Harbour"]}'],
    ] as const) {
      expect(site.first.pages[file]?.data).toBe(sha256(json));
      expect(String(await site.store.read(dataKey(sha256(json))))).toBe(json);
    }
    expect(await site.store.list('data/')).toHaveLength(2);
  });

  test.each([
    ['a new build of a deployment', { artifacts: [tinyPortfolio('New')] }, '>Tiny shell<', 'New'],
    ['an old build of a rollback', { back: { app: 'studio-remote' } }, '>Tiny shell<', 'Project'],
    ['a new shell', { artifacts: [tinyShell('Other')] }, '>Other<', 'Work'],
  ])('is shaped by %s, which asks no backend', async (_what, change, header, words) => {
    await site.put(tinyPortfolio('Work'));
    site.items = [{ id: 'abc', title: 'Harbour two' }];
    await site.put();
    const made = await changed(change);
    expect(textOf(made, ABC)).toContain(header);
    expect(textOf(made, ABC)).toContain(`<main>${words} Harbour two</main>`);
    expect(textOf(made, ABC)).toContain(`id="data">{"title":"Harbour two","by":"${words}"}<`);
    expect(textOf(made, 'projects.html')).toContain(`<main>${words}: Harbour two</main>`);
    expect(made.data).toEqual(new Map());
    const live = await site.deploy(change);
    expect(await site.put()).toEqual(live);
  });

  test('but is missing, or altered, is told by its key, and what to do', async () => {
    const key = dataKey(site.first.pages[ABC]?.data ?? '');
    const artifacts = [tinyPortfolio('New')];
    await site.store.write(key, JSON.stringify({ id: 'abc', title: 'Forged' }));
    await expect(changed({ artifacts })).rejects.toThrow(
      `${key} has been altered in the store: remove it, and deploy with a backend (--backend).`,
    );
    await site.store.remove(key);
    await expect(changed({ artifacts })).rejects.toThrow(
      `${key} is missing in the store: deploy with a backend (--backend) to read it again.`,
    );
    expect(close).toHaveBeenCalledTimes(2);
    // With a backend nobody misses it.
    expect(textOf(await changed({ artifacts, backendUrl: site.backendUrl }), ABC)).toContain('Harbour');
  });
});
