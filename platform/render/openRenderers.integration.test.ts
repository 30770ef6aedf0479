import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { until } from '@site/backend/testing/until';
import { sha256 } from '../build/sha256';
import type { LoadedBuild } from '../store/readBuild';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyRemote, tinyShell } from '../testing/tinySite';
import { openRenderers, type Renderer, type Renderers } from './openRenderers';

jest.setTimeout(120_000);

const opened: Renderers[] = [];

afterEach(() => {
  for (const renderers of opened.splice(0)) renderers.close();
});

const studio = (home: string, first = '') => tinyRemote({ pages: { '/': home }, first });

const micora = (page: string) => tinyRemote({ name: 'micora', mount: '/micora', pages: { '/micora': page } });

function open(remotes: LoadedBuild[], backendUrl?: string): Renderers {
  const builds = [tinyShell(), ...remotes];
  const load = (name: string) => {
    const build = builds.find(({ description: { app } }) => app === name);
    return build ? Promise.resolve(build) : Promise.reject(new Error(`${name} has no build.`));
  };
  const renderers = openRenderers(
    builds.map(({ description }) => description),
    load,
    backendUrl,
  );
  opened.push(renderers);
  return renderers;
}

const reading = (path: string, more = '') =>
  tinyRemote({
    pages: { '/': '' },
    sources: {
      '/': `{ list: async (read) => { ${more}; return new Map([['', await read('${path}', { perPage: 500 })]]); }, prepare: (data) => data }`,
    },
  });

async function shown(renderers: Renderers, path: string, app = 'studio-remote'): Promise<string> {
  const { html } = await renderers.of(app).renderPage({ route: path, path });
  return /<main>(.*)<\/main>/.exec(html)?.[1] ?? '';
}

const micoraShown = (renderers: Renderers) => shown(renderers, '/micora', 'micora-remote');

const PID = `return String(process.pid)`;

describe('rendering an app’s pages', () => {
  test('a few pages use one process, and many pages use up to one for each core', async () => {
    const count = 60;
    const paths = Array.from({ length: count }, (_, index) => `/page${index}`);
    const app = tinyRemote({
      pages: Object.fromEntries(paths.map((path) => [path, `return '${path} ' + process.pid`])),
    });
    const renderers = open([app]);
    const pages = (some: string[]) => Promise.all(some.map((path) => shown(renderers, path)));
    const listPids = (all: string[]) => new Set(all.map((page) => Number(page.split(' ')[1])));
    expect(listPids(await pages(paths.slice(0, 10))).size).toBe(1);
    const all = await pages(paths);
    expect(all.map((page) => page.split(' ')[0])).toEqual(paths);
    const pids = listPids(all);
    expect(pids.size).toBe(Math.min(3, availableParallelism()));
    renderers.close();
    const isThere = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    for (const pid of pids) await until('it has ended', () => !isThere(pid));
  });

  test('an error affects only the page that throws it', async () => {
    const paths = Array.from({ length: 50 }, (_, index) => `/page${index}`);
    const fails = (path: string) => path.endsWith('7');
    const pages = paths.map((path) => [path, fails(path) ? `throw new Error('bad')` : `return '${path}'`]);
    const renderers = open([tinyRemote({ pages: Object.fromEntries(pages) as Record<string, string> })]);
    const all = await Promise.all(paths.map((path) => shown(renderers, path).catch(String)));
    expect(all).toEqual(
      paths.map((path) => (fails(path) ? `Error: ${path} of studio-remote cannot be rendered: bad` : path)),
    );
  });

  test('apps share no process, and processes end when the renderers are closed', async () => {
    const app = tinyRemote({ pages: { '/': PID, '/about': PID } });
    const renderers = open([app, micora(PID)]);
    const pids = await Promise.all([
      shown(renderers, '/'),
      shown(renderers, '/about'),
      micoraShown(renderers),
    ]);
    expect(pids[0]).toMatch(/^\d+$/);
    expect(pids[1]).toBe(pids[0]);
    expect(new Set([...pids, String(process.pid)]).size).toBe(3);
    const shell = renderers.of('shell');
    expect((await shell.renderPage({ route: '*', path: '*' })).html).toContain('No such page');
    expect(await shell.renderSiteFiles([{ path: '/about' }])).toMatchObject({ 'sitemap.xml': '/about' });
    renderers.close();
    for (const ended of [shown(renderers, '/'), micoraShown(renderers)])
      await expect(ended).rejects.toThrow('Rendering has been closed.');
  });

  test('one process is kept between releases, and replaced after many calls', async () => {
    const renderers = open([studio(PID)]);
    const pages = (count: number) => Promise.all(Array.from({ length: count }, () => shown(renderers, '/')));
    const [before] = await pages(60);
    for (const count of [1, 10]) {
      renderers.reset();
      expect(new Set(await pages(count))).toEqual(new Set([before]));
    }
    for (let call = 0; call < 1000; call += 1) await pages(1);
    renderers.reset();
    expect(await pages(1)).not.toEqual([before]);
  });

  test('a listing distinguishes backend failures from source failures', async () => {
    let status = 200;
    const asked: (string | undefined)[] = [];
    const backend = await failingServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end('{"title":"Harbour"}');
    });
    const list = (path: string) =>
      open([reading(path)], backend)
        .of('studio-remote')
        .list();
    expect(await list('/projects')).toEqual({
      routes: [{ route: '/', entries: [['', '{"title":"Harbour"}']] }],
      answers: {
        '/projects?perPage=500': {
          hash: sha256('{"title":"Harbour"}'),
          text: '{"title":"Harbour"}',
          collections: [],
        },
      },
    });
    expect(asked).toEqual(['/api/projects?perPage=500']);
    status = 500;
    const url = `${backend}/api/projects?perPage=500`;
    expect(await list('/projects')).toEqual({
      failure: { message: expect.stringContaining(`${url} was answered with status 500.`), status: 500 },
      answers: { '/projects?perPage=500': { hash: sha256('status 500') } },
    });
    expect(await list('elsewhere')).toEqual({
      failure: {
        message: expect.stringContaining(
          'studio-remote cannot list its pages: elsewhere cannot be read: name',
        ),
      },
      answers: {},
    });
  });

  test('each listing reads the backend again', async () => {
    let count = 0;
    const backend = await failingServer((_request, response) => response.end(`{"count":${(count += 1)}}`));
    const renderer = open([reading('/projects')], backend).of('studio-remote');
    for (const expected of [1, 2]) expect(await shownCount(renderer)).toBe(expected);
  });

  const shownCount = async (renderer: Renderer) => {
    const listing = await renderer.list();
    const [, json = ''] = ('routes' in listing && listing.routes[0]?.entries[0]) || [];
    return (JSON.parse(json) as { count: number }).count;
  };
});

describe('the time in a page’s head', () => {
  const heads = (modified: string) =>
    tinyRemote({
      pages: { '/': `return 'Home'` },
      sources: { '/': `{ prepare: (data) => data, head: () => ({ title: 'Home', modified: ${modified} }) }` },
    });
  const page = async (modified: string) =>
    open([heads(modified), tinyMicora()])
      .of('studio-remote')
      .renderPage({ route: '/', path: '/', data: '{}' });

  test.each([`'yesterday'`, `{}`, `'2026 (<script>)'`])(
    'a page with the invalid time %s fails',
    async (modified) => {
      await expect(page(modified)).rejects.toThrow(
        /^\/ of studio-remote cannot be rendered: its head has the time .*, which is not a time\.$/,
      );
    },
  );

  test('a page with a time in the backend’s format is rendered', async () => {
    expect(await page(`'2026-11-21 10:15:00.123Z'`)).toMatchObject({ modified: '2026-11-21 10:15:00.123Z' });
  });
});

describe('a process that ends or is late', () => {
  const LATE = 'Rendering took longer than 10 seconds and was stopped.';

  test('a page that ends its process is tried twice, and the next pages are rendered', async () => {
    const file = join(await temporaryDirectory(), 'tries');
    const note = `process.getBuiltinModule('fs').appendFileSync('${file}', '.')`;
    const app = tinyRemote({ pages: { '/': `${note}; process.exit(3)`, '/about': `return 'About'` } });
    const renderers = open([app]);
    await expect(shown(renderers, '/')).rejects.toThrow(
      '/ of studio-remote cannot be rendered: Rendering ended with 3.',
    );
    expect(await readFile(file, 'utf8')).toBe('..');
    expect(await shown(renderers, '/about')).toBe('About');
  });

  test('a page that ends its process once is rendered by the next process', async () => {
    const file = join(await temporaryDirectory(), 'tried');
    const fs = `process.getBuiltinModule('fs')`;
    const once = `if (!${fs}.existsSync('${file}')) { ${fs}.writeFileSync('${file}', ''); process.kill(process.pid, 'SIGKILL'); }`;
    expect(await shown(open([studio(`${once} return 'Home'`)]), '/')).toBe('Home');
  });

  test('a page that takes longer than 10 seconds fails, and the next pages are rendered', async () => {
    // Blocks the process like an endless loop, but uses no CPU time.
    const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
    const app = tinyRemote({ pages: { '/': block, '/about': `return 'About'` } });
    const renderers = open([app]);
    await expect(shown(renderers, '/')).rejects.toThrow(`/ of studio-remote cannot be rendered: ${LATE}`);
    expect(await shown(renderers, '/about')).toBe('About');
  });

  test('after ten lost pages in a row, no further page is tried', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/page${index}`);
    const app = tinyRemote({ pages: Object.fromEntries(paths.map((path) => [path, `process.exit(3)`])) });
    const renderers = open([app]);
    const failures: unknown[] = [];
    for (const path of paths) failures.push(await shown(renderers, path).catch(String));
    expect(failures[9]).toContain('Rendering ended with 3.');
    expect(failures.slice(10)).toEqual(
      paths
        .slice(10)
        .map(
          (path) =>
            `Error: ${path} of studio-remote cannot be rendered: all 10 pages before this one failed.`,
        ),
    );
  });
});

describe('a remote’s server bundle', () => {
  test('a server bundle cannot change pages of other apps or files at the site’s root', async () => {
    const first = `
      globalThis.poison = true;
      require('react').shout = () => 'POISON';
      JSON.stringify = () => 'POISON';
      for (const name of ['replace', 'replaceAll', 'toUpperCase']) String.prototype[name] = () => 'POISON';
      Array.prototype.map = Array.prototype.find = () => ['POISON'];
      Object.defineProperty(Object.prototype, 'html', { get: () => 'POISON' });
`;
    const other = micora(`return shout('micora') + typeof poison`);
    const jobs = [
      { app: 'micora-remote', route: '/micora', path: '/micora' },
      { app: 'shell', route: '*', path: '*' },
    ];
    const documents = async (renderers: Renderers) => [
      ...(await Promise.all(jobs.map(({ app, ...job }) => renderers.of(app).renderPage(job)))),
      await renderers.of('shell').renderSiteFiles([{ path: '/' }]),
    ];
    const hostile = open([studio(`return 'Home'`, first), other]);
    // The hostile remote's own page may fail.
    await shown(hostile, '/').catch(() => undefined);
    const made = await documents(hostile);
    expect(made).toEqual(await documents(open([studio(`return 'Home'`), other])));
    expect(JSON.stringify(made)).toContain('MICORAundefined');
    expect(JSON.stringify(made)).not.toContain('POISON');
  });
});
