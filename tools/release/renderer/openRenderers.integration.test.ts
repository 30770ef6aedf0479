import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ReadBackend } from '@site/shared/remote';
import type { LoadedArtifact } from '../../store/readArtifact';
import { temporaryDirectory } from '../../testing/temporaryDirectory';
import { tinyMicora, tinyRemote, tinyShell } from '../../testing/tinySite';
import { openRenderers, type Renderers } from './openRenderers';
import { BackendError } from '../BackendError';

// What a process does that is asked one thing after the other, hangs, ends or is closed, openChild.integration.test.ts has.

jest.setTimeout(60_000);

const opened: Renderers[] = [];

afterEach(() => {
  for (const renderers of opened.splice(0)) renderers.close();
});

/** A remote at `/` whose home page is this, and whose server bundle begins with this code. */
const studio = (home: string, first = '') => tinyRemote({ pages: { '/': home }, first });

/** MiCora with a page of this. */
const micora = (page: string) => tinyRemote({ name: 'micora', mount: '/micora', pages: { '/micora': page } });

/** The renderers of a tiny site with these remotes. */
function open(remotes: LoadedArtifact[], read: ReadBackend = () => Promise.resolve({})): Renderers {
  const renderers = openRenderers([tinyShell(), ...remotes], read);
  opened.push(renderers);
  return renderers;
}

/** What a page of an app shows. */
async function shown(renderers: Renderers, path: string, app = 'studio-remote'): Promise<string> {
  const { html } = await renderers.of(app).renderPage({ route: path, path });
  return /<main>(.*)<\/main>/.exec(html)?.[1] ?? '';
}

const micoraShown = (renderers: Renderers) => shown(renderers, '/micora', 'micora-remote');

const PID = `return String(process.pid)`;

describe('each app’s pages are rendered in a process of its own,', () => {
  test('one after the other, and no other app’s in the same; all end when they are closed', async () => {
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

  const listing = (path: string) =>
    tinyRemote({
      pages: { '/': '' },
      sources: {
        '/': `{ list: async (read) => new Map([['', await read('${path}', { perPage: 500 })]]), prepare: (data) => data }`,
      },
    });

  test('which has the backend read by this one, and tells one that cannot be read from a source that is wrong', async () => {
    const read = jest.fn<ReadBackend>(() => Promise.resolve({ title: 'Harbour' }));
    const list = (path: string) =>
      open([listing(path)], read)
        .of('studio-remote')
        .list();
    expect(await list('/projects')).toEqual([{ route: '/', entries: [['', '{"title":"Harbour"}']] }]);
    expect(read).toHaveBeenCalledWith('/projects', { perPage: 500 });
    read.mockRejectedValue(new BackendError('nobody answers'));
    const away = list('/projects');
    await expect(away).rejects.toBeInstanceOf(BackendError);
    await expect(away).rejects.toThrow('nobody answers');
    const wrong = await list('elsewhere').catch((error: unknown) => error);
    expect(wrong).not.toBeInstanceOf(BackendError);
    expect(String(wrong)).toContain(
      'studio-remote cannot say which pages it has: elsewhere cannot be read: name a path below the API, and a query.',
    );
  });
});

describe('a remote’s server bundle that is hostile', () => {
  const repository = resolve(__dirname, '../../..');
  const DENIED = 'ERR_ACCESS_DENIED';
  const read = (path: string) => `fs.readFileSync('${path}')`;
  const linked = `${repository}/node_modules/@site/backend`;

  /** What it tries, and how it fails. */
  const ATTACKS: [what: string, code: string, failure: string][] = [
    ['the environment of what deploys', `fs.readFileSync('/proc/' + process.ppid + '/environ')`, DENIED],
    ['its memory', `fs.openSync('/proc/' + process.ppid + '/mem')`, DENIED],
    ['a file of the checkout', read(join(repository, 'package-lock.json')), DENIED],
    ['the same, around a corner', read(`${repository}/node_modules/jsdom/../../package-lock.json`), DENIED],
    ['the same, as a module', `load('${repository}/package-lock.json')`, DENIED],
    ['the dashboard’s password', read(join(repository, 'backend/.local/data/superuser.json')), DENIED],
    ['the same, by a link', read(`${linked}/.local/data/superuser.json`), DENIED],
    ['a file by a link', read(`${linked}/package.json`), DENIED],
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
    ['WebAssembly with files', `new (builtin('wasi').WASI)({ version: 'preview1', preopens: {} })`, DENIED],
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
    const renderers = open([studio(`return JSON.stringify([atLoad, attack()])`, first)]);
    const failures = ATTACKS.map(([what, , failure]) => [what, failure]);
    const tries = JSON.parse(await shown(renderers, '/')) as string[][];
    const named = tries.map((outcomes) => outcomes.map((outcome, index) => [ATTACKS[index]?.[0], outcome]));
    expect(named).toEqual([failures, failures]);
    await expect(access(target)).rejects.toThrow('ENOENT');
    // This is confinement, not a process that can do nothing.
    expect((await renderers.of('studio-remote').renderPage({ route: '/', path: '/' })).listed).toBe(true);
  });

  test.each([
    [`node:trace_events').createTracing({ categories: ['v8'] }).enable()`, 'Rendering ended with 0'],
    // Whoever sets the engine's flags, which write files, ends.
    [`node:v8').setFlagsFromString('--trace-turbo')`, /^Rendering ended with [1-9A-Z]/],
  ])('writes no file by %s', async (way, end) => {
    const first = `process.getBuiltinModule('${way}`;
    const renderers = open([studio(`process.exit(0)`, first), tinyMicora()]);
    await expect(shown(renderers, '/')).rejects.toThrow(end);
    expect((await readdir(__dirname)).filter((name) => name.startsWith('node_trace'))).toEqual([]);
    expect(await micoraShown(renderers)).toBe('MiCora');
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
    // Its own page is its own affair.
    expect(JSON.stringify(await hostile.of('studio-remote').renderPage({ route: '/', path: '/' }))).toContain(
      'POISON',
    );
    const made = await documents(hostile);
    expect(made).toEqual(await documents(open([studio(`return 'Home'`), other])));
    expect(JSON.stringify(made)).toContain('MICORAundefined');
    expect(JSON.stringify(made)).not.toContain('POISON');
  });
});
