import { close } from '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import type { LoadedBuild } from '../store/readBuild';
import type { DeployOptions } from './deploy';
import type { Reading } from './steps/read';
import { liveRelease } from './readReleases';
import { listContents, listVersions, type Release } from './Release';
import { scrub } from './scrub';

const site = useTinySite();
beforeEach(() => {
  close.mockClear();
});

const live = async () => (await site.live()).id;
const files = async () =>
  new Map((await site.store.list('', { deep: true })).map(({ key, modified }) => [key, modified]));
const doneLast = async () => (await liveRelease(site.store))?.log[0]?.what;
const deployBuilds = (builds: LoadedBuild[], options: Partial<DeployOptions> = {}) =>
  site.deploy({ change: { kind: 'deploy', builds }, ...options });
const getVersion = (app: string, release = site.first) => release.builds[app]?.version ?? '';

test('after the first deployment, all pages and the files at the site’s root are live', async () => {
  const { pages, files: others } = await site.live();
  expect(Object.keys(pages).sort()).toEqual([
    '404.html',
    'index.html',
    'micora.html',
    'projects.html',
    'projects/_.404.html',
    'projects/abc.html',
  ]);
  expect(Object.keys(others).sort()).toEqual([
    'favicon.ico',
    'release.json',
    'remotes/micora/mf-manifest.json',
    'remotes/studio/mf-manifest.json',
    'robots.txt',
    'site.webmanifest',
    'sitemap.xml',
  ]);
  expect(await site.page('micora.html')).toContain('<header>Tiny shell</header><main>MiCora</main>');
  expect(await site.page('projects/_.404.html')).toContain('<main>Loading</main>');
  expect(await site.page('sitemap.xml')).toBe('/ /micora /projects /projects/abc');
  expect(await site.page('favicon.ico')).toBe('icon');
  const folder = `../../assets/micora-remote/${getVersion('micora-remote')}/`;
  expect(JSON.parse(await site.page('remotes/micora/mf-manifest.json'))).toEqual({
    metaData: { publicPath: 'auto', remoteEntry: { name: 'remoteEntry.js', path: folder } },
    exposes: [{ path: './routes', assets: { js: { sync: [`${folder}routes.js`], async: [] } } }],
    integrity: { [`${folder}remoteEntry.js`]: 'sha256-entry', [`${folder}routes.js`]: 'sha256-routes' },
  });
});

test('other sites get the live shell’s styles', async () => {
  const shell = tinyShell('Styled');
  shell.files.set(
    'shell.foreignHosts.css',
    Buffer.from(`@font-face{src:url(face.woff2)}a{cursor:url("data:image/png;base64,AA")}`),
  );
  await site.put(shell);
  expect(await site.page('remotes/base.css')).toBe(
    `@font-face{src:url(/assets/shell/${shell.description.version}/face.woff2)}a{cursor:url("data:image/png;base64,AA")}`,
  );
});

test('a deployment renders the pages of its own app, and leaves all other files untouched', async () => {
  const before = await files();
  const second = await site.put(tinyMicora('Two'));
  expect(await site.live()).toEqual(second);
  const versions = { ...listVersions(site.first), 'micora-remote': tinyMicora('Two').description.version };
  expect(listVersions(second)).toEqual(versions);
  expect(site.lines).toContain('Rendering 1 pages, keeping 5');
  const kept = new Map(listContents(site.first));
  const changed = listContents(second).filter(([file, content]) => kept.get(file) !== content);
  expect(changed.map(([file]) => file).sort()).toEqual([
    'micora.html',
    'release.json',
    'remotes/micora/mf-manifest.json',
  ]);
  const after = await files();
  for (const [key, modified] of before) expect([key, after.get(key)]).toEqual([key, modified]);
  expect(await doneLast()).toBe('deploy micora-remote');
});

test('deploying builds that are already live changes nothing, and leaves no process behind', async () => {
  for (const builds of [[], [tinyPortfolio(), tinyMicora()]])
    expect(await deployBuilds(builds, { backendUrl: site.backendUrl })).toEqual(site.first);
  expect(new Set(site.lines)).toEqual(
    new Set([`Nothing to deploy: release ${site.first.id} is up to date.`]),
  );
  expect(await site.store.list('releases/')).toEqual(['1.json.gz']);
  expect(close).toHaveBeenCalledTimes(2);
});

test('invalid builds are refused before anything is read or rendered', async () => {
  const studio = tinyStudio();
  studio.files.set('studio.Page1.css', Buffer.from('.studio_a{top:var(--gone)}'));
  await expect(site.put(studio)).rejects.toThrow('studio.Page1.css of studio-remote uses var(--gone)');
  expect(site.lines).toEqual([]);
});

test('removing an app removes its pages, and neither reads nor renders the other apps', async () => {
  const { builds, pages } = await site.deploy({
    change: { kind: 'remove', app: 'micora-remote', builds: [] },
    backendUrl: 'http://127.0.0.1:9',
  });
  expect(Object.keys(builds).sort()).toEqual(['shell', 'studio-remote']);
  const others = Object.entries(site.first.pages).filter(([, { app }]) => app !== 'micora-remote');
  expect(pages).toEqual(Object.fromEntries(others));
  expect((await site.live()).files).not.toHaveProperty(['remotes/micora/mf-manifest.json']);
  expect(await site.page('sitemap.xml')).toBe('/ /projects /projects/abc');
  expect(site.lines.join()).not.toMatch(/Rendering|cannot be read/);
  expect(await doneLast()).toBe('deploy --without micora-remote');
});

test.each([
  ['shell', 'The shell cannot be removed.'],
  ['events-remote', 'events-remote is not live: there is nothing to remove.'],
])('%s cannot be removed', async (app, message) => {
  await expect(site.deploy({ change: { kind: 'remove', app, builds: [] } })).rejects.toThrow(message);
});

test.each([
  ['a remote reads only its own data', [tinyMicora('Two')], ['micora-remote']],
  ['the shell reads all data', [tinyShell('Two')], ['micora-remote', 'shell', 'studio-remote']],
  ['a refresh reads all data', undefined, ['micora-remote', 'shell', 'studio-remote']],
  ['an empty list of builds reads nothing', [], []],
])('§7 a deployment reads and reports the data that it needs: %s', async (_what, builds, apps) => {
  const onRead = jest.fn<(reading: Reading) => void>();
  const change = builds ? ({ kind: 'deploy', builds } as const) : ({ kind: 'refresh' } as const);
  await site.deploy({ change, backendUrl: site.backendUrl, onRead });
  const [{ data, answers } = { data: {}, answers: {} }] = onRead.mock.calls.map(([reading]) => reading);
  expect(Object.keys(data).sort()).toEqual(apps);
  const asked = '/collections/projects/records?perPage=500';
  const read = { [asked]: sha256(JSON.stringify({ items: site.items })) };
  expect(answers).toEqual(apps.includes('studio-remote') ? read : {});
});

test('a new app that reads data is refused without a backend, and one that reads none is not', async () => {
  const journal = (sources: Record<string, string>) =>
    tinyRemote({ name: 'journal', mount: '/journal', pages: { '/journal': `return 'Journal'` }, sources });
  const reading = `{ list: async (read) => [['', await read('/collections/articles/records')]] }`;
  await expect(deployBuilds([journal({ '/journal': reading })])).rejects.toThrow(
    'journal-remote reads data, and the live site has none for it. No backend is given: pass the address of PocketBase with --backend.',
  );
  expect(await live()).toBe(site.first.id);
  await deployBuilds([journal({})]);
  expect(await site.page('journal.html')).toContain('Journal');
});

describe('a checked release', () => {
  /** Deploys a new build of MiCora and calls `happens` during each check. */
  async function deployChecked(happens: (count: number, release: Release) => Promise<unknown>) {
    const checked: Release[] = [];
    const check = async (given: Release): Promise<void> => {
      await happens(checked.push(given), given);
    };
    const deployed = deployBuilds([tinyMicora('Two')], { check });
    return { checked, release: await deployed.catch((error: unknown) => error as Error) };
  }

  test('a release is complete during the check, while the previous release is live', async () => {
    const { checked, release } = await deployChecked(async (_count, given) => {
      expect(await live()).toBe(site.first.id);
      for (const [, content] of listContents(given))
        expect(await site.store.read(`pages/${content}`)).toBeDefined();
    });
    expect(checked).toEqual([release]);
    expect(await site.live()).toEqual(release);
  });

  test('a release that the check refuses does not go live', async () => {
    const refusal = new Error('The home page is blank.');
    const { checked, release } = await deployChecked(() => Promise.reject(refusal));
    expect(release).toBe(refusal);
    expect(checked).toHaveLength(1);
    expect(await live()).toBe(site.first.id);
    expect(await site.store.list('releases/')).toEqual(['1.json.gz']);
    const next = await site.put(tinyMicora('Two'));
    expect(await live()).toBe(next.id);
  });

  test('a release is not checked again if only data has changed since the check', async () => {
    let edited: Release | undefined;
    const { checked, release } = await deployChecked(async () => {
      site.items = [{ id: 'abc', title: 'Orchard' }];
      edited = await site.put();
    });
    expect(checked).toHaveLength(1);
    expect(release).toMatchObject({ base: edited?.id });
    expect(release).not.toMatchObject({ id: checked[0]?.id });
    expect(site.lines).toContain('Another deployment was first: starting again from the live release.');
    const now = await site.live();
    expect(now).toEqual(release);
    expect(now.pages['projects/abc.html']).toEqual(edited?.pages['projects/abc.html']);
    expect(await site.store.list('releases/')).toHaveLength(3);
  });

  test.each([
    ['again with each new set of builds', ['Work 1', 'Work 2'], 3],
    ['only once with each set of builds', ['Work', 'Project'], 2],
    ['three times at most, and then abandoned', ['1', '2', '3'], undefined],
  ])('a deployment overtaken by others is checked %s', async (_what, words, checks) => {
    const others: Release[] = [site.first];
    const { checked, release } = await deployChecked(async (count) => {
      const word = words[count - 1];
      if (word) others.push(await site.put(tinyPortfolio(word)));
    });
    const getStudio = (one: Release | undefined) => one && getVersion('studio-remote', one);
    expect(checked.map(getStudio)).toEqual(others.slice(0, checks ?? 3).map(getStudio));
    const live = await site.live();
    expect(getStudio(live)).toBe(getStudio(others.at(-1)));
    expect(await site.store.list('releases/')).toHaveLength(others.length + (checks ? 1 : 0));
    if (checks) expect(live).toEqual(release);
    else
      expect(release).toEqual(
        new Error('Other deployments went live during 3 checks in a row. Nothing has changed; try again.'),
      );
  });
});

test('a deployment gives up after 50 failed attempts, and leaves nothing behind', async () => {
  const create = jest.fn(() => Promise.resolve(false));
  await expect(deployBuilds([tinyMicora('Two')], { store: { ...site.store, create } })).rejects.toThrow(
    'Other deployments were first, 50 times in a row.',
  );
  expect(create).toHaveBeenCalledTimes(50);
  expect(await live()).toBe(site.first.id);
  expect(await site.store.list('releases/')).toEqual(['1.json.gz']);
});

test('a deployment that was suspended while it wrote starts again', async () => {
  const now = jest.spyOn(Date, 'now');
  const times = [0, 13 * 3_600_000, 13 * 3_600_000, 13 * 3_600_000];
  now.mockImplementation(() => times.shift() ?? 13 * 3_600_000);
  const release = await deployBuilds([tinyMicora('Two')]).finally(() => now.mockRestore());
  expect(site.lines).toContain('This deployment has taken too long: starting again from the live release.');
  expect(await site.live()).toEqual(release);
});

describe('damage to the live release', () => {
  /**
   * @param form `''` for the plain file, an encoding's suffix such as `.br`, or `data` for the data of `projects/abc.html`
   */
  const findKey = (file: string, form: string, release = site.first): string => {
    const content = release.pages[file]?.content ?? release.files[file];
    const data = release.data['studio-remote']?.['/projects/:projectId']?.abc;
    return form === 'data' ? `data/${data}.json.gz` : `pages/${content}${form}`;
  };
  const buildName = (app: string) => `${app}/${getVersion(app)}`;
  const LOST: [file: string, form: string][] = [
    ['index.html', ''],
    ['index.html', '.br'],
    ['projects.html', '.gz'],
    ['robots.txt', ''],
    ['favicon.ico', ''],
    ['release.json', '.br'],
    ['projects/abc.html', ''],
    ['projects/abc.html', 'data'],
  ];
  const repair = async () => {
    const damage = await scrub(site.store, site.log);
    await deployBuilds([], { backendUrl: site.backendUrl });
    return damage;
  };

  test.each(LOST)('the next deployment makes a missing part again: %s %s', async (file, form) => {
    const { backendUrl } = site;
    for (const builds of [[tinyMicora('Two')], [tinyMicora('Two')], [], undefined]) {
      const lost = findKey(file, form, await site.live());
      await site.store.remove(lost);
      await expect(site.live()).rejects.toThrow(`${lost} is missing`);
      await site.deploy({ ...(builds && { change: { kind: 'deploy', builds } }), backendUrl });
      await site.live();
    }
  });

  test.each(LOST)('an altered part is found, and made again: %s %s', async (file, form) => {
    await site.store.write(findKey(file, form), 'altered');
    await expect(site.live()).rejects.toThrow(`${findKey(file, form)} has been altered`);
    expect(await repair()).toEqual([]);
    await site.live();
    expect(site.lines.join()).toContain(`${findKey(file, form)} has been altered. It is made again.`);
    const before = await files();
    await repair();
    expect(await files()).toEqual(before);
  });

  test('a file that could not be read at first is not removed', async () => {
    const key = findKey('index.html', '');
    let reads = 0;
    const store = {
      ...site.store,
      read: async (one: string) =>
        one === key && (reads += 1) === 1 ? Buffer.from('') : site.store.read(one),
    };
    expect(await scrub(store, site.log)).toEqual([]);
    expect(reads).toBe(2);
    await site.live();
  });

  test.each(['build.json', 'server.cjs', 'routes.js', 'routes.js.br', 'studio.Page1.css'])(
    'damage to %s of a build is only reported, and deploying the same version restores it',
    async (name) => {
      const build = buildName('studio-remote');
      const key = `${/json$|cjs$/.test(name) ? 'builds' : 'assets'}/${build}/${name}`;
      const right = await site.store.read(key);
      for (const spoil of [() => site.store.write(key, '{}'), () => site.store.remove(key)]) {
        await spoil();
        const advice = `Restore the build from its commit: npm run deploy -- studio-remote studio-remote@${getVersion('studio-remote')}`;
        expect(await repair()).toEqual([expect.stringMatching(new RegExp(`^${key} .*${advice}$`))]);
        await site.put(tinyPortfolio());
        expect(await site.store.read(key)).toEqual(right);
        await site.live();
      }
    },
  );

  test.each(['build.json', 'server.cjs', 'studio.Page1.css', 'mf-manifest.json'])(
    'other teams can deploy while %s of a remote’s build is damaged',
    async (name) => {
      const { pages, files: others } = site.first;
      const build = buildName('studio-remote');
      const key = `${/build.json|cjs/.test(name) ? 'builds' : 'assets'}/${build}/${name}`;
      const right = (await site.store.read(key)) ?? '';
      const { backendUrl } = site;
      const advice = `Restore the build from its commit: npm run deploy -- studio-remote ${build.replace('/', '@')}`;
      for (const spoil of [() => site.store.write(key, '{}'), () => site.store.remove(key)]) {
        await spoil();
        const other = await deployBuilds([tinyMicora(`${Math.random()}`)], { backendUrl });
        expect((await liveRelease(site.store))?.id).toBe(other.id);
        const tabsManifest = await site.page('release.json');
        expect(JSON.parse(tabsManifest)).toMatchObject({
          remotes: [{ name: 'micora' }, { name: 'studio', version: getVersion('studio-remote') }],
        });
        for (const [file, page] of Object.entries(pages))
          if (page.app === 'studio-remote') expect(other.pages[file]).toEqual(page);
        const manifest = 'remotes/studio/mf-manifest.json';
        expect(other.files[manifest]).toBe(others[manifest]);
        // A damaged build can neither read its app's data nor render its app's pages with a new shell.
        expect((await site.deploy({ backendUrl })).unread).toEqual(['studio-remote']);
        await expect(site.put(tinyShell('Two'))).rejects.toThrow(advice);
        await site.store.write(key, right);
        expect(await site.put()).not.toHaveProperty('unread');
        await site.live();
      }
    },
  );

  test('a page that cannot be made again because its build is damaged is behind', async () => {
    const lost = findKey('projects/abc.html', '');
    await site.store.remove(lost);
    await site.store.remove(`builds/${buildName('studio-remote')}/server.cjs`);
    const { behind, pages } = await deployBuilds([tinyMicora('Two')]);
    expect(await site.page('micora.html')).toContain('Two');
    expect(Object.keys(behind ?? {})).toEqual(['projects/abc.html']);
    expect(pages).not.toHaveProperty(['projects/abc.html']);
    await site.put(tinyPortfolio());
    await site.deploy({ retries: true });
    expect(await site.live()).not.toHaveProperty('behind');
  });

  test('all teams can deploy while data is damaged, even without a backend', async () => {
    const key = findKey('projects/abc.html', 'data');
    for (const spoil of [() => site.store.remove(key), () => site.store.write(key, 'altered')]) {
      await spoil();
      const shell = tinyShell(`Shell ${Math.random()}`);
      const now = await deployBuilds([shell, tinyMicora('Two')]);
      expect(now.pages['projects/abc.html']?.content).toBe(site.first.pages['projects/abc.html']?.content);
      expect(Object.keys(now.behind ?? {})).toEqual(['projects/abc.html']);
      expect(await site.page('index.html')).toContain('<header>Shell');
    }
    await scrub(site.store, site.log);
    await deployBuilds([], { backendUrl: site.backendUrl, retries: true });
    expect(await site.live()).not.toHaveProperty('behind');
  });
});
