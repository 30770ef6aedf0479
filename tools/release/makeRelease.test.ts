import { close } from '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { memoryStore } from '../testing/memoryStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { makeRelease, type MadeRelease, type MakeOptions } from './makeRelease';
import type { Reading } from './read';

/** Where nobody answers. */
const AWAY = 'http://127.0.0.1:9';
const ROUTE = '/projects/:projectId';

const site = useTinySite();
beforeEach(() => {
  close.mockClear();
});

const make = (options: Partial<MakeOptions>) => makeRelease({ store: site.store, log: site.log, ...options });
const read = (options: Partial<MakeOptions> = {}) => make({ backendUrl: site.backendUrl, ...options });

/** What differs from what is live. */
async function changed(making: ReturnType<typeof make>): Promise<MadeRelease> {
  const made = await making;
  if ('unchanged' in made) throw new Error('Nothing has changed.');
  return made;
}

const filesOf = ({ pages }: MadeRelease) => pages.map(({ file }) => file).sort();

/** The text of a page or a file that is new in a release. */
function textOf({ release: { pages, files }, contents }: MadeRelease, file: string): string {
  return String(contents.get(pages[file]?.content ?? files[file] ?? '')?.bytes);
}

describe('the first release', () => {
  const first = (options: Partial<MakeOptions>) => changed(make({ store: memoryStore(), ...options }));

  test('has every page, and what its builds bring for the site’s root; nothing is written', async () => {
    const store = memoryStore();
    const made = await first({ store, artifacts: [tinyShell(), tinyStudio(), tinyMicora()] });
    const pages = ['404.html', 'index.html', 'micora.html', 'projects/_.html'];
    expect(made.plan).toMatchObject({ newest: 0, what: 'deploy shell studio-remote micora-remote' });
    expect(filesOf(made)).toEqual(pages);
    expect(Object.keys(made.release.pages).sort()).toEqual(pages);
    expect(Object.keys(made.release.files).sort()).toEqual([
      'favicon.ico',
      'release.json',
      'remotes/micora/mf-manifest.json',
      'remotes/studio/mf-manifest.json',
      'robots.txt',
      'site.webmanifest',
      'sitemap.xml',
    ]);
    expect(textOf(made, 'favicon.ico')).toBe('icon');
    expect(site.lines).toEqual(['Rendering 4 pages, keeping 0']);
    expect(close).toHaveBeenCalledTimes(1);
    expect(await store.walk('')).toEqual([]);
  });

  test('names where its builds come from, in the order of their names, if they say so', async () => {
    const [one, two] = ['1', '2'].map((node) => ({ builtAt: '2026-11-21T10:15:00Z', node })) as [
      never,
      never,
    ];
    const shell = { ...tinyShell(), origin: one };
    const { release } = await first({ artifacts: [shell, { ...tinyMicora(), origin: two }, tinyStudio()] });
    expect(Object.entries(release.block.builds ?? {})).toEqual([
      ['micora-remote', two],
      ['shell', one],
    ]);
    expect(site.first.block).not.toHaveProperty('builds');
  });

  test('without an icon of the shell’s has none, whatever a remote brings', async () => {
    const [shell, studio] = [tinyShell(), tinyStudio()];
    shell.files.delete('favicon.ico');
    studio.files.set('favicon.ico', Buffer.from('other icon'));
    const { release } = await first({ artifacts: [studio, shell] });
    expect(release.files).not.toHaveProperty(['favicon.ico']);
  });
});

describe('the next release', () => {
  test('has the builds of before, but for those that are deployed, and renders their pages alone', async () => {
    const micora = tinyMicora('Two');
    const made = await changed(make({ artifacts: [micora] }));
    expect(made.release.apps).toEqual({ ...site.first.apps, 'micora-remote': micora.artifact.version });
    expect(made.artifacts).toEqual([micora]);
    expect(made.plan).toMatchObject({ newest: 1, what: 'deploy micora-remote' });
    expect(filesOf(made)).toEqual(['micora.html']);
    expect(textOf(made, 'micora.html')).toContain('<main>Two</main>');
    expect([...made.contents.values()].map(({ file }) => file).sort()).toEqual([
      'micora.html',
      'release.json',
      'remotes/micora/mf-manifest.json',
    ]);
  });

  test('is the live one if nothing is new, with no build or with the same', async () => {
    expect(await read()).toEqual({ unchanged: site.first });
    expect(await make({ artifacts: [tinyPortfolio(), tinyMicora()] })).toEqual({ unchanged: site.first });
    expect(site.lines).toEqual([]);
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('is refused if its contents cannot stand beside each other, before anything is asked or rendered', async () => {
    const studio = tinyStudio();
    studio.files.set('studio.Page1.css', Buffer.from('a{top:0}'));
    await expect(make({ artifacts: [studio], backendUrl: AWAY })).rejects.toThrow(
      'a in studio.Page1.css of studio-remote reaches outside',
    );
    expect(site.lines).toEqual([]);
  });

  test('without an app has the pages of the others as they were, and is asked nothing', async () => {
    const made = await changed(make({ without: 'micora-remote', backendUrl: AWAY }));
    expect(Object.keys(made.release.apps).sort()).toEqual(['shell', 'studio-remote']);
    const others = Object.entries(site.first.pages).filter(([, { app }]) => app !== 'micora-remote');
    expect(made.release.pages).toEqual(Object.fromEntries(others));
    expect(made.release.files).not.toHaveProperty(['remotes/micora/mf-manifest.json']);
    expect(textOf(made, 'sitemap.xml')).toBe('/ /projects /projects/abc');
    expect([made.artifacts, made.plan.what]).toEqual([[], 'deploy --without micora-remote']);
    expect(site.lines).toEqual([]);

    const both = await changed(make({ artifacts: [tinyStudio()], without: 'micora-remote' }));
    expect(both.plan.what).toBe('deploy studio-remote --without micora-remote');
  });

  test.each([
    ['shell', 'Without the shell there is no site: shell cannot be left out.'],
    ['events-remote', 'events-remote is not live: there is nothing to leave out.'],
  ])('is refused without %s', async (without, message) => {
    await expect(make({ without })).rejects.toThrow(message);
  });
});

describe('§7 what fills pages', () => {
  test.each([
    ['of a remote alone that is deployed', () => [tinyMicora('Two')], ['micora-remote']],
    ['of all with the shell', () => [tinyShell('Two')], ['micora-remote', 'shell', 'studio-remote']],
    ['of all without builds', () => undefined, ['micora-remote', 'shell', 'studio-remote']],
    ['of none if all builds were left out', () => [], []],
  ])('is read %s, and told', async (_what, artifacts, apps) => {
    const onRead = jest.fn<(reading: Reading) => void>();
    const builds = artifacts();
    await read({ ...(builds && { artifacts: builds }), onRead });
    const [{ data, answers } = { data: {}, answers: {} }] = onRead.mock.calls.map(([reading]) => reading);
    expect(Object.keys(data).sort()).toEqual(apps);
    const isAsked = apps.includes('studio-remote');
    expect(data['studio-remote']).toEqual(
      isAsked
        ? {
            '/projects': { '': sha256('{"titles":["Harbour"]}') },
            [ROUTE]: { abc: sha256(JSON.stringify(site.items[0])) },
          }
        : undefined,
    );
    const asked = `${site.backendUrl}/api/collections/projects/records?perPage=500`;
    expect(answers).toEqual(isAsked ? { [asked]: sha256(JSON.stringify({ items: site.items })) } : {});
  });

  test('makes a release of its own if it has changed, of the pages that it is about', async () => {
    site.items = [...site.items, { id: 'def', title: 'Garden' }];
    const made = await changed(read());
    expect(filesOf(made)).toEqual(['projects.html', 'projects/def.html']);
    expect(made.release.apps).toEqual(site.first.apps);
    expect(made.plan.what).toBe('refresh');
    expect([...made.data.values()].sort()).toEqual([
      JSON.stringify(site.items[1]),
      '{"titles":["Harbour","Garden"]}',
    ]);
  });

  test('stops the release if it is the remote that fails, and no process is left', async () => {
    const sources = { '/': `{ list: () => { throw new Error('no such list'); } }` };
    const studio = tinyRemote({ pages: { '/': '' }, sources });
    await expect(read({ artifacts: [studio] })).rejects.toThrow('no such list');
    expect(close).toHaveBeenCalledTimes(1);
  });
});
