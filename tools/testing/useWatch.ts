import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { deploy } from '../release/deploy';
import { HEARTBEAT } from '../release/heartbeat';
import { readHistory } from '../release/readHistory';
import { watch } from '../release/watch';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { directoryStore } from '../store/directoryStore';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { sharedSite } from './sharedSite';
import { steppedStore } from './steppedStore';
import { temporaryDirectory } from './temporaryDirectory';
import { tinyPortfolio } from './tinyPortfolio';
import { tinyMicora, tinyShell } from './tinySite';

/** How long an edit may take until its HTML is served on a busy machine: less than until it looks by itself. Milliseconds. */
const SOON = 20_000;

/** The site that each test of a file begins with, over a real backend without projects. */
export const watched = {} as {
  backend: TestBackend;
  store: Store;
  origin: string;
  /** What watchers have said. */
  lines: string[];
};

/** How often a watcher has looked at the history. */
let looks: number;
let dataDir: string;
let operator: Awaited<ReturnType<typeof signIn>>;
const stops: (() => unknown)[] = [];

/** Does something at the end of the test, the last first. */
export const atEnd = (stop: () => unknown) => void stops.push(stop);

/** Starts the backend, or starts it again at the same port. */
export async function startBackend(port = 0): Promise<void> {
  watched.backend = await startTestBackend({ seeded: false, dataDir, port });
  operator = await signIn(watched.backend);
}

const begin = sharedSite(async (store) => {
  const artifacts = [tinyShell(), tinyPortfolio(), tinyMicora()];
  return deploy({ store, artifacts, backendUrl: watched.backend.url, log: () => undefined });
});

/** Serves a site for each test of this file, which watchers are to keep up to date. */
export function useWatch(): void {
  beforeAll(async () => {
    dataDir = await temporaryDirectory();
    await startBackend();
  });
  afterAll(() => watched.backend.stop());
  beforeEach(async () => {
    for (const { id } of await projects().getFullList()) await projects().delete(id);
    looks = 0;
    const directory = await temporaryDirectory();
    Object.assign(watched, { lines: [], store: directoryStore(directory) });
    await begin(watched.store);
    const server = await createSite(storeSource(directoryStore(directory), { look: 0 }), {
      backendUrl: watched.backend.url,
    });
    watched.origin = await server.listen({ port: 0, host: '127.0.0.1' });
    atEnd(() => server.close());
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
}

export const projects = () => operator.collection('projects');
export const add = (title: string) => projects().create({ title });
export const put = (...artifacts: LoadedArtifact[]) =>
  deploy({ store: watched.store, artifacts, backendUrl: watched.backend.url, log: () => undefined });
export const served = async (path = '/projects') => (await fetch(`${watched.origin}${path}`)).text();
export const releases = async () => (await readHistory(watched.store)).length;

/** Watches until the test is over. */
export function startWatch(more: Partial<Parameters<typeof watch>[0]> = {}): () => Promise<void> {
  const { backend, store: own, lines } = watched;
  const store = steppedStore(more.store ?? own, (step) => {
    if (step === 'list history/') looks += 1;
    return Promise.resolve();
  });
  const stop = watch({ backendUrl: backend.url, log: (line) => void lines.push(line), ...more, store });
  atEnd(stop);
  return stop;
}

/** Waits until it has succeeded. */
export const settled = () =>
  until('the watcher has succeeded', async () => (await watched.store.read(HEARTBEAT)) !== undefined);

/** Waits until it has ended so many rounds at least: one that publishes looks several times. */
export async function rounds(count: number): Promise<void> {
  const before = looks;
  await until('the rounds have ended', () => looks >= before + 8 * count);
}

/** Waits until a page shows something. */
export const showsSoon = (text: string, path?: string) =>
  until(`${text} is served`, async () => (await served(path)).includes(text), SOON);

/** Waits until the list shows something no more. */
export const hidesSoon = (text: string) =>
  until(`${text} is not served`, async () => !(await served()).includes(text), SOON);
