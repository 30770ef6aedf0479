import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPocketBase } from '@site/backend/findPocketBase';
import { readWatchNote } from '@site/backend/readWatchNote';
import { startPocketBase, type RunningPocketBase } from '@site/backend/startPocketBase';
import { signIn } from '@site/backend/testing/signIn';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { copyUrl } from '@site/shared/api/pictureCopy';
import type PocketBase from 'pocketbase';
import { listPictures } from './pictures/pictureKeys';
import { readHistory } from './readHistory';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { directoryStore } from '../store/directoryStore';
import { writePullSource } from '../store/pullSource';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { failingServer } from '../testing/failingServer';
import { sharedSite } from '../testing/sharedSite';
import { steppedStore } from '../testing/steppedStore';
import { tinyGallery } from '../testing/tinyGallery';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { restore } from './restore';
import { rollback } from './rollback';
import { watch } from './watch';

jest.setTimeout(60_000);

/** How long an edit may take until its HTML is served on a busy machine: less than until the next reading. Milliseconds. */
const SOON = 10_000;

const CLI = resolve(__dirname, '../cli/cli.ts');

let dataDir: string;
let backend: RunningPocketBase;
let editor: PocketBase;
let directory: string;
let store: Store;
let origin: string;
let lines: string[];
const stops: (() => Promise<unknown>)[] = [];
const log = (line: string): void => void lines.push(line);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watch-test-'));
  await startBackend(0);
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  for (const { id } of await projects().getFullList()) await projects().delete(id);
  lines = [];
  directory = await mkdtemp(join(tmpdir(), 'watch-test-'));
  // Last: what watches ends before. A release that it was told to leave may still be under way.
  stops.push(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  store = directoryStore(directory);
  await begin(store);
  const server = await createSite(storeSource(directoryStore(directory), { look: 0 }), {
    backendUrl: backend.url,
  });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
  stops.push(() => server.close());
});
const begin = sharedSite(async (shared) => {
  const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
  return deploy({ store: shared, artifacts, backendUrl: backend.url, log: () => undefined });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startBackend(port: number): Promise<void> {
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const env = { BACKEND_LIMITS: 'off' };
  backend = await startPocketBase({ binary, dataDir, port, log: () => undefined, env });
  editor = await signIn(backend);
}

const projects = () => editor.collection('projects');
const add = (title: string, more = {}) => projects().create({ title, ...more });
const put = (...artifacts: Parameters<typeof deploy>[0]['artifacts']) =>
  deploy({ store, artifacts, backendUrl: backend.url, log: () => undefined });
const served = async (path = '/projects') => (await fetch(`${origin}${path}`)).text();
const releases = async () => (await readHistory(store)).length;

/** Watches until the test is over. */
function startWatch(more: Partial<Parameters<typeof watch>[0]> = {}): () => Promise<void> {
  const stop = watch({ store, backendUrl: backend.url, dataDir: directory, log, ...more });
  stops.push(stop);
  return stop;
}

/** Waits until it watches and has nothing to do. */
async function settled(): Promise<void> {
  await until('the watcher has succeeded', async () => (await readWatchNote(directory))?.hasSucceeded);
  // What it begins with, and a second round as soon as it listens.
  await pause(1500);
}

/** @returns how long it took, milliseconds */
async function showsSoon(text: string, path?: string): Promise<number> {
  const begun = Date.now();
  await until(`${text} is served`, async () => (await served(path)).includes(text));
  const took = Date.now() - begun;
  expect(took).toBeLessThan(SOON);
  return took;
}

test('an edit, a new project and a deleted one are in the HTML within seconds, a draft with the next reading', async () => {
  startWatch({ interval: 4000 });
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  expect(await served(`/projects/${id}`)).toContain('<main>Project Harbour</main>');
  await projects().update(id, { title: 'Haven' });
  await showsSoon('Haven');
  expect(await served()).not.toContain('Harbour');
  await projects().update(id, { draft: true });
  await until('the draft is gone', async () => !(await served()).includes('Haven'));
  expect((await fetch(`${origin}/projects/${id}`)).status).toBe(404);
  await projects().update(id, { draft: false });
  await showsSoon('Haven');
  await projects().delete(id);
  await until('the project is gone', async () => !(await served()).includes('Haven'));
  await expectWholeSite(directory);
});

test('a new picture is in the HTML within seconds, and its copies are made behind, without a release', async () => {
  await put(await tinyGallery());
  startWatch();
  await settled();
  const image = new File(
    [readFileSync(resolve(__dirname, '../../backend/seed/pictures/tideline-cover.jpg'))],
    'tideline.jpg',
  );
  const { id, images } = await projects().create<{ id: string; images: string[] }>({
    title: 'Tideline',
    images: [image],
  });
  await until('the picture is shown', async () =>
    (await served(`/projects/${id}`)).includes(`<main>${images[0]}</main>`),
  );
  const { pages } = await expectWholeSite(directory);
  const [name = ''] = pages[`projects/${id}.html`]?.pictures ?? [];
  expect(name).toBe(`a2/projects/${id}/${images[0]}`);
  const before = await releases();
  await until('its copies have been made', async () => (await listPictures(store)).has(name));
  const copy = await fetch(`${origin}${copyUrl(name, 480)}`);
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(await releases()).toBe(before);
  expect(lines.filter((line) => line.includes('icture'))).toEqual([]);
});

test('there is no release without a change, nor one for each field of an edit', async () => {
  startWatch({ interval: 500 });
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  const before = await releases();
  await pause(3000);
  expect(await releases()).toBe(before);
  for (let edit = 1; edit <= 20; edit += 1) await projects().update(id, { title: `Edit ${edit}.` });
  await showsSoon('Edit 20.');
  // One for all of them, and one more if some came while it was made.
  expect(await releases()).toBeLessThanOrEqual(before + 2);
  // Each is named once it is live.
  const named = () => lines.filter((line) => line.startsWith('Release')).length;
  await until('each release has been named', async () => named() === (await releases()) - 1);
});

test('edits that never stop are published while they go on', async () => {
  startWatch();
  const { id } = await add('Edit 0.');
  let edits = 0;
  const end = new AbortController();
  const stream = (async () => {
    for (; !end.signal.aborted; edits += 1) {
      await projects().update(id, { title: `Edit ${edits}.` });
      await pause(100);
    }
  })();
  await pause(6000);
  const [, shown] = /Edit (\d+)\./.exec(await served()) ?? [];
  end.abort();
  await stream;
  expect(Number(shown)).toBeGreaterThan(5);
  expect(await releases()).toBeLessThan(6);
  await showsSoon(`Edit ${edits - 1}.`);
});

test('two watchers make one release of each edit', async () => {
  startWatch();
  startWatch();
  const { id } = await add('Edit 0.');
  await showsSoon('Edit 0.');
  const before = await releases();
  for (const edit of [1, 2, 3]) {
    await projects().update(id, { title: `Edit ${edit}.` });
    await showsSoon(`Edit ${edit}.`);
    await pause(800);
  }
  expect(await releases()).toBe(before + 3);
  expect(await readdir(join(directory, 'releases'))).toHaveLength(before + 3);
  await expectWholeSite(directory);
});

test('an edit and a deployment at the same moment are both live', async () => {
  startWatch();
  const { id } = await add('Edit 0.');
  for (const edit of [1, 2, 3]) {
    const title = `Edit ${edit}.`;
    const artifacts = [await tinyMicora(`MiCora ${edit}`)];
    await projects().update(id, { title });
    await pause(edit * 150);
    // Without the backend it keeps what is live, or what has become so meanwhile.
    await deploy({ store, artifacts, log: () => undefined });
    await showsSoon(title);
    expect(await served('/micora')).toContain(`MiCora ${edit}`);
  }
  await expectWholeSite(directory);
});

test('after a restore or a rollback the data of today is live again, with the builds that it was for', async () => {
  const { id } = await add('Old');
  const old = await put();
  await projects().update(id, { title: 'Today' });
  await put();
  await put(await tinyMicora('MiCora two'));
  startWatch();
  await settled();
  await restore({ store, id: old.id, log: () => undefined });
  expect(await served()).toContain('Old');
  await until('today is served', async () => (await served()).includes('Today'));
  expect(await served('/micora')).not.toContain('MiCora two');
  await put(await tinyPortfolio('Work'));
  await projects().update(id, { title: 'Tomorrow' });
  await rollback({ store, app: 'studio-remote', log: () => undefined });
  await until('tomorrow is served', async () => (await served()).includes('Project: Tomorrow'));
});

test('what was changed while the backend was restarted is live soon, and so is what is changed afterwards', async () => {
  startWatch();
  await settled();
  const { id } = await add('Before');
  await showsSoon('Before');
  const port = Number(new URL(backend.url).port);
  await backend.stop();
  await pause(1000);
  await startBackend(port);
  await projects().update(id, { title: 'Meanwhile' });
  // The client tries again after two seconds at most.
  await showsSoon('Meanwhile');
  await pause(2500);
  await projects().update(id, { title: 'Afterwards' });
  await showsSoon('Afterwards');
});

test('a store that fails for a while is told once, and caught up with', async () => {
  let isDown = true;
  const failing = steppedStore(store, () =>
    isDown ? Promise.reject(new Error('The store is away.')) : Promise.resolve(),
  );
  startWatch({ store: failing, interval: 1000 });
  const failure = 'The pages cannot be kept up to date (trying again): The store is away.';
  await until('it has failed', () => lines.includes(failure));
  await add('Harbour');
  // It tries again, and fails again.
  await pause(2500);
  expect(lines).toEqual([failure]);
  expect(await readWatchNote(directory)).toMatchObject({ hasSucceeded: false });
  isDown = false;
  await until('it is served', async () => (await served()).includes('Harbour'));
  await until('it says so', () => lines.includes('The pages are up to date again.'));
  expect(await readWatchNote(directory)).toMatchObject({ hasSucceeded: true });
});

test('it ends within seconds while a backend keeps it waiting', async () => {
  const stop = startWatch({ backendUrl: await failingServer(() => undefined) });
  await pause(1000);
  const begun = Date.now();
  await stop();
  expect(Date.now() - begun).toBeLessThan(4000);
});

test.each(['watch', 'refresh'])('%s refuses to change a web host’s copy of a store', async (command) => {
  await writePullSource(store, 's3://site/production');
  const words = ['--import', 'tsx', CLI, command, '--to', directory, '--backend', backend.url];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 20_000 });
  expect(stderr).toContain("is a web host's copy of s3://site/production: change that one");
  expect(status).toBe(1);
});

test('the command that is killed in the middle leaves a whole site, and catches up when it is started again', async () => {
  const { id } = await add('Before');
  await put();
  const start = async () => {
    // No secret is in its environment.
    const env = { PATH: process.env.PATH, HOME: directory, DATA_DIR: join(directory, 'data') };
    const words = ['--import', 'tsx', CLI, 'watch', '--to', directory, '--backend', backend.url];
    const child = spawn(process.execPath, words, { cwd: resolve(__dirname, '../..'), env });
    stops.push(
      async () => child.exitCode ?? child.signalCode ?? (child.kill('SIGKILL'), once(child, 'exit')),
    );
    child.stdout.on('data', (text: Buffer) => log(text.toString()));
    await once(child.stdout, 'data');
    return child;
  };
  const first = await start();
  await projects().update(id, { title: 'While it dies' });
  await pause(700);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await expectWholeSite(directory);
  await projects().update(id, { title: 'While it is dead' });
  const second = await start();
  await until('it has caught up', async () => (await served()).includes('While it is dead'));
  await pause(1000);
  await projects().update(id, { title: 'While it lives' });
  await showsSoon('While it lives');
  const begun = Date.now();
  second.kill('SIGTERM');
  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(Date.now() - begun).toBeLessThan(5000);
});
