import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { deploy } from './deploy';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { contentsOf, type Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { sharedSite } from '../testing/sharedSite';
import { liveRelease } from './liveRelease';
import { readHistory } from './readHistory';
import { readLivePage } from '../testing/readLivePage';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { writeShellBuild } from '../testing/writeShellBuild';

jest.setTimeout(60_000);

let directory: string;
let store: Store;
let log: string[];

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  log = [];
});

async function shell(words?: string): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeShellBuild(folder, words);
  return readArtifact(folder);
}

async function remote(
  name: string,
  mount: string,
  pages: Record<string, string>,
  sources: Record<string, string> = {},
): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeRemoteBuild(folder, { name, mount, pages, sources });
  return readArtifact(folder);
}

const studio = (text = 'Home') =>
  remote('studio', '/', { '/': `return '${text}'`, '/projects/:projectId': `return 'Project'` });
const micora = (text = 'MiCora') => remote('micora', '/micora', { '/micora': `return '${text}'` });

function put(...artifacts: LoadedArtifact[]): Promise<Release> {
  return deploy({ store, artifacts, log: (line) => log.push(line) });
}

/** The site with all three apps live. */
async function putAll(): Promise<Release> {
  return put(await shell(), await studio(), await micora());
}

/** The same site without a deployment of its own, for tests of what comes after the first. */
const beginWithAll = sharedSite(async (shared) => {
  const artifacts = [await shell(), await studio(), await micora()];
  return deploy({ store: shared, artifacts, log: () => undefined });
});

const live = async () => (await liveRelease(store))?.id;
const page = (name: string) => readLivePage(store, name);
/** The paths in the tiny shell’s sitemap. */
const listed = async () => (await page('sitemap.xml')).split(' ').sort();
const blockOf = (text: string): unknown => JSON.parse(/id="page">([^<]*)/.exec(text)?.[1] ?? '');
const releaseManifest = async (): Promise<unknown> => JSON.parse(await page('release.json'));

/** The hash of every file below a folder of the store, by key. */
async function hashTree(folder: string): Promise<Record<string, string>> {
  const keys = (await store.walk(folder)).map(({ key }) => key).sort();
  const hashes = keys.map(async (key) => {
    const content = (await store.read(key)) ?? '';
    return [key, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

describe('the first deployment', () => {
  test('needs a shell and leaves nothing live without one', async () => {
    await expect(put(await studio(), await micora())).rejects.toThrow('No shell is live yet');
    expect(await readdir(directory)).toEqual([]);
  });

  test('makes every page live, each with its compressed forms', async () => {
    const release = await putAll();
    expect(await live()).toBe(release.id);
    expect(await store.list('history/')).toEqual(['1.json']);
    expect(JSON.parse((await store.read(`releases/${release.id}.json`))?.toString() ?? '')).toEqual(release);
    expect(await releaseManifest()).toEqual(release.block);
    expect(await page('index.html')).toContain('<header>Tiny shell</header><main>Home</main>');
    expect(await page('projects/_.html')).toContain('<main>Project</main>');
    expect(await page('micora.html')).toContain('<main>MiCora</main>');
    expect(await page('404.html')).toContain('<main>No such page</main>');
    const compressed = await store.read(`pages/${release.pages['micora.html']?.content}.br`);
    expect(brotliDecompressSync(compressed ?? '').toString()).toBe(await page('micora.html'));
    expect(log.at(-1)).toBe(`Release ${release.id} is live.`);
  });

  test('puts what the pages ask for where they ask for it', async () => {
    const { block } = await putAll();
    for (const { entry } of block.remotes) {
      expect(await readFile(join(directory, entry.url), 'utf8')).toContain('console.log');
    }
  });
});

describe('a team that deploys alone', () => {
  test('changes its own pages, and not one byte of the others', async () => {
    const first = await beginWithAll(store);
    const assets = await hashTree('assets/studio-remote');
    const second = await put(await micora('MiCora two'));

    expect(await live()).toBe(second.id);
    expect(second.apps).toEqual({ ...first.apps, 'micora-remote': second.apps['micora-remote'] });
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
    expect(log).toContain('Rendering 1 pages, keeping 3');
    expect(await hashTree('assets/studio-remote')).toEqual(assets);
    const after = new Map(contentsOf(second));
    const changed = contentsOf(first).flatMap(([file, content]) =>
      after.get(file) === content ? [] : [file],
    );
    expect(changed.sort()).toEqual(['micora.html', 'release.json', 'remotes/micora/mf-manifest.json']);
  });

  test('leaves the release before it complete, for those who are still on it', async () => {
    const first = await beginWithAll(store);
    await put(await micora('MiCora two'));
    const old = await store.read(`pages/${first.pages['micora.html']?.content}`);
    expect(String(old)).toContain('<main>MiCora</main>');
    for (const { entry } of first.block.remotes) await readFile(join(directory, entry.url));
  });

  test('names in its pages the shell and its own remote, and no other', async () => {
    const { apps, block } = await beginWithAll(store);
    const [remote] = block.remotes.filter(({ name }) => name === 'micora');
    expect(blockOf(await page('micora.html'))).toEqual({ shell: apps.shell, remote });
    expect(blockOf(await page('404.html'))).toEqual({ shell: apps.shell });
    expect(await page('index.html')).not.toContain('micora');
    expect(await page('index.html')).not.toContain(block.id);
  });

  test('does nothing if its build is live already', async () => {
    const first = await beginWithAll(store);
    expect(await put(await micora())).toEqual(first);
    expect(await store.list('history/')).toEqual(['1.json']);
    expect(log.at(-1)).toBe(`Nothing to deploy: release ${first.id} has all of it.`);
  });

  test('goes back to its older build in a new release', async () => {
    const first = await beginWithAll(store);
    await put(await micora('MiCora two'));
    const third = await put(await micora());
    expect(third.apps).toEqual(first.apps);
    expect(third.id).not.toBe(first.id);
    expect(await page('micora.html')).toContain('<main>MiCora</main>');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
  });

  test('is the shell’s: every page is rendered again', async () => {
    await beginWithAll(store);
    await put(await shell('Second shell'));
    for (const name of ['index.html', 'projects/_.html', 'micora.html', '404.html']) {
      expect(await page(name)).toContain('<header>Second shell</header>');
    }
  });

  test('may join later: tabs learn of it, and the pages that were there stay as they are', async () => {
    await put(await shell(), await studio());
    const before = await page('index.html');
    const { block } = await put(await micora());
    expect(await page('index.html')).toBe(before);
    expect(await releaseManifest()).toEqual(block);
    expect(block.remotes.map(({ name }) => name).sort()).toEqual(['micora', 'studio']);
  });
});

describe('a deployment without an app', () => {
  const takeOff = (app: string, more: { dryRun?: boolean } = {}) =>
    deploy({ store, without: app, log: (line) => log.push(line), ...more });

  test('takes it off with its pages, leaves the others theirs, and it can be deployed again', async () => {
    const first = await beginWithAll(store);
    const { id } = await takeOff('micora-remote');
    const now = await expectWholeSite(directory);
    expect(now.id).toBe(id);
    expect(Object.keys(now.apps).sort()).toEqual(['shell', 'studio-remote']);
    expect(now.block.remotes.map(({ name }) => name)).toEqual(['studio']);
    const others = Object.entries(first.pages).filter(([, { app }]) => app !== 'micora-remote');
    expect(now.pages).toEqual(Object.fromEntries(others));
    expect(await listed()).toEqual(['/']);
    expect((await readHistory(store))[0]?.what).toBe('deploy --without micora-remote');

    await put(await micora());
    expect((await expectWholeSite(directory)).pages).toEqual(first.pages);
  });

  test('is none by a dry run, nor of what is not live, nor of the shell', async () => {
    const first = await beginWithAll(store);
    await takeOff('micora-remote', { dryRun: true });
    expect(log.at(-1)).toMatch(
      /^Would make a release of shell \w+, studio-remote \w+\. Nothing has been written\.$/,
    );
    await expect(takeOff('events-remote')).rejects.toThrow('events-remote is not live');
    await expect(takeOff('shell')).rejects.toThrow('Without the shell there is no site');
    expect((await expectWholeSite(directory)).id).toBe(first.id);
    expect(await store.list('releases/')).toHaveLength(1);
  });
});

describe('a deployment that fails', () => {
  test.each([
    [
      'throws',
      `throw new Error('no such word')`,
      '/micora of micora-remote cannot be rendered: no such word',
    ],
    ['ends its process', `process.exit(1)`, 'Rendering ended with 1'],
  ])('because a page %s says so and leaves the live site untouched', async (_what, body, message) => {
    const first = await beginWithAll(store);
    const before = await page('micora.html');
    const broken = await remote('micora', '/micora', { '/micora': body });
    await expect(put(broken)).rejects.toThrow(message);
    expect(await live()).toBe(first.id);
    expect(await page('micora.html')).toBe(before);
    expect(await store.list('history/')).toEqual(['1.json']);
  });

  test('because the builds do not fit together writes nothing at all', async () => {
    await beginWithAll(store);
    const clash = await remote('clash', '/micora', { '/micora': `return 'Mine'` });
    await expect(put(clash)).rejects.toThrow('both mount at /micora');
    expect(await store.list('assets/')).not.toContain('clash-remote');
    expect(await store.list('releases/')).toHaveLength(1);
  });

  test('because it is killed at any step leaves the live site untouched, and the next one succeeds', async () => {
    const first = await beginWithAll(store);
    const second = await micora('MiCora two');
    const steps = [/Page1\.js$/, /artifact\.json$/, /^pages\//, /^releases\//, /^history/];
    for (const step of steps) {
      const killedAt = <Result>(write: (key: string, content: Buffer | string) => Promise<Result>) => {
        return (key: string, content: Buffer | string) =>
          step.test(key) ? Promise.reject(new Error(`killed at ${key}`)) : write(key, content);
      };
      const dying: Store = {
        ...store,
        write: killedAt((key, content) => store.write(key, content)),
        create: killedAt((key, content) => store.create(key, content)),
      };
      const attempt = deploy({ store: dying, artifacts: [second], log: () => undefined });
      await expect(attempt).rejects.toThrow('killed at');
      expect(await live()).toBe(first.id);
      expect(await page('micora.html')).toContain('<main>MiCora</main>');
      expect(await store.list('history/')).toEqual(['1.json']);
    }
    const release = await put(second);
    expect(await live()).toBe(release.id);
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
  });
});

describe('§7 pages behind a pattern that the backend knows', () => {
  interface Item {
    id: string;
    title: string;
  }

  let backend: Server;
  let backendUrl: string;
  let items: Item[];
  let asked: number;

  // A stand-in for the backend: what deployment asks is the remote's business, and here that is this.
  const portfolio = (words = 'Project') =>
    remote(
      'studio',
      '/',
      {
        '/': `return 'Home'`,
        '/projects': `return data ? data.titles.join(', ') : 'Loading'`,
        '/projects/:projectId': `if (data?.title === 'Bad') throw new Error('bad record');
          return data ? '${words} ' + data.title : 'Loading'`,
      },
      {
        '/projects': `{
          list: async (read) => {
            const { items } = await read('/collections/projects/records', { perPage: 500, sort: 'created' });
            return new Map([['', { titles: items.map(({ title }) => title) }]]);
          },
          prepare: (data) => data,
        }`,
        '/projects/:projectId': `{
          list: async (read) => {
            const { items } = await read('/collections/projects/records', { perPage: 500, sort: 'created' });
            return new Map(items.map((item) => [item.id, item]));
          },
          prepare: ({ title }) => ({ title }),
          head: ({ title }) => ({ title, description: 'About ' + title }),
        }`,
      },
    );

  beforeEach(async () => {
    items = [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
    ];
    asked = 0;
    backend = createServer((request, response) => {
      asked += 1;
      const known = request.url === '/api/collections/projects/records?perPage=500&sort=created';
      response.writeHead(known ? 200 : 404).end(JSON.stringify({ items }));
    });
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await stopBackend();
  });

  async function stopBackend(): Promise<void> {
    backend.closeAllConnections();
    await new Promise((done) => backend.close(done));
  }

  const putKnown = (...artifacts: LoadedArtifact[]) =>
    deploy({ store, artifacts, backendUrl, log: (line) => log.push(line) });

  test('have documents of their own, with their data and their heads, all from one reading', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    const harbour = await page('projects/abc.html');
    expect(harbour).toContain('<main>Project Harbour</main>');
    expect(harbour).toContain('id="data">{"title":"Harbour"}<');
    expect(harbour).toContain('"head":{"title":"Harbour","description":"About Harbour"}');
    expect(await page('projects/def.html')).toContain('<main>Project Orchard</main>');
    expect(await page('projects.html')).toContain('<main>Harbour, Orchard</main>');
    expect(await page('projects/_.404.html')).toContain('<main>Loading</main>');
    expect(await listed()).toEqual(['/', '/micora', '/projects', '/projects/abc', '/projects/def']);
    expect(asked).toBe(1);
  });

  test('are brought up to date without any new build, and only those that changed; nothing happens if nothing has', async () => {
    const first = await putKnown(await shell(), await portfolio(), await micora());
    expect(await putKnown()).toEqual(first);
    expect(log.at(-1)).toContain('Nothing to deploy');

    items = [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard two' },
      { id: 'ghi', title: 'Garden' },
    ];
    const before = await hashTree('pages');
    const second = await putKnown();
    expect(second.apps).toEqual(first.apps);
    expect(await page('projects/def.html')).toContain('<main>Project Orchard two</main>');
    expect(await page('projects/ghi.html')).toContain('<main>Project Garden</main>');
    expect(await page('projects.html')).toContain('<main>Harbour, Orchard two, Garden</main>');
    expect(log).toContain('Rendering 3 pages, keeping 5');
    const written = Object.keys(await hashTree('pages')).filter((key) => !(key in before));
    // Three pages, the sitemap and what tabs read, each in three forms.
    expect(written).toHaveLength(15);

    items = items.slice(1);
    const third = await putKnown();
    expect(Object.keys(third.pages)).not.toContain('projects/abc.html');
    expect(await listed()).toEqual(['/', '/micora', '/projects', '/projects/def', '/projects/ghi']);
  });

  test('disappear when the last of them does', async () => {
    await putKnown(await shell(), await portfolio());
    items = [];
    const release = await putKnown();
    expect(Object.keys(release.pages).sort()).toEqual([
      '404.html',
      'index.html',
      'projects.html',
      'projects/_.404.html',
    ]);
  });

  test('stay as they are when another team deploys, and when the backend cannot be read', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    const before = await page('projects/abc.html');
    await put(await micora('MiCora two'));
    expect(await page('projects/abc.html')).toBe(before);

    await stopBackend();
    await putKnown(await portfolio('Work'));
    expect(await page('projects/abc.html')).toContain('<main>Work Harbour</main>');
    expect(await page('projects/abc.html')).toContain('"head":{"title":"Harbour"');
    expect(await page('projects.html')).toContain('<main>Harbour, Orchard</main>');
    expect(log.join('\n')).toContain('The backend cannot be read, so pages keep the data that they have.');
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });

  test('are asked of the apps alone that are deployed: another team’s deployment asks nobody', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    items = [{ id: 'abc', title: 'Harbour two' }];
    await putKnown(await micora('MiCora two'));
    expect(await page('projects/abc.html')).toContain('Project Harbour<');
    const release = await putKnown(await portfolio('Work'));
    expect(await page('projects/abc.html')).toContain('Work Harbour two');
    expect(Object.keys(release.pages)).not.toContain('projects/def.html');
  });

  test('keep their last version when they cannot be rendered, or are left to the pattern, and stop nothing', async () => {
    await putKnown(await shell(), await portfolio());
    items = [
      { id: 'abc', title: 'Bad' },
      { id: 'new', title: 'Bad' },
      { id: 'def', title: 'Orchard two' },
    ];
    const release = await putKnown();
    expect(await page('projects/abc.html')).toContain('<main>Project Harbour</main>');
    expect(await page('projects/def.html')).toContain('<main>Project Orchard two</main>');
    expect(Object.keys(release.pages)).not.toContain('projects/new.html');
    expect(log).toContain(
      '/projects/abc of studio-remote cannot be rendered: bad record Its last version stays.',
    );
    expect(log).toContain(
      '/projects/new of studio-remote cannot be rendered: bad record It is left to the browser.',
    );
  });

  test('refuse a build with which none of them can be rendered', async () => {
    const first = await putKnown(await shell(), await portfolio());
    const broken = await remote(
      'studio',
      '/',
      {
        '/': `return 'Home'`,
        '/projects/:projectId': `if (data) throw new Error('no such word'); return ''`,
      },
      {
        '/projects/:projectId': `{ list: async () => new Map([['a', {}], ['b', {}]]), prepare: (data) => data }`,
      },
    );
    await expect(putKnown(broken)).rejects.toThrow('cannot be rendered: no such word');
    expect(await live()).toBe(first.id);
  });

  test('refuse a server bundle that cannot be run, and do not blame the backend', async () => {
    const first = await putKnown(await shell(), await portfolio());
    const broken = await remote('studio', '/', { '/': `return 'Broken'`, '/projects/:projectId': '' });
    broken.server = `throw new Error('no such module');`;
    await expect(putKnown(broken)).rejects.toThrow(
      'the server bundle of studio-remote cannot be run: no such module',
    );
    expect(log.join('\n')).not.toContain('The backend cannot be read');
    expect(await live()).toBe(first.id);
  });

  test('are not needed for the first deployment', async () => {
    await stopBackend();
    const release = await putKnown(await shell(), await portfolio());
    expect(Object.keys(release.pages).sort()).toEqual([
      '404.html',
      'index.html',
      'projects.html',
      'projects/_.html',
    ]);
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });
});

describe('the files at the site’s root', () => {
  test('belong to the release like its pages', async () => {
    const release = await beginWithAll(store);
    const names = Object.keys(release.files);
    expect(names).toEqual(
      expect.arrayContaining(['favicon.ico', 'robots.txt', 'sitemap.xml', 'release.json']),
    );
    for (const name of names) expect(await page(name)).not.toBe('');
    expect(await listed()).toEqual(['/', '/micora']);
  });

  test('are there too after a team has deployed alone', async () => {
    await beginWithAll(store);
    const release = await put(await micora('MiCora two'));
    for (const name of Object.keys(release.files)) expect(await page(name)).not.toBe('');
    expect(await listed()).toEqual(['/', '/micora']);
  });
});

describe('a build that prune removes after it was stored', () => {
  test('is stored again before anything becomes live', async () => {
    await beginWithAll(store);
    const second = await micora('MiCora two');
    const key = `assets/micora-remote/${second.artifact.version}/routes.js`;
    let pruned = false;
    const pruning: Store = {
      ...store,
      async write(name, content) {
        await store.write(name, content);
        if (!name.startsWith('releases/') || pruned) return;
        pruned = true;
        await store.remove(key);
      },
    };
    await deploy({ store: pruning, artifacts: [second], log: (line) => log.push(line) });
    expect(pruned).toBe(true);
    expect(log).toContain('Prune was removing something of it meanwhile: starting again.');
    expect(await store.read(key)).toEqual(second.files.get('routes.js'));
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
  });
});

describe('what the store has lost of the live release', () => {
  test.each(['index.html', 'robots.txt', 'favicon.ico'])(
    'such as %s, is made again by the next deployment',
    async (file) => {
      const first = await beginWithAll(store);
      const content = first.pages[file]?.content ?? first.files[file];
      const before = await page(file);
      const forms = (await store.list('pages/')).filter((name) => name.startsWith(content ?? ''));
      for (const name of forms) await store.remove(`pages/${name}`);
      await put(await micora('MiCora two'));
      expect((await store.list('pages/')).filter((name) => name.startsWith(content ?? '')).sort()).toEqual(
        forms.sort(),
      );
      expect(await page(file)).toBe(before);
    },
  );
});

describe('two teams that deploy at the same time', () => {
  test('both end up live', async () => {
    await beginWithAll(store);
    const [one, other] = [await studio('Home two'), await micora('MiCora two')];
    await Promise.all([put(one), put(other)]);
    expect(await page('index.html')).toContain('<main>Home two</main>');
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
    expect(log).toContain('Another deployment was first: starting again from its release.');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
    expect((await store.list('releases/')).length).toBe(3);
  });

  test('do not wait for each other without end', async () => {
    const live = await beginWithAll(store);
    const create = jest.fn(() => Promise.resolve(false));
    await jest.isolateModulesAsync(async () => {
      await import('../testing/renderHere');
      const { deploy: deployHere } = await import('./deploy');
      const artifacts = [await micora('MiCora two')];
      await expect(
        deployHere({ store: { ...store, create }, artifacts, log: () => undefined }),
      ).rejects.toThrow('Other deployments were first 50 times in a row. Nothing has changed; try again.');
    });
    jest.dontMock('./renderer/openRenderers');
    expect(create).toHaveBeenCalledTimes(50);
    expect(await releaseManifest()).toEqual(live.block);
    expect(await store.list('releases/')).toEqual([`${live.id}.json`]);
  });
});
