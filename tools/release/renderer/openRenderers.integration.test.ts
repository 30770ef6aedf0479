import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { until } from '@site/backend/testing/until';
import type { ReadBackend } from '@site/shared/remote';
import { readArtifact, type LoadedArtifact } from '../../store/readArtifact';
import { temporaryDirectory } from '../../testing/temporaryDirectory';
import { tinyMicora, tinyShell } from '../../testing/tinySite';
import { writeRemoteBuild } from '../../testing/writeRemoteBuild';
import { openRenderers, type Renderers } from './openRenderers';
import { BackendError } from './readBackend';

jest.setTimeout(60_000);

const opened: Renderers[] = [];

afterEach(() => {
  for (const renderers of opened.splice(0)) renderers.close();
});

/** A remote at `/` with these pages, whose server bundle begins with this code. */
async function studio(
  pages: Record<string, string>,
  { sources = {}, first = '' }: { sources?: Record<string, string>; first?: string } = {},
): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeRemoteBuild(folder, { name: 'studio', mount: '/', pages, sources });
  const loaded = await readArtifact(folder);
  return { ...loaded, server: `${first};${loaded.server}` };
}

/** The renderers of a tiny site with these remotes. */
async function open(
  remotes: LoadedArtifact[],
  { read = () => Promise.resolve({}), limit }: { read?: ReadBackend; limit?: number } = {},
): Promise<Renderers> {
  const renderers = openRenderers([await tinyShell(), ...remotes], read, limit);
  opened.push(renderers);
  return renderers;
}

/** What a page of an app shows. */
async function shown(renderers: Renderers, path: string, app = 'studio-remote'): Promise<string> {
  const { html } = await renderers.of(app).renderPage({ route: path, path });
  return /<main>(.*)<\/main>/.exec(html)?.[1] ?? '';
}

const PID = `return String(process.pid)`;

function isThere(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

const hasEnded = (pid: string) => until('the process has ended', () => !isThere(pid));

describe('each app’s pages are rendered in a process of its own,', () => {
  test('one after the other, and no other app’s in the same', async () => {
    const micora = await tinyMicora();
    micora.server = micora.server.replace(`return 'MiCora'`, PID);
    const renderers = await open([await studio({ '/': PID, '/about': PID }), micora]);
    const pids = await Promise.all([
      shown(renderers, '/'),
      shown(renderers, '/about'),
      shown(renderers, '/micora', 'micora-remote'),
    ]);
    expect(pids[0]).toMatch(/^\d+$/);
    expect(pids[1]).toBe(pids[0]);
    expect(new Set([...pids, String(process.pid)]).size).toBe(3);
    const shell = renderers.of('shell');
    expect((await shell.renderPage({ route: '*', path: '*' })).html).toContain('No such page');
    expect(await shell.renderSiteFiles([{ path: '/about' }])).toMatchObject({ 'sitemap.xml': '/about' });
  });

  test('which has the backend read by this one', async () => {
    const source = `{
      list: async (read) => new Map([['', await read('/collections/projects/records', { perPage: 500 })]]),
      prepare: (data) => data,
    }`;
    const read = jest.fn<ReadBackend>(() => Promise.resolve({ title: 'Harbour' }));
    const renderers = await open([await studio({ '/': `return data.title` }, { sources: { '/': source } })], {
      read,
    });
    expect(await renderers.of('studio-remote').list()).toEqual([
      { route: '/', entries: [['', '{"title":"Harbour"}']] },
    ]);
    expect(read).toHaveBeenCalledWith('/collections/projects/records', { perPage: 500 });
    const data = JSON.stringify({ title: 'Orchard' });
    const { html } = await renderers.of('studio-remote').renderPage({ route: '/', path: '/', data });
    expect(html).toContain('<main>Orchard</main>');
  });

  test('which tells a backend that cannot be read from a source that is wrong', async () => {
    const list = (path: string) => ({ '/': `{ list: async (read) => read(${path}, {}), prepare: () => 1 }` });
    const read = () => Promise.reject(new BackendError('nobody answers'));
    const renderers = await open([await studio({ '/': '' }, { sources: list(`'/health'`) })], { read });
    const reading = renderers.of('studio-remote').list();
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(/^nobody answers$/);

    const wrong = await open([await studio({ '/': '' }, { sources: list(`'elsewhere'`) })], { read });
    const failing = wrong.of('studio-remote').list();
    await expect(failing).rejects.not.toBeInstanceOf(BackendError);
    await expect(failing).rejects.toThrow(
      'studio-remote cannot say which pages it has: elsewhere cannot be read: name a path below the API, and a query.',
    );
  });

  test('which says what failed, and goes on', async () => {
    const pages = { '/': `throw new Error('no such word')`, '/about': `return 'About'` };
    const renderers = await open([await studio(pages)]);
    const failing = shown(renderers, '/');
    await expect(failing).rejects.toThrow('/ of studio-remote cannot be rendered: no such word');
    await expect(failing).rejects.not.toBeInstanceOf(BackendError);
    expect(await shown(renderers, '/about')).toBe('About');
  });

  test('which says the same again if the bundle cannot even be run', async () => {
    const [shell, app] = [await tinyShell(), await studio({ '/': '' })];
    shell.server = `throw new Error('no such module')`;
    const renderers = openRenderers([shell, app], () => Promise.resolve({}));
    opened.push(renderers);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(shown(renderers, '/')).rejects.toThrow(
        'the server bundle of shell cannot be run: no such module',
      );
  });

  test('which may end without an answer, and then says what it complained about; other apps’ go on', async () => {
    const app = await studio({ '/': `console.error('out of luck'); process.exit(3);` });
    const renderers = await open([app, await tinyMicora()]);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(shown(renderers, '/')).rejects.toThrow(/^Rendering ended with 3\. [^]*out of luck/);
    expect(await shown(renderers, '/micora', 'micora-remote')).toBe('MiCora');
  });

  test('which may end between two answers, and then says so, too', async () => {
    const dying = `setTimeout(() => { console.error('out of luck'); process.exit(3); }, 10);`;
    const renderers = await open([await studio({ '/': dying + PID })]);
    await hasEnded(await shown(renderers, '/'));
    await expect(shown(renderers, '/')).rejects.toThrow(/^Rendering ended with 3\. [^]*out of luck/);
  });

  test('which may wait for ever, and then ends', async () => {
    const app = await studio({ '/': '' });
    app.server = app.server.replace(
      'lazy: async () =>',
      'lazy: () => new Promise(() => undefined), other: () =>',
    );
    await expect(shown(await open([app], { limit: 5000 }), '/')).rejects.toThrow(
      'Rendering took longer than 5 seconds and was stopped.',
    );
  });

  test('which is stopped if it takes too long; other apps’ go on', async () => {
    const app = await studio({ '/': `while (true);`, '/about': `return 'About'` });
    const renderers = await open([app, await tinyMicora()], { limit: 4000 });
    const message = 'Rendering took longer than 4 seconds and was stopped.';
    await expect(shown(renderers, '/')).rejects.toThrow(message);
    await expect(shown(renderers, '/about')).rejects.toThrow(message);
    expect(await shown(renderers, '/micora', 'micora-remote')).toBe('MiCora');
  });

  test('all of which end when they are closed, whatever runs in them', async () => {
    const busy = `setInterval(() => undefined, 1000);`;
    const micora = await tinyMicora();
    micora.server = micora.server.replace(`return 'MiCora'`, busy + PID);
    const renderers = await open([await studio({ '/': busy + PID }), micora]);
    const pids = [await shown(renderers, '/'), await shown(renderers, '/micora', 'micora-remote')];
    expect(pids.map(isThere)).toEqual([true, true]);
    renderers.close();
    for (const pid of pids) await hasEnded(pid);
    await expect(shown(renderers, '/')).rejects.toThrow('Rendering has been closed.');
  });
});

test('there is no renderer without a shell, nor of an app that is not in the set', async () => {
  const app = await studio({});
  const read = () => Promise.resolve({});
  expect(() => openRenderers([app], read)).toThrow('There is no shell to render with.');
  const renderers = await open([app]);
  expect(() => renderers.of('nobody')).toThrow('nobody is not in this release.');
});

describe('a remote’s server bundle that is hostile', () => {
  const repository = resolve(__dirname, '../../..');
  const DENIED = 'ERR_ACCESS_DENIED';
  const read = (path: string) => `fs.readFileSync('${path}')`;

  /** What it tries, and how it fails. */
  const ATTACKS: [what: string, code: string, failure: string][] = [
    ['the environment of what deploys', `fs.readFileSync('/proc/' + process.ppid + '/environ')`, DENIED],
    ['its memory', `fs.openSync('/proc/' + process.ppid + '/mem')`, DENIED],
    ['a file of the checkout', read(join(repository, 'package-lock.json')), DENIED],
    ['the same, around a corner', read(`${repository}/node_modules/jsdom/../../package-lock.json`), DENIED],
    ['the same, as a module', `load('${repository}/package-lock.json')`, DENIED],
    ['the dashboard’s password', read(join(repository, 'backend/.local/data/superuser.json')), DENIED],
    [
      'the same, by a link',
      read(`${repository}/node_modules/@site/backend/.local/data/superuser.json`),
      DENIED,
    ],
    ['a file by a link', read(`${repository}/node_modules/@site/backend/package.json`), DENIED],
    ['a folder', `fs.readdirSync('${repository}')`, DENIED],
    ['a file of the system', read('/etc/passwd'), DENIED],
    ['writing a file', `fs.writeFileSync(TARGET, 'x')`, DENIED],
    ['writing to a package', `fs.writeFileSync('${repository}/node_modules/jsdom/x', 'x')`, DENIED],
    ['writing a report', `process.report.writeReport(TARGET)`, DENIED],
    ['writing a snapshot', `builtin('v8').writeHeapSnapshot(TARGET)`, DENIED],
    ['a process', `builtin('child_process').execFileSync('true')`, DENIED],
    ['a worker', `new (builtin('worker_threads').Worker)('1', { eval: true })`, DENIED],
    ['Node’s inner modules', `process.binding('fs')`, DENIED],
    ['a debugger', `builtin('inspector').open(0)`, DENIED],
    ['machine code', `process.dlopen({ exports: {} }, '/tmp/x.node')`, 'ERR_DLOPEN_DISABLED'],
    [
      'WebAssembly with files',
      `new (builtin('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
      DENIED,
    ],
    ['a debugger in what deploys', `process.kill(process.ppid, 'SIGUSR1')`, 'process.kill is not a function'],
    ['the same', `process._debugProcess(process.ppid)`, 'process._debugProcess is not a function'],
    ['the same', `process._kill(process.ppid, 10)`, 'process._kill is not a function'],
    ['modules that the shell does not provide', `require('node:fs')`, 'the shell does not provide node:fs.'],
  ];

  test('reads nothing, writes nothing and starts nothing, neither when it is loaded nor when it renders', async () => {
    const target = join(await temporaryDirectory(), 'written');
    const attacks = ATTACKS.map(([, code]) => `attempt(() => ${code})`);
    const first = `
      const builtin = (name) => process.getBuiltinModule('node:' + name);
      const [fs, load, TARGET] = [builtin('fs'), builtin('module').createRequire('/'), '${target}'];
      const attempt = (act) => {
        try {
          return 'got ' + String(act());
        } catch ({ code, message }) {
          return code ?? message;
        }
      };
      const attack = () => [${attacks.join()}];
      const atLoad = attack()`;
    const renderers = await open([
      await studio({ '/': `return JSON.stringify([atLoad, attack()])` }, { first }),
    ]);
    const failures = ATTACKS.map(([what, , failure]) => [what, failure]);
    const tries = JSON.parse(await shown(renderers, '/')) as string[][];
    expect(tries).toHaveLength(2);
    for (const outcomes of tries)
      expect(outcomes.map((outcome, index) => [ATTACKS[index]?.[0], outcome])).toEqual(failures);
    await expect(access(target)).rejects.toThrow('ENOENT');
    // What is allowed works as ever: this is confinement, not a process that can do nothing.
    expect((await renderers.of('studio-remote').renderPage({ route: '/', path: '/' })).listed).toBe(true);
  });

  test('knows nothing of what deploys by its own environment', async () => {
    const renderers = await open([await studio({ '/': `return JSON.stringify(process.env)` })]);
    expect(JSON.parse(await shown(renderers, '/'))).toEqual({ PATH: process.env.PATH });
  });

  test('writes no file by tracing', async () => {
    const first = `process.getBuiltinModule('node:trace_events').createTracing({ categories: ['v8'] }).enable()`;
    const renderers = await open([await studio({ '/': `process.exit(0)` }, { first })]);
    await expect(shown(renderers, '/')).rejects.toThrow('Rendering ended with 0');
    expect((await readdir(__dirname)).filter((name) => name.startsWith('node_trace'))).toEqual([]);
  });

  test('has no other use of the engine’s flags, which write files, than its own end', async () => {
    const first = `process.getBuiltinModule('node:v8').setFlagsFromString('--trace-turbo')`;
    const renderers = await open([await studio({ '/': `return 'Home'` }, { first }), await tinyMicora()]);
    await expect(shown(renderers, '/')).rejects.toThrow(/^Rendering ended with /);
    expect(await shown(renderers, '/micora', 'micora-remote')).toBe('MiCora');
  });

  test('changes no page of another app, nor of the shell, nor the files at the site’s root', async () => {
    const first = `
      globalThis.poison = true;
      require('react').shout = () => 'POISON';
      JSON.stringify = () => 'POISON';
      for (const name of ['replace', 'replaceAll', 'toUpperCase']) String.prototype[name] = () => 'POISON';
      Array.prototype.map = Array.prototype.find = () => ['POISON'];
      Object.defineProperty(Object.prototype, 'html', { get: () => 'POISON' });
      process.send({ result: { html: 'POISON', listed: true } })`;
    const micora = await tinyMicora();
    micora.server = micora.server.replace(`return 'MiCora'`, `return shout('micora') + typeof poison`);
    const jobs = [
      { app: 'micora-remote', route: '/micora', path: '/micora' },
      { app: 'shell', route: '*', path: '*' },
    ];
    const documents = async (renderers: Renderers) => [
      ...(await Promise.all(jobs.map(({ app, ...job }) => renderers.of(app).renderPage(job)))),
      await renderers.of('shell').renderSiteFiles([{ path: '/' }]),
    ];
    const hostile = await open([await studio({ '/': `return 'Home'` }, { first }), micora]);
    // Its own page is its own affair.
    expect(JSON.stringify(await hostile.of('studio-remote').renderPage({ route: '/', path: '/' }))).toContain(
      'POISON',
    );
    const made = await documents(hostile);
    expect(made).toEqual(await documents(await open([await studio({ '/': `return 'Home'` }), micora])));
    expect(JSON.stringify(made)).toContain('MICORAundefined');
    expect(JSON.stringify(made)).not.toContain('POISON');
  });

  test('only fails by what it sends that nobody has asked for', async () => {
    const first = `for (const said of [null, 7, 'text', { question: null, id: {} }, { result: 1 }]) process.send(said)`;
    const renderers = await open([await studio({ '/': `return 'Home'` }, { first }), await tinyMicora()]);
    const page = renderers.of('studio-remote').renderPage({ route: '/', path: '/' });
    expect(await page).toBe(1);
    expect(await shown(renderers, '/micora', 'micora-remote')).toBe('MiCora');
  });
});
