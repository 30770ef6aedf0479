import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { deploy } from './deploy';
import { readArtifact } from '../build/readArtifact';
import type { LoadedArtifact } from '../build/readArtifact';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
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
  listKnownPages = '',
): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeRemoteBuild(folder, { name, mount, pages, listKnownPages });
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

const live = () => readlink(join(directory, 'live'));
const page = (name: string) => readFile(join(directory, 'live', name), 'utf8');
/** The paths in the tiny shell’s sitemap. */
const listed = async () => (await page('sitemap.xml')).split(' ').sort();
const withoutBlock = (text: string) => text.replace(/(id="release">)[^<]*/, '$1');
const blockOf = (text: string): unknown => JSON.parse(/id="release">([^<]*)/.exec(text)?.[1] ?? '');

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
    await expect(put(await studio(), await micora())).rejects.toThrow('There is no shell in force yet');
    expect(await readdir(directory)).toEqual([]);
  });

  test('makes every page live, each with its compressed forms', async () => {
    const release = await putAll();
    expect(await live()).toBe(`releases/${release.id}`);
    expect(await store.list('history/')).toEqual(['1.json']);
    expect(JSON.parse(await page('release.json'))).toEqual(release);
    expect(await page('index.html')).toContain('<header>Tiny shell</header><main>Home</main>');
    expect(await page('projects/_.html')).toContain('<main>Project</main>');
    expect(await page('micora.html')).toContain('<main>MiCora</main>');
    expect(await page('404.html')).toContain('<main>No such page</main>');
    const compressed = await readFile(join(directory, 'live', 'micora.html.br'));
    expect(brotliDecompressSync(compressed).toString()).toBe(await page('micora.html'));
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
  test('changes its own pages; the others stay as they are, but for their release block', async () => {
    const first = await putAll();
    const before = { home: await page('index.html'), missing: await page('404.html') };
    const second = await put(await micora('MiCora two'));

    expect(await live()).toBe(`releases/${second.id}`);
    expect(second.apps).toEqual({ ...first.apps, 'micora-remote': second.apps['micora-remote'] });
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
    const after = { home: await page('index.html'), missing: await page('404.html') };
    expect(withoutBlock(after.home)).toBe(withoutBlock(before.home));
    expect(withoutBlock(after.missing)).toBe(withoutBlock(before.missing));
    for (const name of Object.keys(second.pages)) expect(blockOf(await page(name))).toEqual(second.block);
    expect(log).toContain('Rendering 1 pages, carrying over 3');
  });

  test('leaves every asset of the other as it is, byte by byte, and every page of it but for the release block', async () => {
    const first = await putAll();
    const before = await hashTree('assets/studio-remote');
    const second = await put(await micora('MiCora two'));
    expect(await hashTree('assets/studio-remote')).toEqual(before);
    expect(Object.keys(before)).toHaveLength(7 * 3);
    const pages = Object.keys(first.pages).filter((name) => first.pages[name]?.app !== 'micora-remote');
    expect(pages.sort()).toEqual(['404.html', 'index.html', 'projects/_.html']);
    for (const name of pages) {
      const [earlier, later] = await Promise.all(
        [first, second].map(({ id }) => readFile(join(directory, 'releases', id, name), 'utf8')),
      );
      expect(later).not.toBe(earlier);
      expect(withoutBlock(later ?? '')).toBe(withoutBlock(earlier ?? ''));
    }
  });

  test('leaves the release before it complete, for those who are still on it', async () => {
    const first = await putAll();
    await put(await micora('MiCora two'));
    const old = await readFile(join(directory, 'releases', first.id, 'micora.html'), 'utf8');
    expect(old).toContain('<main>MiCora</main>');
    expect(blockOf(old)).toEqual(first.block);
    for (const { entry } of first.block.remotes) await readFile(join(directory, entry.url));
  });

  test('does nothing if its build is live already', async () => {
    const first = await putAll();
    expect(await put(await micora())).toEqual(first);
    expect(await store.list('history/')).toEqual(['1.json']);
    expect(log.at(-1)).toBe(`Nothing to deploy: release ${first.id} has all of it.`);
  });

  test('goes back to its older build in a new release', async () => {
    const first = await putAll();
    await put(await micora('MiCora two'));
    const third = await put(await micora());
    expect(third.apps).toEqual(first.apps);
    expect(third.id).not.toBe(first.id);
    expect(await page('micora.html')).toContain('<main>MiCora</main>');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
  });

  test('is the shell’s: every page is rendered anew', async () => {
    await putAll();
    await put(await shell('Second shell'));
    for (const name of ['index.html', 'projects/_.html', 'micora.html', '404.html']) {
      expect(await page(name)).toContain('<header>Second shell</header>');
    }
  });

  test('may join later: the pages that were there learn to trust it', async () => {
    await put(await shell(), await studio());
    expect(await page('index.html')).not.toContain('site-micora');
    await put(await micora());
    expect(await page('index.html')).toContain('site-micora');
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
    const first = await putAll();
    const before = await page('micora.html');
    const broken = await remote('micora', '/micora', { '/micora': body });
    await expect(put(broken)).rejects.toThrow(message);
    expect(await live()).toBe(`releases/${first.id}`);
    expect(await page('micora.html')).toBe(before);
    expect(await store.list('history/')).toEqual(['1.json']);
  });

  test('because the builds do not fit together writes nothing at all', async () => {
    await putAll();
    const clash = await remote('clash', '/micora', { '/micora': `return 'Mine'` });
    await expect(put(clash)).rejects.toThrow('both mount at /micora');
    expect(await store.list('assets/')).not.toContain('clash-remote');
    expect(await store.list('releases/')).toHaveLength(1);
  });

  test('because it is killed at any step leaves the live site untouched, and the next one succeeds', async () => {
    const first = await putAll();
    const second = await micora('MiCora two');
    const steps = [/Page1\.js$/, /artifact\.json$/, /micora\.html$/, /release\.json$/, /^history/];
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
      expect(await live()).toBe(`releases/${first.id}`);
      expect(await page('micora.html')).toContain('<main>MiCora</main>');
      expect(await store.list('history/')).toEqual(['1.json']);
    }
    const release = await put(second);
    expect(await live()).toBe(`releases/${release.id}`);
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
  });

  test('because it is killed between history and link is finished by any later one', async () => {
    await putAll();
    const dying: Store = { ...store, follow: () => Promise.reject(new Error('killed')) };
    const second = await micora('MiCora two');
    await expect(deploy({ store: dying, artifacts: [second], log: () => undefined })).rejects.toThrow(
      'killed',
    );
    const release = await put(second);
    expect(log.at(-1)).toContain('Nothing to deploy');
    expect(await live()).toBe(`releases/${release.id}`);
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

  // A stand-in for the backend: what deployment asks is the remote's business, and here that is this.
  const portfolio = () =>
    remote(
      'studio',
      '/',
      { '/': `return 'Home'`, '/projects/:projectId': `return 'Project'` },
      `const { items } = await read('/collections/projects/records', { perPage: 500, sort: 'created' });
       return items.map(({ id, title }) => ({ path: '/projects/' + id, title, description: 'About ' + title }));`,
    );

  beforeEach(async () => {
    items = [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
    ];
    backend = createServer((request, response) => {
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

  test('have documents of their own, with their own heads around the pattern’s content', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    const harbour = await page('projects/abc.html');
    expect(harbour).toContain('<main>Project</main>');
    expect(harbour).toContain('"title":"Harbour"');
    expect(await page('projects/def.html')).toContain('"title":"Orchard"');
    expect(await page('projects/_.html')).not.toContain('Harbour');
    expect(await listed()).toEqual(['/', '/micora', '/projects/abc', '/projects/def']);
  });

  test('are brought up to date without any new build; nothing happens if nothing has changed', async () => {
    const first = await putKnown(await shell(), await portfolio(), await micora());
    expect(await putKnown()).toEqual(first);
    expect(log.at(-1)).toContain('Nothing to deploy');

    items = [
      { id: 'abc', title: 'Harbour two' },
      { id: 'ghi', title: 'Garden' },
    ];
    const home = await page('index.html');
    const second = await putKnown();
    expect(second.apps).toEqual(first.apps);
    expect(await page('projects/abc.html')).toContain('"title":"Harbour two"');
    expect(await page('projects/ghi.html')).toContain('"title":"Garden"');
    expect(Object.keys(second.pages)).not.toContain('projects/def.html');
    expect(await listed()).toEqual(['/', '/micora', '/projects/abc', '/projects/ghi']);
    expect(withoutBlock(await page('index.html'))).toBe(withoutBlock(home));
    expect(log).toContain('Rendering 2 pages, carrying over 4');
  });

  test('disappear when the last of them does', async () => {
    await putKnown(await shell(), await portfolio());
    items = [];
    const release = await putKnown();
    expect(Object.keys(release.pages).sort()).toEqual(['404.html', 'index.html', 'projects/_.html']);
  });

  test('stay as they are when another team deploys, and when the backend cannot be read', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    const before = await page('projects/abc.html');
    await put(await micora('MiCora two'));
    expect(withoutBlock(await page('projects/abc.html'))).toBe(withoutBlock(before));

    await stopBackend();
    await putKnown(await shell('Second shell'));
    expect(await page('projects/abc.html')).toContain('<header>Second shell</header>');
    expect(await page('projects/abc.html')).toContain('"title":"Harbour"');
    expect(log.join('\n')).toContain('The backend cannot be read, so page heads stay as they are.');
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });

  test('are asked of the apps alone that are deployed: another team’s deployment asks nobody', async () => {
    await putKnown(await shell(), await portfolio(), await micora());
    items = [{ id: 'abc', title: 'Harbour two' }];
    await putKnown(await micora('MiCora two'));
    expect(await page('projects/abc.html')).toContain('"title":"Harbour"');
    await putKnown(await portfolio());
    expect(await page('projects/abc.html')).toContain('"title":"Harbour two"');
    expect(Object.keys((JSON.parse(await page('release.json')) as Release).pages)).not.toContain(
      'projects/def.html',
    );
  });

  test('refuse a server bundle that cannot be run, and do not blame the backend', async () => {
    const first = await putKnown(await shell(), await portfolio());
    const broken = await remote('studio', '/', { '/': `return 'Broken'`, '/projects/:projectId': '' });
    broken.server = `throw new Error('no such module');`;
    await expect(putKnown(broken)).rejects.toThrow(
      'the server bundle of studio-remote cannot be run: no such module',
    );
    expect(log.join('\n')).not.toContain('The backend cannot be read');
    expect(await live()).toBe(`releases/${first.id}`);
  });

  test('are not needed for the first deployment', async () => {
    await stopBackend();
    const release = await putKnown(await shell(), await portfolio());
    expect(Object.keys(release.pages).sort()).toEqual(['404.html', 'index.html', 'projects/_.html']);
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
  });
});

describe('the files at the site’s root', () => {
  test('belong to the release like its pages', async () => {
    const release = await putAll();
    expect(release.files).toEqual(expect.arrayContaining(['favicon.ico', 'robots.txt', 'sitemap.xml']));
    for (const name of release.files) expect(await page(name)).not.toBe('');
    expect(await listed()).toEqual(['/', '/micora']);
  });

  test('are there too after a team has deployed alone', async () => {
    await putAll();
    const release = await put(await micora('MiCora two'));
    for (const name of release.files) expect(await page(name)).not.toBe('');
    expect(await listed()).toEqual(['/', '/micora']);
  });
});

describe('a build that prune removes after it was stored', () => {
  test('is stored again before anything becomes live', async () => {
    await putAll();
    const second = await micora('MiCora two');
    const key = `assets/micora-remote/${second.artifact.version}/routes.js`;
    let pruned = false;
    const pruning: Store = {
      ...store,
      async write(name, content) {
        await store.write(name, content);
        if (!name.endsWith('release.json') || pruned) return;
        pruned = true;
        await store.remove(key);
      },
    };
    await deploy({ store: pruning, artifacts: [second], log: (line) => log.push(line) });
    expect(pruned).toBe(true);
    expect(log).toContain('A build was removed by prune meanwhile: storing it again.');
    expect(await store.read(key)).toEqual(second.files.get('routes.js'));
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
  });
});

describe('two teams that deploy at the same time', () => {
  test('both end up live', async () => {
    await putAll();
    const [one, other] = [await studio('Home two'), await micora('MiCora two')];
    await Promise.all([put(one), put(other)]);
    expect(await page('index.html')).toContain('<main>Home two</main>');
    expect(await page('micora.html')).toContain('<main>MiCora two</main>');
    expect(log).toContain('Another deployment was first: composing again from its release.');
    expect((await store.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
    const release = JSON.parse(await page('release.json')) as Release;
    for (const name of Object.keys(release.pages)) expect(blockOf(await page(name))).toEqual(release.block);
  });

  test('do not wait for each other without end', async () => {
    const live = await putAll();
    const crowded: Store = { ...store, create: () => Promise.resolve(false) };
    const render = jest.fn(() => Promise.resolve({ documents: {}, listed: [], siteFiles: {} }));
    await jest.isolateModulesAsync(async () => {
      jest.doMock('../render/renderInChild', () => ({ renderInChild: render }));
      const { deploy: deployAlone } = await import('./deploy');
      await expect(
        deployAlone({ store: crowded, artifacts: [await micora('MiCora two')], log: () => undefined }),
      ).rejects.toThrow('Nothing has changed; try again.');
    });
    expect(render.mock.calls.length).toBeGreaterThan(10);
    expect(JSON.parse(await page('release.json'))).toEqual(live);
  });
});
