import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type * as childProcess from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPocketBase } from '@site/backend/findPocketBase';
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
import type { Store } from '../store/Store';
import { expectWholeStore } from '../testing/expectWholeStore';
import { failingServer } from '../testing/failingServer';
import { sharedSite } from '../testing/sharedSite';
import { steppedStore } from '../testing/steppedStore';
import { BAD, tinyGallery, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { HEARTBEAT, isBeating } from './heartbeat';
import type { LoadedArtifact } from '../store/readArtifact';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { watch } from './watch';

jest.setTimeout(120_000);

/** How long an edit may take until its HTML is served on a busy machine: less than until it looks by itself. Milliseconds. */
const SOON = 20_000;

let dataDir: string;
let backend: RunningPocketBase;
let editor: PocketBase;
let directory: string;
let store: Store;
let origin: string;
let lines: string[];
/** How often a watcher has looked at the history. */
let looks: number;
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
  looks = 0;
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
  const artifacts = [tinyShell(), tinyPortfolio(), tinyMicora()];
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
const put = (...artifacts: LoadedArtifact[]) =>
  deploy({ store, artifacts, backendUrl: backend.url, log: () => undefined });
const served = async (path = '/projects') => (await fetch(`${origin}${path}`)).text();
const releases = async () => (await readHistory(store)).length;

/** Watches until the test is over. */
function startWatch(more: Partial<Parameters<typeof watch>[0]> = {}): () => Promise<void> {
  const counted = steppedStore(more.store ?? store, (step) => {
    if (step === 'list history/') looks += 1;
    return Promise.resolve();
  });
  const stop = watch({ backendUrl: backend.url, log, ...more, store: counted });
  stops.push(stop);
  return stop;
}

/** Waits until it has succeeded. */
async function settled(): Promise<void> {
  await until('the watcher has succeeded', async () => (await store.read(HEARTBEAT)) !== undefined);
}

/** Waits until it has ended so many rounds at least: one that publishes looks several times. */
async function rounds(count: number): Promise<void> {
  const before = looks;
  await until('the rounds have ended', () => looks >= before + 8 * count);
}

async function showsSoon(text: string, path?: string): Promise<void> {
  await until(`${text} is served`, async () => (await served(path)).includes(text), SOON);
}

async function hidesSoon(text: string): Promise<void> {
  await until(`${text} is not served`, async () => !(await served()).includes(text), SOON);
}

test('an edit, a new project, a draft and a deletion are in the HTML within seconds', async () => {
  startWatch();
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  expect(await served(`/projects/${id}`)).toContain('<main>Project Harbour</main>');
  await projects().update(id, { title: 'Haven' });
  await showsSoon('Haven');
  expect(await served()).not.toContain('Harbour');
  await projects().update(id, { draft: true });
  await hidesSoon('Haven');
  expect((await fetch(`${origin}/projects/${id}`)).status).toBe(404);
  await projects().update(id, { draft: false });
  await showsSoon('Haven');
  await projects().delete(id);
  await hidesSoon('Haven');
  await expectWholeStore(store);
});

test('a new picture is in the HTML within seconds, and its copies are made behind, without a release', async () => {
  await put(tinyGallery());
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
  const { pages } = await expectWholeStore(store);
  const [name = ''] = pages[`projects/${id}.html`]?.pictures ?? [];
  expect(name).toBe(`a3/projects/${id}/${images[0]}`);
  const before = await releases();
  await until('its copies have been made', async () => (await listPictures(store)).has(name));
  const copy = await fetch(`${origin}${copyUrl(name, 480)}`);
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(await releases()).toBe(before);
  expect(lines.filter((line) => line.includes('icture'))).toEqual([]);
});

test('what changes during a round makes exactly one more', async () => {
  const gate = new AbortController();
  let state: 'open' | 'closed' | 'held' = 'open';
  const held = steppedStore(store, async (step) => {
    if (step !== 'create history/' || state === 'open') return;
    state = 'held';
    await once(gate.signal, 'abort');
    state = 'open';
  });
  startWatch({ store: held });
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  // It has been told of that, so that it listens now.
  const before = await releases();
  state = 'closed';
  await projects().update(id, { title: 'Edit 0.' });
  await until('the first edit is about to be live', () => state === 'held');
  for (let edit = 1; edit <= 20; edit += 1) await projects().update(id, { title: `Edit ${edit}.` });
  gate.abort();
  await showsSoon('Edit 20.');
  expect(await releases()).toBe(before + 2);
  // Each is named once it is live.
  const named = () => lines.filter((line) => line.startsWith('Release')).length;
  await until('each release has been named', async () => named() === (await releases()) - 1);
});

test('the store says once a minute that the watcher has succeeded', async () => {
  const written: string[] = [];
  const noting = {
    ...store,
    write: (key: string, content: Buffer | string) => (written.push(key), store.write(key, content)),
  };
  startWatch({ interval: 50, store: noting });
  await settled();
  await rounds(3);
  expect(written.filter((key) => key === HEARTBEAT)).toHaveLength(1);
  expect(isBeating(await store.read(HEARTBEAT))).toBe(true);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  stops.push(() => Promise.resolve(clock.mockRestore()));
  await until('it says so again', () => written.filter((key) => key === HEARTBEAT).length === 2);
});

test('a round in which nothing has changed starts no process and makes no release', async () => {
  const started = jest.spyOn(jest.requireActual<typeof childProcess>('node:child_process'), 'spawn');
  stops.push(() => Promise.resolve(started.mockRestore()));
  startWatch({ interval: 100 });
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  // The round that shows it is over, and one that a new connection may have rung for.
  await rounds(3);
  const [processes, before] = [started.mock.calls.length, await releases()];
  expect(processes).toBeGreaterThan(0);
  await rounds(5);
  expect(started).toHaveBeenCalledTimes(processes);
  expect(await releases()).toBe(before);
  await projects().update(id, { title: 'Haven' });
  await showsSoon('Haven');
  expect(started.mock.calls.length).toBeGreaterThan(processes);
});

test('a page that could not be rendered is tried again, and told once', async () => {
  startWatch({ interval: 100 });
  const { id } = await add(BAD);
  await showsSoon(BAD);
  const told = () => lines.filter((line) => line.includes('bad record'));
  await until('it is told', () => told().length > 0);
  await rounds(3);
  expect(told()).toHaveLength(1);
  await projects().update(id, { title: 'Good' });
  await showsSoon('Project Good', `/projects/${id}`);
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
  }
  expect(await releases()).toBe(before + 3);
  expect(await store.list('releases/')).toHaveLength(before + 3);
});

test('after a rollback, or older data was made live, the data of today is live, with the builds that it was for', async () => {
  const { id } = await add('Old');
  const old = await put(tinyPortfolio('Work'));
  await projects().update(id, { title: 'Today' });
  await deploy({ store, back: { app: 'studio-remote' }, log: () => undefined });
  expect(await served()).toContain('Project: Old');
  startWatch({ interval: 1000 });
  await until('today is served', async () => (await served()).includes('Project: Today'));
  await makeLiveAgain(store, old.id);
  await until('today is served again', async () => (await served()).includes('Work: Today'));
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
  expect(isBeating(await store.read(HEARTBEAT))).toBe(false);
  isDown = false;
  await until('it is served', async () => (await served()).includes('Harbour'));
  await until('it says so', () => lines.includes('The pages are up to date again.'));
  expect(isBeating(await store.read(HEARTBEAT))).toBe(true);
});

test('it ends within seconds while a backend keeps it waiting', async () => {
  const stop = startWatch({ backendUrl: await failingServer(() => undefined) });
  await pause(1000);
  const begun = Date.now();
  await stop();
  expect(Date.now() - begun).toBeLessThan(4000);
});
